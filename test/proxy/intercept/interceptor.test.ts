import { connect } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import { openAuthority } from '../../../certs/authority.ts'
import { LeafContexts } from '../../../certs/contexts.ts'
import { H1Server } from '../../../proxy/http/h1/client-side/server.ts'
import { Interceptor } from '../../../proxy/intercept/interceptor.ts'
import { answerWhole, refuseBytes } from '../../support/h1.ts'
import { PATIENT_WITH_CLIENTS } from '../../support/patience.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { listen, Wire } from '../../support/wire.ts'

const REQUEST = 'POST / HTTP/1.1\r\nHost: api.openai.com\r\nContent-Length: 5\r\n\r\nhello'

/** An interceptor behind a port, as after a CONNECT to api.openai.com; `head` came together with that CONNECT. */
async function intercept(t: ExecutionContext<unknown>, head = '', handshakeMs = 600_000) {
  const failures: string[] = []
  const authority = openAuthority(temporaryFolder(t), () => new Date())
  const inner = new H1Server({
    patience: PATIENT_WITH_CLIENTS,
    onExchange: (exchange) => answerWhole(exchange, (body) => `${exchange.connection.scheme} ${body}`),
    onBadRequest: refuseBytes,
    onFault: (error) => t.fail(error.message),
  })
  t.teardown(() => inner.closeAll())
  const interceptor = new Interceptor({
    handshakeMs,
    contexts: new LeafContexts(authority, { now: () => new Date() }),
    inner,
    onHandshakeFailure: (reason) => void failures.push(reason),
  })
  const target = { host: 'api.openai.com', port: 443 }
  const { port } = await listen(t, (socket) => {
    interceptor.accept(socket, Buffer.from(head), target, { address: '127.0.0.1' })
  })
  return { port, ca: authority.certificatePem, failures }
}

test('plain HTTP inside CONNECT is answered', async (t) => {
  const { port } = await intercept(t)
  const client = await Wire.open(t, port)
  client.send(REQUEST)
  await client.expect('http hello')
  t.pass()
})

test('plain HTTP that comes in pieces is answered, and so is the next request', async (t) => {
  const { port } = await intercept(t)
  const client = await Wire.open(t, port)
  client.send(REQUEST.slice(0, 1))
  await new Promise((resolve) => setTimeout(resolve, 20))
  client.send(REQUEST.slice(1))
  await client.expect('http hello')
  client.send(REQUEST.replace('hello', 'again'))
  await client.expect('http again')
  t.pass()
})

test('plain HTTP that came right behind CONNECT is answered', async (t) => {
  const { port } = await intercept(t, REQUEST.slice(0, 30))
  const client = await Wire.open(t, port)
  client.send(REQUEST.slice(30))
  await client.expect('http hello')
  t.pass()
})

test('TLS inside CONNECT is ended with a leaf for the target', async (t) => {
  const { port, ca } = await intercept(t)
  const socket = connect({ port, host: '127.0.0.1', ca, servername: 'api.openai.com' })
  t.teardown(() => socket.destroy())
  const client = new Wire(socket)
  client.send(REQUEST)
  await client.expect('https hello')
  t.is(socket.getPeerCertificate().subject.CN, 'api.openai.com')
})

for (const [what, bytes, reported] of [
  ['begins nothing', '', []],
  ['does not finish its handshake', '\x16\x03\x01\x00', ['timeout']],
] as const) {
  test(`a client that ${what} is cut off in time`, async (t) => {
    const { port, failures } = await intercept(t, bytes, 20)
    const client = await Wire.open(t, port)
    t.is(await client.expectEnd(), '')
    t.deepEqual(failures, reported)
  })
}
