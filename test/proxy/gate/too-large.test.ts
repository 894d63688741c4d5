import test from 'ava'
import { throughProxy } from '../../support/dispatchers.ts'
import { openIntercepted, postJson } from '../../support/intercepted.ts'
import { ask, post } from '../../support/prompts.ts'
import { IBAN, policyOn } from '../../support/sample-policies.ts'
import { fileScope } from '../../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../../support/upstream.ts'
import { startWeir, type Weir } from '../../support/weir.ts'
import { until } from '../../support/wire.ts'

const scope = fileScope()
const HOST = 'api.openai.com'
const URL = `https://${HOST}/v1/responses`
const LIMIT = 100_000
const INSPECTION = { status: 'partial', reason: 'too_large' }
let upstream: FakeUpstream
let closed: Weir
let open: Weir

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [HOST] })
  const upstreams = { [HOST]: upstream }
  const env = { WEIR_INSPECT_MAX_BYTES: String(LIMIT) }
  closed = await startWeir(scope, { upstreams, env })
  open = await startWeir(scope, { upstreams, env: { ...env, WEIR_FAIL_MODE: 'open' } })
  for (const weir of [closed, open]) await weir.createPolicy(policyOn('IBAN', 'block', 'No IBAN'))
})

/** Far more than fits into the buffers on the way, so that somebody has to read it. */
function large(word: string, last = ''): string {
  return JSON.stringify({ input: `${word} ${'and so on '.repeat(800_000)}${last}` })
}

test('closed: a body over the limit is refused, recorded and counted', async (t) => {
  const before = await closed.metric('weir_proxy_inspections_total', { reason: 'too_large' })
  const answer = await post(throughProxy(t, closed), URL, large('closed'))
  t.is(answer.status, 400)
  t.regex(answer.text, /larger than what can be inspected/)
  t.is(answer.headers['x-should-retry'], 'false')
  const record = await closed.interaction(String(answer.headers['x-weir-interaction']))
  t.is(record.enforced_action, 'block')
  t.deepEqual(record.content_metadata.inspection, INSPECTION)
  t.true((await closed.metric('weir_proxy_inspections_total', { reason: 'too_large' })) > before)
  t.false(upstream.arrivals.some(({ body }) => body.includes('closed and so on')))
})

test('closed: a client that reads only after it has written everything gets the refusal, and its connection lives on', async (t) => {
  const wire = await openIntercepted(t, closed, HOST)
  wire.socket.pause()
  const sent = new Promise((resolve) => wire.socket.write(postJson(HOST, '/v1/responses', large('late')), resolve))
  await sent
  wire.socket.resume()
  const answer = await wire.expect('larger than what can be inspected')
  t.regex(answer, /^HTTP\/1\.1 400 /)
  wire.send(postJson(HOST, '/v1/responses', { input: 'the next one' }))
  await wire.expect('HTTP/1.1 200 OK')
  t.pass()
})

test('open: a body over the limit is passed on whole, with its length, and recorded', async (t) => {
  const body = large('open', 'the end')
  const answer = await post(throughProxy(t, open), URL, body, { 'user-agent': 'open/large' })
  t.is(answer.status, 200)
  const arrival = upstream.arrivals.find((arrival) => arrival.headers['user-agent'] === 'open/large')
  t.is(arrival?.body.toString(), body)
  t.is(arrival?.headers['content-length'], String(body.length))
  const [record] = await open.listed(({ content_metadata }) => content_metadata.user_agent === 'open/large')
  t.is(record?.enforced_action, 'allow')
  t.deepEqual(record?.content_metadata.inspection, INSPECTION)
})

test('open: a body over the limit that comes in chunks is passed on whole', async (t) => {
  const body = large('chunked', 'the end')
  const wire = await openIntercepted(t, open, HOST)
  wire.send(`POST /v1/chunked HTTP/1.1\r\nHost: ${HOST}\r\nTransfer-Encoding: chunked\r\n\r\n`)
  for (let start = 0; start < body.length; start += 65_536) {
    const piece = body.slice(start, start + 65_536)
    wire.send(`${piece.length.toString(16)}\r\n${piece}\r\n`)
  }
  wire.send('0\r\n\r\n')
  await wire.expect('HTTP/1.1 200 OK')
  t.is(upstream.arrivals.find(({ url }) => url === '/v1/chunked')?.body.toString(), body)
})

test('open: a client that hangs up in the middle of a large body ends the request to the service too', async (t) => {
  const idle = upstream.sockets.size
  const aborts = await open.metric('weir_proxy_client_aborts_total')
  const wire = await openIntercepted(t, open, HOST)
  wire.send(`POST /v1/abandoned HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: 1000000\r\n\r\n{"input":"`)
  wire.send('abandoned '.repeat(20_000))
  const [record] = await open.listed(({ content_metadata }) => content_metadata.path === '/v1/***')
  t.deepEqual(record?.content_metadata.inspection, INSPECTION)
  wire.socket.destroy()
  await open.untilMetric('weir_proxy_client_aborts_total', {}, aborts + 1)
  await until(
    () => upstream.sockets.size <= idle,
    () => 'the connection to the service is still open',
  )
  t.false(upstream.arrivals.some(({ url }) => url === '/v1/abandoned'))
})

test('open: a policy that matches what could be read is enforced', async (t) => {
  const answer = await post(throughProxy(t, open), URL, large(`early ${IBAN}`))
  t.is(answer.status, 400)
  t.is(answer.headers['x-weir-policy'], 'No IBAN')
  t.is((await ask(throughProxy(t, open), 'and on')).status, 200)
})

test('a body of exactly the limit is inspected in full', async (t) => {
  const filler = 'x'.repeat(LIMIT - JSON.stringify({ input: '' }).length)
  const body = JSON.stringify({ input: filler })
  t.is(body.length, LIMIT)
  t.is((await post(throughProxy(t, closed), URL, body)).status, 200)
  const [record] = await closed.interactionsOf(filler)
  t.deepEqual(record?.content_metadata.inspection, { status: 'full' })
  t.is((await post(throughProxy(t, closed), URL, `${body} `)).status, 400)
})
