import { setTimeout as sleep } from 'node:timers/promises'
import type { Heartbeat } from '../../core/model/proxy-instance.ts'
import type { ApiClient } from '../api-client/client.ts'
import { ApiError } from '../api-client/errors.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import { FIRST_MS, INTERVAL_MS, pauseAfter, pauseAsked, SHORTEST_MS } from './pauses.ts'
import { summed, type WorkerReport } from './worker-report.ts'

/** How long close() waits for the API to take the last heartbeat. */
const CLOSE_TIMEOUT_MS = 500
/** What another worker reported longer ago counts no more: three heartbeats of its own were missed. */
const WORKER_REPORT_MS = 90_000

/** What every heartbeat of a running proxy says alike. */
export type Self = Pick<Heartbeat, 'instance_id' | 'name' | 'version' | 'started_at' | 'workers'>

export interface HeartbeatOptions {
  readonly self: Self
  readonly client: Pick<ApiClient, 'sendHeartbeat'>
  readonly metrics: Pick<ProxyMetrics, 'heartbeats'>
  /** What this worker has to report now. */
  readonly ownReport: () => Promise<WorkerReport>
  /** Told of a failure. */
  readonly onError: (code: string) => void
  /** Where another worker reports for all: hands it what this one has to report. */
  readonly tell?: ((report: WorkerReport) => void) | undefined
  readonly firstMs?: number
  readonly intervalMs?: number
}

/**
 * Reports the state of this proxy to the API every half minute; of several workers the first reports for all. No prompt waits for
 * a heartbeat, and one that fails is counted and tried again later: an API that misses heartbeats raises an alert by itself.
 */
export class Heartbeats {
  readonly #options: HeartbeatOptions
  readonly #closing = new AbortController()
  readonly #others = new Map<string, { readonly report: WorkerReport; readonly at: number }>()
  readonly #running: Promise<void>
  #isKnown = false

  constructor(options: HeartbeatOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  /** Another worker has reported. @param at when, in milliseconds of performance.now() */
  heard(report: WorkerReport, at = performance.now()): void {
    this.#others.set(report.worker, { report, at })
  }

  /** Says that the proxy ends, to an API that has heard of it; for half a second at most. */
  async close(): Promise<void> {
    await this.abandon()
    if (this.#isKnown) await this.#send(true, AbortSignal.timeout(CLOSE_TIMEOUT_MS))
  }

  /** Ends, and does not tell the API. */
  async abandon(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { firstMs = FIRST_MS, tell } = this.#options
    const { signal } = this.#closing
    let pause = firstMs
    while (await hasPassed(pause, signal)) {
      pause = tell === undefined ? await this.#send(false, signal) : await this.#handOver(tell)
    }
  }

  get #interval(): number {
    return this.#options.intervalMs ?? INTERVAL_MS
  }

  /** @returns milliseconds until the next */
  async #handOver(tell: (report: WorkerReport) => void): Promise<number> {
    try {
      const report = await this.#options.ownReport()
      tell(report)
      return isUnsupplied(report) ? Math.min(SHORTEST_MS, this.#interval) : this.#interval
    } catch (error) {
      return this.#failed(error)
    }
  }

  /** @returns milliseconds until the next */
  async #send(stopping: boolean, signal: AbortSignal): Promise<number> {
    const { self, client, metrics, ownReport } = this.#options
    try {
      const report = summed(await ownReport(), this.#recent())
      const { next_in_seconds } = await client.sendHeartbeat({ ...self, ...report, stopping }, signal)
      metrics.heartbeats.inc({ outcome: 'ok' })
      this.#isKnown = true
      if (this.#options.intervalMs !== undefined) return this.#interval
      // At a start the policies arrive any moment: the list of proxies must not say for half a minute that there are none.
      return isUnsupplied(report) ? SHORTEST_MS : pauseAsked(next_in_seconds)
    } catch (error) {
      if (signal.aborted && !stopping) return this.#interval
      return this.#failed(error)
    }
  }

  /** @param error also one of Weir's own: a heartbeat that fails must not end the proxy */
  #failed(error: unknown): number {
    const { metrics, onError } = this.#options
    const code = error instanceof ApiError ? error.code : 'ERR_HEARTBEAT'
    metrics.heartbeats.inc({ outcome: code })
    onError(code)
    return error instanceof ApiError ? pauseAfter(error) : this.#interval
  }

  #recent(): WorkerReport[] {
    const since = performance.now() - WORKER_REPORT_MS
    return [...this.#others.values()].filter(({ at }) => at >= since).map(({ report }) => report)
  }
}

/** Whether the policies or the detectors have not arrived yet. */
function isUnsupplied({
  policies_version,
  detectors_version,
}: Pick<WorkerReport, 'policies_version' | 'detectors_version'>): boolean {
  return policies_version === null || detectors_version === null
}

/** @returns true after this time, false once the signal aborts */
async function hasPassed(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal, ref: false })
    return true
  } catch {
    return false
  }
}
