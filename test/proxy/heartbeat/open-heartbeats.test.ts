import { hostname } from 'node:os'
import test, { type ExecutionContext } from 'ava'
import { Registry } from 'prom-client'
import type { Heartbeat } from '../../../core/model/proxy-instance.ts'
import { openHeartbeats } from '../../../proxy/heartbeat/open-heartbeats.ts'
import { createProxyMetrics } from '../../../proxy/telemetry/metrics.ts'
import { until } from '../../support/wire.ts'

type Options = Parameters<typeof openHeartbeats>[0]

const NOW = '2026-11-22T12:00:00.000Z'
const FEEDS = {
  policies: { current: () => ({ available: false }), failure: undefined },
  detectors: { current: () => ({ available: true, served: [{ kind: 'own_words' }] }), failure: undefined },
} as unknown as Options['feeds']

/** @returns the first heartbeat */
async function heartbeatOf(
  t: ExecutionContext,
  { failed, ...options }: Partial<Options> & { readonly failed?: string } = {},
): Promise<Heartbeat> {
  const sent: Heartbeat[] = []
  const heartbeats = openHeartbeats({
    settings: { dataDir: '/data', proxyName: undefined },
    client: {
      async sendHeartbeat(heartbeat) {
        sent.push(heartbeat)
        return { next_in_seconds: 30 }
      },
    },
    worker: { name: 'worker-1', all: ['worker-1'] },
    feeds: FEEDS,
    recorder: { backlog: 3, failure: undefined },
    metrics: createProxyMetrics(new Registry()),
    key: 'secret of the data directory',
    now: () => new Date(NOW),
    ...options,
  })
  t.teardown(() => heartbeats.abandon())
  if (failed !== undefined) heartbeats.failed(failed)
  await until(
    () => sent.length > 0,
    () => 'no heartbeat',
  )
  return sent[0] as Heartbeat
}

test('a heartbeat says what the parts of the proxy know', async (t) => {
  const heartbeat = await heartbeatOf(t)
  t.like(heartbeat, {
    ...{ name: hostname().slice(0, 100), workers: 1, records_waiting: 3, policies_version: null, last_error: null },
  })
  t.regex(String(heartbeat.detectors_version), /^[0-9a-f]{16}$/)
})

test('a spool that fails is said by its code, and an error that has no code by that of all others', async (t) => {
  const at = NOW
  const [spool, unknown, known] = await Promise.all([
    heartbeatOf(t, { recorder: { backlog: 0, failure: 'ERR_SPOOL_FULL' } }),
    heartbeatOf(t, { failed: 'Call +33 6 12 34 56 78' }),
    heartbeatOf(t, { failed: 'CERT_HAS_EXPIRED' }),
  ])
  t.deepEqual(spool.last_error, { code: 'ERR_SPOOL_FULL', at })
  t.deepEqual(unknown.last_error, { code: 'ERR_INTERNAL', at })
  t.deepEqual(known.last_error, { code: 'CERT_HAS_EXPIRED', at })
})

test('a proxy has the same id after a restart, and another in another data directory or with another key', async (t) => {
  const [first, again, folder, key] = await Promise.all([
    heartbeatOf(t),
    heartbeatOf(t),
    heartbeatOf(t, { settings: { dataDir: '/copy', proxyName: undefined } }),
    heartbeatOf(t, { key: 'another' }),
  ])
  t.regex(first.instance_id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  t.is(first.instance_id, again.instance_id)
  t.is(new Set([first, folder, key].map(({ instance_id }) => instance_id)).size, 3)
})
