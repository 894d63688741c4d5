import { connect } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import type { ClientExchange, ExchangeRequest } from '../../../../proxy/http/exchange.ts'
import { createH1Exchanger } from '../../../../proxy/http/h1/service-side/exchanger.ts'
import { answerWhole, startH1 } from '../../../support/h1.ts'
import { once } from '../../../support/once.ts'
import { testWith } from '../../../support/optional.ts'
import { OTHER_SERVERS, startOtherServer } from '../../../support/other-servers.ts'
import { PATIENT_POOLS } from '../../../support/patience.ts'

/** Without a byte for this long, a server waits for more of a request that is not whole. */
const QUIET_MS = 1500
const SECOND = 'GET /second HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
const chunked = (body: string, fields = '') =>
  `POST /first HTTP/1.1\r\nHost: a\r\n${fields}Transfer-Encoding: chunked\r\n\r\n${body}`
const withLength = (length: string, body: string, fields = '') =>
  `POST /first HTTP/1.1\r\nHost: a\r\n${fields}Content-Length: ${length}\r\n\r\n${body}`
const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n'

/** Requests that parsers are known to read differently; a second one follows each, so that a wrong end shows. */
const ODD: Readonly<Record<string, string>> = {
  'a length': withLength('5', 'hello'),
  chunks: chunked('5\r\nhello\r\n0\r\n\r\n'),
  'both lengths': chunked('0\r\n\r\n', 'Content-Length: 40\r\n') + SMUGGLED,
  'both lengths, the other way': withLength('5', '0\r\n\r\n', 'Transfer-Encoding: chunked\r\n') + SMUGGLED,
  'two different lengths': withLength('0', SMUGGLED, `Content-Length: ${SMUGGLED.length}\r\n`),
  'two equal lengths': withLength('5', 'hello', 'Content-Length: 5\r\n'),
  'a list of lengths': withLength('5, 5', 'hello'),
  'a length with a plus': withLength('+5', 'hello'),
  'a length below zero': withLength('-5', 'hello'),
  'a length in hexadecimal': withLength('0x5', 'hello'),
  'a length with zeros in front': withLength('005', 'hello'),
  'a length with a blank inside': withLength('5 5', 'hello'),
  'a blank before the colon': 'POST /first HTTP/1.1\r\nHost: a\r\nContent-Length : 5\r\n\r\nhello',
  'a folded length': `POST /first HTTP/1.1\r\nHost: a\r\nX-A: b\r\n Content-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`,
  'a folded coding': 'POST /first HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\n chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
  'lines that end with LF alone': 'POST /first HTTP/1.1\nHost: a\nContent-Length: 5\n\nhello',
  'one line that ends with LF alone': `POST /first HTTP/1.1\r\nHost: a\r\nX-A: b\nContent-Length: 5\r\n\r\nhello`,
  'a CR inside a field': `POST /first HTTP/1.1\r\nHost: a\r\nX-A: b\rContent-Length: 5\r\n\r\nhello`,
  'a NUL inside a field': 'GET /first HTTP/1.1\r\nHost: a\r\nX-A: b\0c\r\n\r\n',
  'chunked after another coding': chunked('0\r\n\r\n', 'Transfer-Encoding: gzip\r\n'),
  'identity and chunked': chunked('5\r\nhello\r\n0\r\n\r\n', 'Transfer-Encoding: identity\r\n'),
  'chunked twice': chunked('5\r\nhello\r\n0\r\n\r\n', 'Transfer-Encoding: chunked\r\n'),
  'a vertical tab before chunked': `POST /first HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \vchunked\r\n\r\n0\r\n\r\n`,
  'an unknown coding': `POST /first HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
  'chunks in HTTP/1.0': 'POST /first HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
  'chunk extensions': chunked('5;a=b;c="d e"\r\nhello\r\n0;last\r\n\r\n'),
  'a chunk extension with LF': chunked('5;a\nhello\r\n0\r\n\r\n'),
  'a chunk size with a blank': chunked('5 \r\nhello\r\n0\r\n\r\n'),
  'a chunk size with 0x': chunked('0x5\r\nhello\r\n0\r\n\r\n'),
  'a chunk size with zeros in front': chunked('0005\r\nhello\r\n0\r\n\r\n'),
  'a chunk size beyond 64 bits': chunked('10000000000000005\r\nhello\r\n0\r\n\r\n'),
  'a chunk size below zero': chunked('-1\r\nhello\r\n0\r\n\r\n'),
  'a chunk without its CR LF': chunked('5\r\nhello0\r\n\r\n'),
  'chunks whose lines end with LF alone': chunked('5\nhello\n0\n\n'),
  trailers: chunked('5\r\nhello\r\n0\r\nX-Sum: 1\r\n\r\n', 'Trailer: X-Sum\r\n'),
  'a length among the trailers': chunked('5\r\nhello\r\n0\r\nContent-Length: 50\r\n\r\n'),
  'a GET with a body': 'GET /first HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello',
  HEAD: 'HEAD /first HTTP/1.1\r\nHost: a\r\n\r\n',
  'an expectation of 100': withLength('5', 'hello', 'Expect: 100-continue\r\n'),
  'an empty line in front': `\r\n${withLength('5', 'hello')}`,
  'two hosts': 'GET /first HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'no host': 'GET /first HTTP/1.1\r\n\r\n',
  'a length that Connection names': withLength('5', 'hello', 'Connection: Content-Length\r\n'),
  'three in a row': withLength('5', 'hello').repeat(3),
  'a large field': `GET /first HTTP/1.1\r\nHost: a\r\nX-A: ${'x'.repeat(6000)}\r\n\r\n`,
  'a field beyond every bound': `GET /first HTTP/1.1\r\nHost: a\r\nX-A: ${'x'.repeat(100_000)}\r\n\r\n`,
  'two blanks in the request line': 'GET  /first HTTP/1.1\r\nHost: a\r\n\r\n',
  'no version': 'GET /first\r\n\r\n',
}

/** A server of ours, and what it took for requests: method, target, body. */
async function startOurs(t: ExecutionContext): Promise<{ port: number; read: string[]; faults: Error[] }> {
  const read: string[] = []
  const { port, faults } = await startH1(t, { onExchange: (exchange) => serve(exchange, read) })
  return { port, read, faults }
}

function serve(exchange: ClientExchange, read: string[]): void {
  const { method, target } = exchange.request
  const status = target === '/204' ? 204 : target === '/304' ? 304 : undefined
  if (status !== undefined) {
    exchange.begin({ status, reason: 'Nothing', fields: '', body: 'none' })
    exchange.end()
  } else
    answerWhole(exchange, (body) => {
      read.push(`${method} ${target} ${body}`)
      return `${method} ${body.length}`
    })
}

/** Sends bytes; resolves when the server has ended the connection, or waits for more. */
async function send(port: number, bytes: string): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.setTimeout(QUIET_MS, () => socket.destroy())
  const closed = once(socket, 'close')
  socket.resume().on('end', () => socket.end())
  socket.write(Buffer.from(bytes, 'latin1'))
  await closed
}

for (const other of OTHER_SERVERS) {
  const run = testWith(test, other.name)

  run(`${other.name}: no odd request is taken by both and read differently`, async (t) => {
    t.timeout(180_000)
    const direct = await startOurs(t)
    const behind = await startOurs(t)
    const port = await startOtherServer(t, other, behind.port)
    let both = 0
    for (const [what, bytes] of Object.entries(ODD)) {
      await Promise.all([send(direct.port, bytes + SECOND), send(port, bytes + SECOND)])
      const [ours, theirs] = [direct.read.splice(0), behind.read.splice(0)]
      const common = Math.min(ours.length, theirs.length)
      if (common > 0) both++
      t.deepEqual(ours.slice(0, common), theirs.slice(0, common), what)
    }
    t.deepEqual([...direct.faults, ...behind.faults], [])
    t.true(both >= 8, `${both} requests were taken by both`)
  })

  run(`${other.name}: what we send through it arrives, and what it answers is read`, async (t) => {
    const behind = await startOurs(t)
    const port = await startOtherServer(t, other, behind.port)
    const exchanger = createH1Exchanger({
      ...PATIENT_POOLS,
      connect: async () => {
        const socket = connect(port, '127.0.0.1')
        await once(socket, 'connect')
        return socket
      },
      maxConnections: 4,
      onFault: (error) => t.fail(error.stack),
    })
    t.teardown(() => exchanger.close())
    const ask = (method: string, path: string, body: Buffer | null = null) =>
      new Promise<string>((resolve, reject) => {
        let answer = ''
        const fields = `Host: a\r\n${body === null ? '' : `Content-Length: ${body.length}\r\n`}`
        exchanger.start(
          { connection: CONNECTION, method, path, fields, body },
          {
            beforeSending: () => {},
            head: ({ status }) => {
              answer = `${status} `
            },
            data: (chunk) => {
              answer += chunk.toString('latin1')
            },
            flush: () => true,
            end: () => resolve(answer),
            failed: reject,
          },
        )
      })
    const large = Buffer.alloc(300_000, 'x')
    for (let round = 0; round < 3; round++) {
      t.is(await ask('GET', '/get'), '200 GET 0')
      t.is(await ask('HEAD', '/head'), '200 ')
      t.is(await ask('GET', '/204'), '204 ')
      t.is(await ask('GET', '/304'), '304 ')
      t.is(await ask('POST', '/post', Buffer.from('hello')), '200 POST 5')
      t.is(await ask('POST', '/post', large), '200 POST 300000')
    }
    t.deepEqual(
      behind.read.filter((line) => line.startsWith('POST')).map((line) => line.length),
      [16, 300_011, 16, 300_011, 16, 300_011],
    )
  })
}

const CONNECTION: ExchangeRequest['connection'] = {
  client: { address: '127.0.0.1' },
  target: { host: 'a', port: 443 },
  scheme: 'https',
  otherName: undefined,
}
