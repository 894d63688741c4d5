import { createHmac } from 'node:crypto'
import { hostname } from 'node:os'
import type { Settings } from '../../config/settings.ts'
import { VERSION } from '../../config/version.ts'
import type { Heartbeat } from '../../core/model/proxy-instance.ts'
import { supplyVersion } from '../../core/supply-version.ts'
import type { ApiClient } from '../api-client/client.ts'
import type { Feeds } from '../feeds/open-feeds.ts'
import type { ProxyOptions } from '../proxy-server.ts'
import type { Recorder } from '../record/recorder.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import { Heartbeats } from './heartbeats.ts'
import { PromptWindow } from './prompt-window.ts'
import type { WorkerReport } from './worker-report.ts'

const NAME_MAX = 100
const ERROR_CODE = /^[A-Z][A-Z0-9_]{0,63}$/

interface Options {
  readonly settings: Pick<Settings, 'dataDir' | 'proxyName'>
  readonly client: Pick<ApiClient, 'sendHeartbeat'>
  readonly worker: Pick<NonNullable<ProxyOptions['worker']>, 'name' | 'all' | 'startedAt' | 'reports'>
  readonly feeds: Pick<Feeds, 'policies' | 'detectors'>
  readonly recorder: Pick<Recorder, 'backlog' | 'failure'>
  readonly metrics: Pick<ProxyMetrics, 'inspections' | 'heartbeats'>
  /** A secret of this data directory, from which the proxy's id is derived; it does not leave the machine. */
  readonly key: string
  readonly now: () => Date
}

export interface OpenHeartbeats extends Pick<Heartbeats, 'close' | 'abandon'> {
  /** An error of Weir itself. */
  failed(code: string): void
}

/** Starts the heartbeats, which gather what the parts of this proxy know. */
export function openHeartbeats({
  settings,
  client,
  worker,
  feeds,
  recorder,
  metrics,
  key,
  now,
}: Options): OpenHeartbeats {
  let lastError: Heartbeat['last_error'] = null
  const failed = (code: string) => {
    lastError = { code: ERROR_CODE.test(code) ? code : 'ERR_INTERNAL', at: now().toISOString() }
  }
  const prompts = new PromptWindow(performance.now())
  const [reporting] = worker.all
  const heartbeats = new Heartbeats({
    self: {
      instance_id: instanceId(key, settings.dataDir),
      name: settings.proxyName ?? hostname().slice(0, NAME_MAX),
      version: VERSION,
      started_at: worker.startedAt ?? now().toISOString(),
      workers: worker.all.length,
    },
    client,
    metrics,
    onError: failed,
    tell: worker.name === reporting ? undefined : worker.reports?.tell,
    async ownReport(): Promise<WorkerReport> {
      const { policies, detectors } = feeds
      const failure = recorder.failure ?? policies.failure?.code ?? detectors.failure?.code
      if (failure !== undefined) failed(failure)
      return {
        worker: worker.name,
        policies_version: policies.current().available ? supplyVersion(policies.current().policies) : null,
        detectors_version: detectors.current().available ? detectorsVersion(detectors.current().served) : null,
        records_waiting: recorder.backlog,
        ...prompts.read(await metrics.inspections.get(), performance.now()),
        last_error: lastError,
      }
    },
  })
  worker.reports?.onTold((report) => heartbeats.heard(report))
  return { failed, close: () => heartbeats.close(), abandon: () => heartbeats.abandon() }
}

/** The same after a restart, and another for a copy of the data directory on another machine. */
function instanceId(key: string, dataDir: string): string {
  const hex = createHmac('sha256', key).update(`proxy instance\n${hostname()}\n${dataDir}`).digest('hex')
  // RFC 9562 section 5.8: version 8, for ids that are made in a way of one's own.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** @param served as the API sent them; an entry that is no detector, such as the switch of own words, has a kind in place of an id */
function detectorsVersion(served: readonly unknown[]): string {
  return supplyVersion(
    served.map((detector) => {
      const { id, kind, updated_at } = Object(detector) as Readonly<Record<string, unknown>>
      return { id: String(id ?? kind), updated_at: String(updated_at ?? '') }
    }),
  )
}
