import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test from 'ava'
import { RequestError } from '../../../proxy/errors.ts'
import { checkFraming } from '../../../proxy/http/framing.ts'
import { answerClientErrors } from '../../../proxy/listen/client-errors.ts'
import { once } from '../../support/once.ts'
import { Wire } from '../../support/wire.ts'

/** A server with the proxy's parser settings that accepts what checkFraming does. */
async function startServer(t: Parameters<typeof Wire.open>[0]): Promise<number> {
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    try {
      checkFraming(request)
      // As the gate does: nothing is answered before the whole body is there.
      request.resume().on('end', () => response.end('accepted'))
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      response.writeHead(error.status, { connection: 'close' }).end('refused')
    }
  })
  answerClientErrors(server, () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return (server.address() as AddressInfo).port
}

const chunked = '5\r\nhello\r\n0\r\n\r\n'

const ACCEPTED: readonly (readonly [name: string, request: string])[] = [
  ['a GET without a body', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a POST with a length', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello'],
  ['a POST in chunks', `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`],
  ['chunks in capitals', `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n${chunked}`],
]

const REFUSED: readonly (readonly [name: string, request: string])[] = [
  ['two Host headers', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
  ['both lengths', `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello'],
  ['two equal lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello'],
  ['a list of lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5, 5\r\n\r\nhello'],
  ['a signed length', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\nhello'],
  ['a negative length', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\nhello'],
  ['a hexadecimal length', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x5\r\n\r\nhello'],
  ['gzip below chunked', `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n${chunked}`],
  [
    'chunked twice',
    `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`,
  ],
  ['an unknown coding', `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n${chunked}`],
  ['identity', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n'],
  ['chunks in HTTP/1.0', `POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`],
  ['a space before the colon', 'GET / HTTP/1.1\r\nHost : a\r\n\r\n'],
  ['a folded header', 'GET / HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c\r\n\r\n'],
  ['a bare line feed', 'GET / HTTP/1.1\nHost: a\n\n'],
  ['a bare carriage return in a value', 'GET / HTTP/1.1\r\nHost: a\r\nX-A: b\rc\r\n\r\n'],
  ['NUL in a value', 'GET / HTTP/1.1\r\nHost: a\r\nX-A: b\0c\r\n\r\n'],
  ['a bad chunk size', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n'],
  ['no HTTP at all', '\x16\x03\x01\x00\x05hello\r\n\r\n'],
]

for (const [name, request] of ACCEPTED) {
  test(`${name} is accepted`, async (t) => {
    const wire = await Wire.open(t, await startServer(t))
    t.regex(await wire.send(request).expect('accepted'), /^HTTP\/1\.1 200 /)
  })
}

for (const [name, request] of REFUSED) {
  test(`${name} is refused, and the connection ends`, async (t) => {
    const wire = await Wire.open(t, await startServer(t))
    const answer = await wire.send(request).expectEnd()
    t.false(answer.includes('accepted'))
    t.regex(answer, /^(HTTP\/1\.1 400 |$)/)
  })
}
