import { connect } from 'node:net'
import test from 'ava'
import { curl, curlJson, curlTest } from '../support/curl.ts'
import { startParentProxy } from '../support/parent-proxy.ts'
import { startPlainServer } from '../support/plain-server.ts'
import { fileScope } from '../support/scope.ts'
import { startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { listen } from '../support/wire.ts'

const scope = fileScope()
let weir: Weir

test.before(async () => {
  weir = await startWeir(scope, { env: { WEIR_DESTINATION_ALLOW_CIDRS: '127.0.0.3/32' } })
})

const PRIVATE = [
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.1.1',
  '[::1]',
  '[fd00::1]',
  '[fe80::1]',
  '[::ffff:10.0.0.1]',
  '[64:ff9b::a00:1]',
  '0x7f000001',
  '2130706433',
  'localhost',
]

curlTest('private destinations are refused, however they are written', async (t) => {
  for (const host of PRIVATE) {
    const tunnelled = await curl(weir, [`https://${host}:9/`])
    t.is(tunnelled.connectStatus, 403, `CONNECT ${host}`)
    const plain = await curl(weir, [`http://${host}:9/`])
    t.is(plain.status, 403, `GET ${host}`)
    t.is(plain.headers.get('x-weir-error'), 'destination_refused')
  }
  await weir.untilMetric('weir_proxy_connects_total', { outcome: 'refused' }, PRIVATE.length)
})

curlTest('metadata services and the ports of Weir itself are refused even where the range is allowed', async (t) => {
  const open = await startWeir(t, { env: { WEIR_DESTINATION_ALLOW_CIDRS: '0.0.0.0/0,::/0' } })
  for (const host of ['169.254.169.254', '100.100.100.200', '[::ffff:a9fe:a9fe]', 'metadata.google.internal']) {
    t.is((await curl(open, [`http://${host}/latest/meta-data/`])).status, 403, host)
  }
  for (const port of [open.proxyPort, new URL(open.apiUrl).port]) {
    const answer = await curl(open, [`http://127.0.0.1:${port}/healthz`])
    t.is(answer.status, 403, `port ${port}`)
    t.regex(answer.text, /Weir's own/)
  }
})

curlTest('a private destination that is allowed is reached, its neighbour is not', async (t) => {
  const server = await startPlainServer(t)
  t.is((await curl(weir, [`http://127.0.0.1:${server.port}/`])).status, 403)
  t.is((await curl(weir, [`http://127.0.0.3:${server.port}/`])).status, 502, 'allowed, but nobody listens there')
  t.is(server.arrivals.length, 0)
})

curlTest('with a parent proxy everything goes through it, with its credentials', async (t) => {
  const upstream = await startUpstream(t, { hosts: ['api.openai.com', 'intranet.example', 'direct.example'] })
  const plain = await startPlainServer(t)
  const routes = new Map([
    ['api.openai.com:443', upstream.port],
    ['intranet.example:443', upstream.port],
    ['plain.example', plain.port],
  ])
  const parent = await startParentProxy(t, (authority) => routes.get(authority))
  const url = new URL(parent.url)
  url.username = 'weir'
  url.password = 'p@ss:word'
  const child = await startWeir(t, {
    env: {
      WEIR_UPSTREAM_PROXY: url.href,
      WEIR_UPSTREAM_CA: upstream.caFile,
      WEIR_CONNECT_TO: upstream.connectTo('direct.example'),
    },
  })
  t.is((await curlJson(child, 'https://api.openai.com/v1/responses', { input: 'through the parent' })).status, 200)
  const trustUpstream = ['--cacert', upstream.caFile]
  t.is((await curl(child, ['https://intranet.example/', ...trustUpstream])).status, 200)
  t.is((await curl(child, ['http://plain.example/page'])).text, 'plain')
  t.deepEqual(
    parent.requests.map(({ line }) => line),
    ['CONNECT api.openai.com:443', 'CONNECT intranet.example:443', 'GET http://plain.example/page'],
  )
  const credentials = `Basic ${Buffer.from('weir:p@ss:word').toString('base64')}`
  t.true(parent.requests.every(({ headers }) => headers['proxy-authorization'] === credentials))
  for (const { headers } of [...upstream.arrivals, ...plain.arrivals]) t.is(headers['proxy-authorization'], undefined)

  t.is((await curl(child, ['https://direct.example/', ...trustUpstream])).status, 200)
  t.is(parent.requests.length, 3, 'WEIR_CONNECT_TO goes direct')
  const refused = await curlJson(child, 'https://api.anthropic.com/v1/messages', { messages: [] })
  t.is(refused.status, 502)
  t.is(refused.headers.get('x-weir-error'), 'upstream_parent_proxy')
  await child.untilMetric('weir_proxy_upstream_failures_total', { failure: 'parent_proxy' }, 1)
})

curlTest('a parent proxy that leads back here is recognised as a circle', async (t) => {
  const circle = { port: 0 }
  const relay = await listen(t, (socket) => {
    const back = connect(circle.port, '127.0.0.1')
    back.on('error', () => socket.destroy()).on('close', () => socket.destroy())
    socket.on('close', () => back.destroy())
    socket.pipe(back).pipe(socket)
  })
  const child = await startWeir(t, { env: { WEIR_UPSTREAM_PROXY: `http://127.0.0.1:${relay.port}` } })
  circle.port = child.proxyPort
  const tunnelled = await curl(child, ['https://intranet.example/'])
  t.is(tunnelled.connectStatus, 502)
  const plain = await curl(child, ['http://plain.example/'])
  t.is(plain.status, 508)
  const inspected = await curlJson(child, 'https://api.openai.com/v1/responses', { input: 'round' })
  t.is(inspected.status, 502)
})
