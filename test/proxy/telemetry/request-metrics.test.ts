import test from 'ava'
import { Registry } from 'prom-client'
import { countPrompt, OWN_DETECTOR } from '../../../proxy/telemetry/count-prompt.ts'
import { createProxyMetrics } from '../../../proxy/telemetry/metrics.ts'
import { ProxyLog } from '../../../proxy/telemetry/proxy-log.ts'
import { logLines } from '../../support/log-lines.ts'

type Judged = Parameters<typeof countPrompt>[1]

function begin() {
  const registry = new Registry()
  const metrics = createProxyMetrics(registry)
  const trace = new ProxyLog(logLines().logger, metrics).begin('openai-api', '192.0.2.1')
  const series = async (name: string) => {
    const found = await registry.getSingleMetric(name)?.get()
    return found?.values.map(({ labels, value }) => ({ ...labels, value })) ?? []
  }
  return { metrics, trace, series }
}

for (const [title, outcome, settled, error] of [
  ['an answer that the client got', 'passed', { status: 200, complete: true }, undefined],
  ['an answer that the client did not get whole', 'cut_off', { status: 200, complete: false }, undefined],
  ['a client that left before an answer', 'cut_off', { status: undefined, complete: false }, undefined],
  ['an error of the proxy', 'failed', { status: 502, complete: true }, 'upstream_dns'],
] as const) {
  test(`${title} is counted once as ${outcome}, with its bytes`, async (t) => {
    const { trace, series } = begin()
    trace.sending()
    trace.answered()
    trace.passed(10)
    trace.passed(32)
    if (error !== undefined) trace.failed(error)
    trace.finish(settled)
    trace.finish(settled)
    t.deepEqual(await series('weir_proxy_request_outcomes_total'), [
      { platform: 'openai-api', action: 'none', outcome, value: 1 },
    ])
    t.deepEqual(await series('weir_proxy_response_bytes_total'), [{ value: 42 }])
    const counts = async (name: string) => (await series(name)).filter(({ value }) => value > 0).length
    t.true((await counts('weir_proxy_request_duration_seconds')) > 0)
    t.true((await counts('weir_proxy_upstream_duration_seconds')) > 0)
  })
}

test('findings are counted by type, and those of a tenant’s own detectors under one label', async (t) => {
  const { metrics, series } = begin()
  const classifications = ['IBAN', 'EMAIL', 'IBAN', 'PROJECT_MANHATTAN', 'PROJECT_X'].map((type) => ({ type }))
  countPrompt(metrics, {
    platform: { id: 'openai-api' },
    ruling: { action: 'block', inspection: { status: 'full' } },
    inspection: { status: 'full', result: { classifications } },
  } as unknown as Judged)
  t.deepEqual(await series('weir_proxy_findings_total'), [
    { type: 'IBAN', value: 2 },
    { type: 'EMAIL', value: 1 },
    { type: OWN_DETECTOR, value: 2 },
  ])
  t.deepEqual(await series('weir_proxy_requests_total'), [{ platform: 'openai-api', action: 'block', value: 1 }])
})

test('findings in telemetry are counted by what became of them', async (t) => {
  const { metrics, series } = begin()
  const found = { part: 'telemetry', at: 'x' }
  const telemetry = [
    { ...found, type: 'CREDIT_CARD', count: 1, isEnforced: true },
    { ...found, type: 'PHONE', count: 3, isEnforced: false },
    { ...found, type: 'PROJECT_X', count: 1, isEnforced: true },
  ]
  countPrompt(metrics, {
    platform: { id: 'anthropic-api' },
    ruling: { action: 'block', inspection: { status: 'full' } },
    inspection: { status: 'full', result: { classifications: [], telemetry } },
  } as unknown as Judged)
  t.deepEqual(await series('weir_proxy_telemetry_findings_total'), [
    { type: 'CREDIT_CARD', outcome: 'enforced', value: 1 },
    { type: 'PHONE', outcome: 'recorded', value: 3 },
    { type: OWN_DETECTOR, outcome: 'enforced', value: 1 },
  ])
})
