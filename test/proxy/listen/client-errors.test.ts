import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { answerClientErrors } from '../../../proxy/listen/client-errors.ts'
import { once } from '../../support/once.ts'
import { until, Wire } from '../../support/wire.ts'

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
const GARBAGE = '\x01\x02\r\n\r\n'

async function serve(t: ExecutionContext, listener: RequestListener) {
  const server = createServer(listener)
  let bad = 0
  answerClientErrors(server, () => bad++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const wire = await Wire.open(t, (server.address() as AddressInfo).port)
  return { wire, bad: () => bad, server }
}

test('garbage behind an answer is answered for itself', async (t) => {
  const { wire, bad } = await serve(t, (_request, response) => void response.end('fine'))
  await wire.send(REQUEST).expect('fine')
  const answer = await wire.send(GARBAGE).expectEnd()
  t.regex(answer, /fine.*HTTP\/1\.1 400 Bad Request\r\n/s)
  t.is(bad(), 1)
})

test('garbage behind a request that is being answered is not answered into its answer', async (t) => {
  const { wire, bad } = await serve(t, (_request, response) => void response.write('half an answer'))
  await wire.send(REQUEST).expect('half an answer')
  const answer = await wire.send(GARBAGE).expectEnd()
  t.is(answer.match(/HTTP\/1\.1/g)?.length, 1)
  t.is(bad(), 1)
})

test('garbage behind a request that has no answer yet ends the connection without one', async (t) => {
  const { wire } = await serve(t, () => {})
  t.is(await wire.send(REQUEST).send(GARBAGE).expectEnd(), '')
})

test('garbage within a body is answered', async (t) => {
  const { wire } = await serve(t, (request) => void request.resume())
  wire.send('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n')
  t.regex(await wire.expectEnd(), /^HTTP\/1\.1 400 /)
})

test('garbage in the same packet as a request that is refused for good is dropped', async (t) => {
  const { wire } = await serve(t, (_request, response) => {
    response.writeHead(400, { connection: 'close' }).end('no')
  })
  const answer = await wire.send(`${REQUEST}${GARBAGE}`).expectEnd()
  t.regex(answer, /no\r\n0\r\n\r\n$|no$/)
  t.is(answer.match(/HTTP\/1\.1/g)?.length, 1)
})

test('a client that was refused and does not close is cut off', async (t) => {
  const { wire, server } = await serve(t, () => {})
  wire.socket.allowHalfOpen = true
  await wire.send(GARBAGE).expectEnd()
  t.true(wire.socket.writable, 'its side is still open')
  const connections = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
  await until(
    async () => (await connections()) === 0,
    () => 'the refused connection is still open',
  )
})
