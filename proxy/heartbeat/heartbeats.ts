import { setTimeout as sleep } from 'node:timers/promises'
import type { Heartbeat } from '../../core/model/proxy-instance.ts'
import type { ApiClient } from '../api-client/client.ts'
import { ApiError } from '../api-client/errors.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import { summed, type WorkerReport } from './worker-report.ts'

/** A start has other things to do first. */
const FIRST_MS = 1000
const INTERVAL_MS = 30_000
/** The API may ask for more or less, within these. */
const SHORTEST_MS = 5000
const LONGEST_MS = 60_000
/** After a failure: sooner, so that a short outage is not taken for silence. */
const RETRY_MS = 10_000
/** An API that is older than heartbeats, or a token that may not send them: perhaps for a moment, and well within the default silence. */
const REFUSED_RETRY_MS = 120_000
/** At the end, one more try. */
const CLOSE_TIMEOUT_MS = 500
/** What another worker said longer ago counts no more. */
const WORKER_REPORT_MS = 90_000

/** What stays the same as long as the proxy runs. */
export type Self = Pick<Heartbeat, 'instance_id' | 'name' | 'version' | 'started_at' | 'workers'>

export interface HeartbeatOptions {
  readonly self: Self
  readonly client: Pick<ApiClient, 'sendHeartbeat'>
  readonly metrics: Pick<ProxyMetrics, 'heartbeats'>
  /** How this worker does now. */
  readonly ownReport: () => Promise<WorkerReport>
  /** Told of a failure. */
  readonly onError: (code: string) => void
  /** Where another worker reports for all: this one tells it how it does. */
  readonly tell?: ((report: WorkerReport) => void) | undefined
  readonly firstMs?: number
  readonly intervalMs?: number
}

/**
 * Tells the API every half minute how this proxy does; of several workers the first tells it for all. Nothing waits for it, and a
 * failure is counted and no more: what the API misses, it notices by itself.
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

  /** Another worker has said how it does. */
  heard(report: WorkerReport): void {
    this.#others.set(report.worker, { report, at: performance.now() })
  }

  /** Says that the proxy ends, to an API that has heard of it; for half a second at most. */
  async close(): Promise<void> {
    await this.abandon()
    if (this.#isKnown) await this.#send(true, AbortSignal.timeout(CLOSE_TIMEOUT_MS))
  }

  /** Ends without a word. */
  async abandon(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { firstMs = FIRST_MS, tell, ownReport } = this.#options
    const { signal } = this.#closing
    let pause = firstMs
    while (await isOver(pause, signal)) {
      if (tell === undefined) pause = await this.#send(false, signal)
      else {
        const report = await ownReport()
        tell(report)
        pause = isUnsupplied(report) ? Math.min(SHORTEST_MS, this.#interval) : this.#interval
      }
    }
  }

  get #interval(): number {
    return this.#options.intervalMs ?? INTERVAL_MS
  }

  /** @returns how long to wait for the next, in milliseconds */
  async #send(stopping: boolean, signal: AbortSignal): Promise<number> {
    const { self, client, metrics, ownReport, onError } = this.#options
    try {
      const report = summed(await ownReport(), this.#recent())
      const { next_in_seconds } = await client.sendHeartbeat({ ...self, ...report, stopping }, signal)
      metrics.heartbeats.inc({ outcome: 'ok' })
      this.#isKnown = true
      if (this.#options.intervalMs !== undefined) return this.#interval
      // What it judges by comes any moment: nobody is to read for half a minute that it has nothing.
      if (isUnsupplied(report)) return SHORTEST_MS
      return Math.min(Math.max(next_in_seconds * 1000, SHORTEST_MS), LONGEST_MS)
    } catch (error) {
      // Of whatever kind: no prompt is to suffer from it.
      const code = error instanceof ApiError ? error.code : 'ERR_HEARTBEAT'
      if (signal.aborted && !stopping) return this.#interval
      metrics.heartbeats.inc({ outcome: code })
      onError(code)
      if (!(error instanceof ApiError)) return this.#interval
      const isRefused = error.status === 403 || error.status === 404 || code === 'ERR_API_REFUSED'
      return Math.max(isRefused ? REFUSED_RETRY_MS : RETRY_MS, error.retryAfterMs ?? 0)
    }
  }

  #recent(): WorkerReport[] {
    const since = performance.now() - WORKER_REPORT_MS
    return [...this.#others.values()].filter(({ at }) => at >= since).map(({ report }) => report)
  }
}

function isUnsupplied({
  policies_version,
  detectors_version,
}: Pick<WorkerReport, 'policies_version' | 'detectors_version'>): boolean {
  return policies_version === null || detectors_version === null
}

/** Resolves to true after this time, or to false once the signal aborts. */
async function isOver(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal, ref: false })
    return true
  } catch {
    return false
  }
}
