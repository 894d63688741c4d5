import { type ClientHttp2Session, type ClientHttp2Stream, connect, type IncomingHttpHeaders } from 'node:http2'
import test from 'ava'
import { answerOf, ask } from '../support/h2.ts'
import { type H2Upstream, startH2Upstream } from '../support/h2-upstream.ts'
import { connectIntercepted } from '../support/intercepted.ts'
import { once } from '../support/once.ts'
import { IBAN, policyOn } from '../support/sample-policies.ts'
import { fileScope, type Scope } from '../support/scope.ts'
import { type SocketService, startSocketService } from '../support/socket-service.ts'
import { StreamSocket } from '../support/stream-socket.ts'
import { openTestSocket } from '../support/web-socket.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { until } from '../support/wire.ts'

const scope = fileScope()
const H1 = 'api.openai.com'
const H2 = 'api.anthropic.com'
/** Speaks HTTP/2 alone, and is asked for WebSockets only. */
const FIRST = 'api.mistral.ai'
/** Speaks HTTP/2 alone, without WebSockets. */
const PLAIN = 'api.cohere.com'
let service: SocketService
let modern: H2Upstream
let first: H2Upstream
let plain: H2Upstream
let weir: Weir
const asked: IncomingHttpHeaders[] = []

test.before(async () => {
  service = await startSocketService(scope, {
    hosts: [H1],
    onMessage: (socket, text) => socket.send(`echo ${text}`),
  })
  modern = await startH2Upstream(scope, {
    hosts: [H2],
    takesWebSockets: true,
    onStream: (stream, headers) => {
      asked.push(headers)
      if (headers[':method'] !== 'CONNECT') {
        stream.respond({ ':status': 200 })
        stream.end('plain')
        return
      }
      if (headers[':path'] === '/declined') {
        stream.respond({ ':status': 403 })
        stream.end('not here')
        return
      }
      stream.respond({ ':status': 200, 'sec-websocket-protocol': 'chat' })
      const socket: StreamSocket = new StreamSocket(stream, true, (text) => socket.send(`modern ${text}`))
    },
  })
  first = await startH2Upstream(scope, {
    hosts: [FIRST],
    takesWebSockets: true,
    onStream: (stream) => {
      stream.respond({ ':status': 200 })
      const socket: StreamSocket = new StreamSocket(stream, true, (text) => socket.send(`first ${text}`))
    },
  })
  plain = await startH2Upstream(scope, {
    hosts: [PLAIN],
    onStream: (stream) => {
      stream.respond({ ':status': 200 })
      stream.end('plain')
    },
  })
  weir = await startWeir(scope, { upstreams: { [H1]: service, [H2]: modern, [FIRST]: first, [PLAIN]: plain } })
  await weir.createPolicy(policyOn('IBAN', 'block'))
})

async function openSession(t: Scope, host: string): Promise<ClientHttp2Session> {
  const tls = await connectIntercepted(t, weir, host, { protocols: ['h2'] })
  const session = connect(`https://${host}`, { createConnection: () => tls })
  t.teardown(() => session.destroy())
  await once(session, 'remoteSettings')
  return session
}

function extended(session: ClientHttp2Session, host: string, path: string, more = {}): ClientHttp2Stream {
  const stream = session.request(
    {
      ...{ ':method': 'CONNECT', ':protocol': 'websocket', ':scheme': 'https', ':authority': host, ':path': path },
      'sec-websocket-version': '13',
      ...more,
    },
    { endStream: false },
  )
  return stream.on('error', () => {})
}

const create = (input: string) => JSON.stringify({ type: 'response.create', model: 'gpt-5', input })

