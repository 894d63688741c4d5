import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import test, { type ExecutionContext } from 'ava'
import { WebSocket, WebSocketServer } from 'ws'
import { connectIntercepted, openIntercepted, postJson } from '../support/intercepted.ts'
import { IBAN, policyFor, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'

const scope = fileScope()
const HOST = 'api.openai.com'
const HANDSHAKE = [
  `GET /v1/realtime HTTP/1.1`,
  `Host: ${HOST}`,
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  '',
  '',
].join('\r\n')
let upstream: FakeUpstream
let closed: Weir
let open: Weir

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [HOST, 'claude.ai'] })
  const webSockets = new WebSocketServer({ noServer: true })
  upstream.server.on('upgrade', (request, socket, head) => {
    if (request.url !== '/v1/realtime') {
      const body = JSON.stringify({ path: request.url })
      socket.write(`HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
      return
    }
    if (request.headers.upgrade !== 'websocket') {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n')
      return
    }
    webSockets.handleUpgrade(request, socket, head, (channel) => {
      channel.on('message', (data) => channel.send(`echo ${data}`))
    })
  })
  const upstreams = { [HOST]: upstream, 'claude.ai': upstream }
  closed = await startWeir(scope, { upstreams, env: { WEIR_WEBSOCKET: 'off' } })
  open = await startWeir(scope, { upstreams, env: { WEIR_FAIL_MODE: 'open' } })
  await open.createPolicy(policyOn('IBAN', 'block'))
  await open.createPolicy(policyFor('claude-web', 'block', 'No Claude'))
})

async function openWebSocket(t: ExecutionContext, weir: Weir, host: string, path = '/v1/realtime'): Promise<WebSocket> {
  const tls = await connectIntercepted(t, weir, host)
  const socket = new WebSocket(`wss://${host}${path}`, { createConnection: () => tls })
  t.teardown(() => socket.terminate())
  return socket
}

test('switched off: a WebSocket is refused with 426, so that clients go on over plain HTTP, and recorded', async (t) => {
  const wire = await openIntercepted(t, closed, HOST)
  const answer = await wire.send(HANDSHAKE).expectEnd()
  t.regex(answer, /^HTTP\/1\.1 426 Upgrade Required\r\n/)
  t.regex(answer, /switches to a protocol that cannot be inspected/)
  t.regex(answer, /\r\nx-should-retry: false\r\n/)
  const id = /x-weir-interaction: (\S+)/.exec(answer)?.[1] ?? ''
  const record = await closed.interaction(id)
  t.is(record.enforced_action, 'block')
  t.deepEqual(record.content_metadata.inspection, { status: 'none', reason: 'unsupported_upgrade' })
  await closed.untilMetric('weir_proxy_inspections_total', { reason: 'unsupported_upgrade' }, 1)
})

test('an upgrade to another protocol follows the fail mode', async (t) => {
  const other = HANDSHAKE.replace('Upgrade: websocket', 'Upgrade: other')
  const refused = await (await openIntercepted(t, closed, HOST)).send(other).expectEnd()
  t.regex(refused, /^HTTP\/1\.1 426 Upgrade Required\r\n/)
  const wire = await openIntercepted(t, open, HOST)
  await wire.send(other).expect('HTTP/1.1 101 ')
  const [record] = await open.listed(({ content_metadata }) => content_metadata.host === HOST)
  t.is(record?.enforced_action, 'allow')
  t.deepEqual(record?.content_metadata.inspection, { status: 'none', reason: 'unsupported_upgrade' })
})

test('open: a policy that matches without looking inside refuses it all the same', async (t) => {
  const wire = await openIntercepted(t, open, 'claude.ai')
  const answer = await wire.send(HANDSHAKE.replace(HOST, 'claude.ai')).expectEnd()
  t.regex(answer, /^HTTP\/1\.1 426 /)
  t.regex(answer, /x-weir-policy: No Claude\r\n/)
})

test('open: an upgrade that the service declines ends with its answer, and opens no way around inspection', async (t) => {
  const wire = await openIntercepted(t, open, HOST)
  wire.send(HANDSHAKE.replace('/v1/realtime', '/declined'))
  await wire.expect('{"path":"/declined"}')
  wire.send(postJson(HOST, '/v1/responses', { input: `behind the upgrade ${IBAN}` }))
  const answer = await wire.expectEnd()
  t.regex(answer, /^HTTP\/1\.1 404 Not Found\r\n/)
  t.regex(answer, /\r\nConnection: close\r\n/)
  t.is(answer.match(/HTTP\/1\.1 /g)?.length, 1)
  t.deepEqual(upstream.arrivals, [])
})

test('a stop ends open WebSockets', async (t) => {
  const weir = await startWeir(t, { upstreams: { [HOST]: upstream }, env: { WEIR_FAIL_MODE: 'open' } })
  const socket = await openWebSocket(t, weir, HOST)
  await once(socket, 'open')
  const ended = once(socket, 'close')
  socket.on('error', () => {})
  t.is(await weir.stop(), 0)
  await ended
  t.pass()
})

test('open: a policy holds for the query of an upgrade, whatever protocol is asked for', async (t) => {
  const reached: (string | undefined)[] = []
  const note = (request: IncomingMessage) => reached.push(request.url)
  upstream.server.prependListener('upgrade', note)
  t.teardown(() => upstream.server.off('upgrade', note))
  const weir = await startWeir(t, { upstreams: { [HOST]: upstream }, env: { WEIR_FAIL_MODE: 'open' } })
  await weir.createPolicy(policyOn('IBAN', 'block'))
  const wire = await openIntercepted(t, weir, HOST)
  const query = new URLSearchParams({ q: `refund to ${IBAN}` })
  const head = [`GET /backend?${query} HTTP/1.1`, `Host: ${HOST}`, 'Connection: upgrade', 'Upgrade: x', '', ''].join(
    '\r\n',
  )
  const answer = await wire.send(head).expectEnd()
  t.regex(answer, /\r\nx-weir-action: block\r\n/i)
  t.regex(answer, /IBAN/)
  const id = /x-weir-interaction: (\S+)/i.exec(answer)?.[1] ?? ''
  t.is((await weir.interaction(id)).enforced_action, 'block')
  t.false(reached.some((url) => url?.startsWith('/backend') === true))
})
