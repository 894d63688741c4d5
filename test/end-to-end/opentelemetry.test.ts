import test from 'ava'
import { type Collector, startCollector } from '../support/collector.ts'
import { throughProxy } from '../support/dispatchers.ts'
import { post } from '../support/prompts.ts'
import { IBAN, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { until } from '../support/wire.ts'

const scope = fileScope()
const OPENAI = 'api.openai.com'
const CANARY = 'quagga'
let collector: Collector
let upstream: FakeUpstream
let weir: Weir

test.before(async () => {
  collector = await startCollector(scope)
  upstream = await startUpstream(scope, { hosts: [OPENAI] })
  weir = await startWeir(scope, {
    upstreams: { [OPENAI]: upstream },
    env: {
      WEIR_OTLP_ENDPOINT: collector.url,
      WEIR_OTLP_HEADERS: 'authorization=Bearer of-the-collector, x-more=1',
      WEIR_OTLP_METRICS_SECONDS: '1',
    },
  })
  await weir.createPolicy(policyOn('IBAN', 'block', 'No bank data'))
})

const chat = (content: string) => ({ model: `${CANARY}-model`, messages: [{ role: 'user', content }] })
const url = `https://${OPENAI}/v1/chat/completions?key=${CANARY}-query`
const found = (traceId: string, name: string) =>
  collector.spans().find((span) => span.traceId === traceId && span.name === name)

test.serial(
  'an exchange is a trace from the client to the service to the record, under the id of the record',
  async (t) => {
    const client = throughProxy(t, weir)
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    const before = upstream.arrivals.length
    const answer = await post(client, url, chat(`${CANARY} of the text`), { traceparent })
    t.is(answer.status, 200)
    t.is(upstream.arrivals[before]?.headers.traceparent, traceparent, 'as the client sent it')
    const [prompt] = await weir.listed(({ direction }) => direction === 'outbound')
    const traceId = String(prompt?.id).replaceAll('-', '')
    for (const name of ['weir.exchange', 'weir.inspect', 'weir.upstream', 'weir.store'])
      await until(
        () => found(traceId, name) !== undefined,
        () => `no span ${name}`,
      )
    const root = found(traceId, 'weir.exchange')
    t.like(root?.attributes, { 'weir.action': 'allow', 'weir.platform': 'openai-api', 'weir.outcome': 'passed' })
    t.is(root?.attributes['weir.reference'], traceId.slice(-10))
    t.is(Number(root?.attributes['http.response.status_code']), 200)
    t.like(root?.links?.[0], { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' })
    t.is(root?.parentSpanId || undefined, undefined)
    for (const name of ['weir.inspect', 'weir.upstream', 'weir.store']) {
      const span = found(traceId, name)
      t.is(span?.parentSpanId, root?.spanId, name)
      t.true(BigInt(span?.endTimeUnixNano ?? 0) >= BigInt(span?.startTimeUnixNano ?? 1), name)
    }
    t.is(found(traceId, 'weir.store')?.service, 'weir-api')
    t.is(root?.service, 'weir-proxy')
  },
)

test.serial('a refusal has no span of a service, and a false traceparent is no link', async (t) => {
  const client = throughProxy(t, weir)
  const answer = await post(client, url, chat(`${CANARY} ${IBAN}`), { traceparent: `00-${'0'.repeat(32)}-${CANARY}` })
  t.is(answer.status, 400)
  const traceId = String(answer.headers['x-weir-interaction']).replaceAll('-', '')
  await until(
    () => found(traceId, 'weir.exchange') !== undefined,
    () => 'no span of the refusal',
  )
  const root = found(traceId, 'weir.exchange')
  t.like(root?.attributes, { 'weir.action': 'block', 'weir.outcome': 'refused' })
  t.deepEqual(root?.links ?? [], [])
  t.is(found(traceId, 'weir.upstream'), undefined)
})

test.serial('the metrics of both arrive, and nothing that a client wrote does', async (t) => {
  const has = (name: string, service: string) =>
    collector.metrics().findLast((metric) => metric.name === name && metric.service === service)
  const names = [
    ['weir_proxy_requests', 'weir-proxy'],
    ['weir_proxy_request_duration_seconds', 'weir-proxy'],
    ['weir_api_interactions', 'weir-api'],
  ] as const
  for (const [name, service] of names)
    await until(
      () => has(name, service) !== undefined,
      () => `${name} is not among ${[...new Set(collector.metrics().map((metric) => metric.name))].join(' ')}`,
    )
  t.true(has('weir_proxy_requests', 'weir-proxy')?.sum?.isMonotonic)
  const seconds = has('weir_proxy_request_duration_seconds', 'weir-proxy')
  t.is(seconds?.unit, 's')
  const point = seconds?.histogram?.dataPoints[0]
  t.is(point?.bucketCounts.length, (point?.explicitBounds.length ?? 0) + 1)
  const sum = (point?.bucketCounts ?? []).reduce((all, count) => all + Number(count), 0)
  t.is(sum, Number(point?.count))
  for (const { headers } of collector.requests)
    t.like(headers, { authorization: 'Bearer of-the-collector', 'x-more': '1' })
  for (const { text } of collector.requests) t.false(text.includes(CANARY))
  t.is(await weir.stop(), 0)
})
