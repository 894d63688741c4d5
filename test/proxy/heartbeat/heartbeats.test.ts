import test, { type ExecutionContext } from 'ava'
import { Registry } from 'prom-client'
import type { Heartbeat } from '../../../core/model/proxy-instance.ts'
import { ApiError } from '../../../proxy/api-client/errors.ts'
import { type HeartbeatOptions, Heartbeats } from '../../../proxy/heartbeat/heartbeats.ts'
import type { WorkerReport } from '../../../proxy/heartbeat/worker-report.ts'
import { createProxyMetrics } from '../../../proxy/telemetry/metrics.ts'
import { until } from '../../support/wire.ts'

const SELF = {
  ...{ instance_id: 'b2c7a5de-4f0e-8c55-8a7d-2f6d5f3b9a10', name: 'proxy', version: '1.0.0' },
  ...{ started_at: '2026-11-22T12:00:00.000Z', workers: 2 },
}

function aReport(fields: Partial<WorkerReport> = {}): WorkerReport {
  return {
    ...{ worker: 'worker-1', policies_version: 'a'.repeat(16), detectors_version: 'b'.repeat(16) },
    ...{ records_waiting: 1, window_seconds: 60, prompts: 10, not_inspected: { too_large: 1 }, last_error: null },
    ...fields,
  }
}

function open(t: ExecutionContext, options: Partial<HeartbeatOptions> = {}) {
  const sent: Heartbeat[] = []
  const failures: string[] = []
  const metrics = createProxyMetrics(new Registry())
  const heartbeats = new Heartbeats({
    ...{ self: SELF, metrics, firstMs: 0, intervalMs: 5 },
    client: {
      async sendHeartbeat(heartbeat) {
        sent.push(heartbeat)
        return { next_in_seconds: 30 }
      },
    },
    ownReport: async () => aReport(),
    onError: (code) => failures.push(code),
    ...options,
  })
  t.teardown(() => heartbeats.abandon())
  const outcome = async (name: string) => {
    const { values } = await metrics.heartbeats.get()
    return values.find(({ labels }) => labels.outcome === name)?.value ?? 0
  }
  return { heartbeats, sent, failures, outcome }
}

test('a proxy reports again and again, and at its end that it ends', async (t) => {
  const { heartbeats, sent, outcome } = open(t)
  await until(
    () => sent.length >= 3,
    () => `${sent.length} heartbeats`,
  )
  const { worker: _worker, ...report } = aReport()
  t.deepEqual(sent[0], { ...SELF, ...report, stopping: false })
  await heartbeats.close()
  t.true(sent.at(-1)?.stopping)
  t.is(sent.filter(({ stopping }) => stopping).length, 1)
  t.is(await outcome('ok'), sent.length)
})

test('one that is put away by force says nothing, and one that never reported says nothing at its end', async (t) => {
  const first = open(t)
  await until(
    () => first.sent.length > 0,
    () => 'no heartbeat',
  )
  await first.heartbeats.abandon()
  t.false(first.sent.some(({ stopping }) => stopping))
  const second = open(t, { firstMs: 60_000 })
  await second.heartbeats.close()
  t.deepEqual(second.sent, [])
})

test('one worker reports for all, which tell it how they do', async (t) => {
  const { heartbeats, sent } = open(t)
  heartbeats.heard(aReport({ worker: 'worker-3', prompts: 1000 }), performance.now() - 100_000)
  heartbeats.heard(
    aReport({
      ...{ worker: 'worker-2', policies_version: 'c'.repeat(16), records_waiting: 5, prompts: 3, window_seconds: 30 },
      ...{ not_inspected: { too_large: 1, over_budget: 2 }, last_error: { code: 'ERR_X', at: SELF.started_at } },
    }),
  )
  const isWhole = ({ prompts }: Heartbeat) => prompts === 13
  await until(
    () => sent.some(isWhole),
    () => 'no sum',
  )
  t.like(sent.find(isWhole), {
    ...{ records_waiting: 6, window_seconds: 60, not_inspected: { too_large: 2, over_budget: 2 } },
    ...{ detectors_version: 'b'.repeat(16), last_error: { code: 'ERR_X', at: SELF.started_at } },
  })

  const told: WorkerReport[] = []
  const other = open(t, { tell: (report) => told.push(report) })
  await until(
    () => told.length > 1,
    () => 'nothing was told',
  )
  await other.heartbeats.close()
  t.deepEqual(other.sent, [])
})

test('a failure is counted and told, whatever it is, and nothing more', async (t) => {
  const refused = new ApiError('ERR_API_FORBIDDEN', 'no', { status: 403 })
  const { failures, outcome } = open(t, { client: { sendHeartbeat: () => Promise.reject(refused) } })
  await until(
    () => failures.length > 0,
    () => 'no failure',
  )
  t.deepEqual(failures, ['ERR_API_FORBIDDEN'], 'it asks again much later')
  t.is(await outcome('ERR_API_FORBIDDEN'), 1)

  const broken = open(t, { ownReport: () => Promise.reject(new Error('broken')) })
  await until(
    () => broken.failures.length > 1,
    () => 'it gave up',
  )
  t.is(broken.failures[0], 'ERR_HEARTBEAT')
  const mute = open(t, { ownReport: () => Promise.reject(new Error('broken')), tell: () => {} })
  await until(
    () => mute.failures.length > 1,
    () => 'a worker that another one reports for gave up',
  )
})

test('an API that never answers holds up no end', async (t) => {
  const hangs: HeartbeatOptions['client'] = {
    sendHeartbeat: (_, signal) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  }
  const { heartbeats, failures } = open(t, { client: hangs })
  await heartbeats.close()
  t.deepEqual(failures, [])
})
