import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { Registry } from 'prom-client'
import type { Sighting } from '../../../core/model/sighting.ts'
import { createApiClient } from '../../../proxy/api-client/client.ts'
import { SightingReporter } from '../../../proxy/sightings/sighting-reporter.ts'
import { createProxyMetrics } from '../../../proxy/telemetry/metrics.ts'
import { isInTime } from '../../support/crowding.ts'
import { FAKE_TOKEN, FakeApi, type Interference } from '../../support/fake-api.ts'
import { logLines } from '../../support/log-lines.ts'
import { until } from '../../support/wire.ts'

interface Report {
  readonly batch_id: string
  readonly sightings: readonly Sighting[]
}

const PI = { platform_id: 'pi-ai', kind: 'tunnelled', host: 'pi.ai' } as const

const confirm = ({ sightings }: Report, refused = 0): Interference => ({
  status: 200,
  body: JSON.stringify({ received: sightings.length, stored: sightings.length - refused }),
})

async function start(t: ExecutionContext, answer: (report: Report, n: number) => Interference = (r) => confirm(r)) {
  const api = await FakeApi.start(t)
  const reports: Report[] = []
  api.interfere = ({ method, path, body }) => {
    if (method !== 'POST' || path !== '/api/v1/inventory/sightings') return undefined
    const report: Report = JSON.parse(body)
    reports.push(report)
    return answer(report, reports.length)
  }
  const { logger, lines } = logLines()
  const metrics = createProxyMetrics(new Registry())
  const client = createApiClient({ apiUrl: api.url, token: FAKE_TOKEN, ca: undefined })
  t.teardown(() => client.close())
  const reporter = new SightingReporter({
    client,
    metrics,
    logger,
    now: () => new Date('2026-11-21T10:00:00Z'),
    workers: 0,
    lingerMs: 20,
    intervalMs: 50,
  })
  t.teardown(() => reporter.close())
  const untilReports = (count: number) =>
    until(
      () => reports.length >= count,
      () => `${reports.length} of ${count} reports came`,
    )
  const dropped = async () => (await metrics.sightingsDropped.get()).values[0]?.value ?? 0
  return { api, reporter, reports, untilReports, lines, dropped }
}

test('what comes together goes together, and what comes later goes later', async (t) => {
  const { reporter, reports, untilReports } = await start(t)
  reporter.add(PI)
  reporter.add(PI)
  await untilReports(1)
  reporter.add({ ...PI, kind: 'handshake_failed', reason: 'CERT_REVOKED' })
  await untilReports(2)
  t.deepEqual(
    reports.map(({ sightings }) => sightings.map(({ kind, count }) => [kind, count])),
    [[['tunnelled', 2]], [['handshake_failed', 1]]],
  )
  t.not(reports[0]?.batch_id, reports[1]?.batch_id)
})

test('a quiet proxy begins anew after its last report', async (t) => {
  const { reporter, reports, untilReports } = await start(t)
  for (const count of [1, 2, 3]) {
    reporter.add(PI)
    await untilReports(count)
    // Longer than the interval: the reporter has nothing left to wait for.
    await sleep(80)
  }
  t.is(reports.length, 3)
})

test('what got no answer is sent again under its id, and what came meanwhile follows', async (t) => {
  const { reporter, reports, untilReports, lines } = await start(t, (report, n) =>
    n === 1 ? 'lose answer' : n === 2 ? 'reset' : n === 3 ? { status: 503 } : confirm(report),
  )
  reporter.add(PI)
  await untilReports(2)
  reporter.add(PI)
  reporter.add(PI)
  await untilReports(5)
  const [first, ...rest] = reports
  for (const again of rest.slice(0, 3)) t.deepEqual(again, first)
  t.not(rest[3]?.batch_id, first?.batch_id)
  t.deepEqual(
    rest[3]?.sightings.map(({ count }) => count),
    [2],
  )
  await until(
    () => lines.length === 2,
    () => lines.join('\n'),
  )
})

test('what the API refuses is counted as dropped, and the next report goes out', async (t) => {
  const { reporter, untilReports, dropped } = await start(t, (report, n) =>
    n === 1 ? { status: 400 } : confirm(report, 1),
  )
  reporter.add(PI)
  await untilReports(1)
  reporter.add(PI)
  await untilReports(2)
  await until(
    async () => (await dropped()) === 2,
    () => 'two sums were dropped',
  )
  t.pass()
})

test('at the end what is left is sent at once', async (t) => {
  const { reporter, reports } = await start(t)
  reporter.add(PI)
  await reporter.close()
  t.is(reports.length, 1)
})

test('an API that does not answer does not hold up the end', async (t) => {
  const { reporter, dropped } = await start(t, () => 'hang')
  reporter.add(PI)
  const started = performance.now()
  await reporter.close()
  t.true(isInTime(started, 5000))
  t.is(await dropped(), 1)
})

test('an answer that confirms nothing is no confirmation', async (t) => {
  const { reporter, reports, untilReports } = await start(t, (report, n) =>
    n === 1 ? { status: 200, body: '{"received":7,"stored":7}' } : confirm(report),
  )
  reporter.add(PI)
  await untilReports(2)
  t.deepEqual(reports[1], reports[0])
})