test('a client opens a WebSocket on a stream of HTTP/2, beside plain requests, and its service speaks HTTP/1.1', async (t) => {
  const session = await openSession(t, H1)
  t.true(session.remoteSettings.enableConnectProtocol)
  const stream = extended(session, H1, '/v1/responses')
  const [headers] = await once(stream, 'response')
  t.is(headers[':status'], 200)
  t.is(headers['sec-websocket-accept'], undefined)
  const client = new StreamSocket(stream, false)
  client.send(create('something harmless'))
  t.deepEqual(await client.expect(1), [`echo ${create('something harmless')}`])
  t.is((await ask(session, { ':path': '/plain' })).status, 200)
  client.send(create(`pay ${IBAN}`))
  t.is(JSON.parse((await client.expect(2))[1] ?? '').error.code, 'policy_violation')
  client.close(4001)
  await until(
    () => client.closed !== undefined,
    () => 'the goodbye is not answered',
  )
  t.is(client.closed, 4001)
  t.false(session.closed)
})

test('what is no WebSocket is refused on its own stream', async (t) => {
  const session = await openSession(t, H1)
  const other = extended(session, H1, '/', { ':protocol': 'connect-udp' })
  t.is((await answerOf(other)).status, 400)
  const version = extended(session, H1, '/', { 'sec-websocket-version': '8' })
  t.is((await answerOf(version)).status, 426)
  t.is((await ask(session, { ':path': '/plain' })).status, 200)
})

// Alone: beside another first request there would be two connections.
test.serial('a service that takes WebSockets on HTTP/2 gets them there, from clients of both versions', async (t) => {
  const session = await openSession(t, H2)
  t.is((await ask(session, { ':path': '/plain' })).body.toString(), 'plain')
  const stream = extended(session, H2, '/socket?x=1', { 'sec-websocket-protocol': 'chat, other', cookie: 'a=b; c=d' })
  const [headers] = await once(stream, 'response')
  t.is(headers[':status'], 200)
  t.is(headers['sec-websocket-protocol'], 'chat')
  const client = new StreamSocket(stream, false)
  client.send('over two')
  t.deepEqual(await client.expect(1), ['modern over two'])
  const arrived = asked.find(({ ':path': path }) => path === '/socket?x=1')
  t.is(arrived?.[':protocol'], 'websocket')
  t.is(arrived?.['sec-websocket-version'], '13')
  t.is(arrived?.['sec-websocket-key'], undefined)
  const old = await openTestSocket(t, weir, `wss://${H2}/from-one`, { protocols: ['chat'] })
  old.send('over one')
  t.deepEqual(await old.expect(1), ['modern over one'])
  old.send(`pay ${IBAN}`)
  t.is((await old.expectClose()).code, 1008)
  t.is(modern.sessions.length, 1)
  const declined = extended(session, H2, '/declined')
  t.is((await answerOf(declined)).status, 403)
})

test('a service that speaks HTTP/2 alone is asked for a WebSocket before it was asked for anything else', async (t) => {
  const old = await openTestSocket(t, weir, `wss://${FIRST}/socket`)
  old.send('hello')
  t.deepEqual(await old.expect(1), ['first hello'])
  old.send(`pay ${IBAN}`)
  t.is((await old.expectClose()).code, 1008)
  t.is(await weir.metric('weir_proxy_upstream_handshake_failures_total', { platform: 'mistral-api' }), 0)
  t.is(first.sessions.length, 1)
})

test('where a service takes no WebSockets, the connection on which it said so carries plain requests', async (t) => {
  await t.throwsAsync(openTestSocket(t, weir, `wss://${PLAIN}/socket`))
  const session = await openSession(t, PLAIN)
  t.is((await ask(session, { ':path': '/plain' })).body.toString(), 'plain')
  t.is(plain.sessions.length, 1)
})

test('4 MB each way pass over streams of HTTP/2', async (t) => {
  const session = await openSession(t, H2)
  await ask(session, { ':path': '/plain' })
  const stream = extended(session, H2, '/large', { 'sec-websocket-protocol': 'chat' })
  const [headers] = await once(stream, 'response')
  t.is(headers[':status'], 200)
  const client = new StreamSocket(stream, false)
  const long = 'a long way to go, and nothing in it. '.repeat(110_000)
  client.send(long)
  const [answer = ''] = await client.expect(1)
  t.is(answer.length, 'modern '.length + long.length)
})
