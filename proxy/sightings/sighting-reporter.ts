import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Sighting } from '../../core/model/sighting.ts'
import type { ApiClient } from '../api-client/client.ts'
import { ApiError, retryDelayMs } from '../api-client/errors.ts'
import { isFaultOfBatch } from '../record/delivery.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import { type Seen, Sightings } from './sightings.ts'

/** The first sighting after a quiet time waits this long for others to go with it. */
const LINGER_MS = 1000
/** From one report to the next; with more workers longer, so that all of them together send one a second. */
const INTERVAL_MS = 5000
const INTERVAL_PER_WORKER_MS = 1000
/** At the end, one more try. */
const CLOSE_TIMEOUT_MS = 500

export interface SightingReporterOptions {
  readonly client: Pick<ApiClient, 'sendSightings'>
  readonly metrics: Pick<ProxyMetrics, 'sightingsDropped'>
  readonly logger: Logger
  readonly now: () => Date
  /** How many processes share the token. */
  readonly workers: number
  readonly lingerMs?: number
  readonly intervalMs?: number
}

interface Batch {
  readonly id: string
  readonly sightings: readonly Sighting[]
}

/**
 * Tells the API which AI services were seen without a prompt. Sums live in memory alone: they are worth a row in the
 * inventory, not a write for each tunnel, so a kill loses those of the last seconds, or of the time the API was away. What
 * was sent and not answered is sent again under its id, which the API counts once.
 */
export class SightingReporter {
  readonly #options: SightingReporterOptions
  readonly #sightings = new Sightings()
  readonly #closing = new AbortController()
  readonly #givingUp = new AbortController()
  #unanswered: Batch | undefined
  #running: Promise<void> | undefined
  #failures = 0

  constructor(options: SightingReporterOptions) {
    this.#options = options
  }

  add(seen: Seen): void {
    this.#sightings.add(seen, this.#options.now())
    if (!this.#closing.signal.aborted) this.#running ??= this.#run()
  }

  /** Sends what can be sent within half a second; the rest is dropped. */
  async close(): Promise<void> {
    this.#closing.abort()
    const deadline = setTimeout(() => this.#givingUp.abort(), CLOSE_TIMEOUT_MS)
    await this.#running
    clearTimeout(deadline)
    const left = this.#sightings.size + (this.#unanswered?.sightings.length ?? 0)
    if (left > 0) this.#options.metrics.sightingsDropped.inc(left)
  }

  /** Until every count is sent. */
  async #run(): Promise<void> {
    const { workers, lingerMs = LINGER_MS, intervalMs = INTERVAL_MS } = this.#options
    const interval = Math.max(intervalMs, workers * INTERVAL_PER_WORKER_MS)
    await this.#pause(lingerMs)
    while (this.#unanswered !== undefined || this.#sightings.size > 0) {
      const failure = await this.#send()
      if (failure !== undefined && this.#closing.signal.aborted) return
      await this.#pause(failure === undefined ? interval : Math.max(interval, retryDelayMs(this.#failures, failure)))
    }
    this.#running = undefined
  }

  /** @returns why the API has not answered; undefined if the batch is done with */
  async #send(): Promise<ApiError | undefined> {
    const { client, metrics, logger } = this.#options
    this.#unanswered ??= { id: randomUUID(), sightings: this.#sightings.take() }
    const { id, sightings } = this.#unanswered
    let dropped = 0
    try {
      const { received, stored } = await client.sendSightings(id, sightings, this.#givingUp.signal)
      dropped = received - stored
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!isFaultOfBatch(error)) {
        this.#reportOutage(error)
        return error
      }
      dropped = sightings.length
    }
    this.#unanswered = undefined
    this.#reportRecovery()
    if (dropped > 0) {
      metrics.sightingsDropped.inc(dropped)
      logger.warn({ dropped }, 'the API refused sightings of AI services')
    }
    return undefined
  }

  /** One line for an outage, not for each try. */
  #reportOutage(error: ApiError): void {
    this.#failures += 1
    if (this.#failures > 1) return
    this.#options.logger.warn({ code: error.code }, 'sightings of AI services wait for the API')
  }

  #reportRecovery(): void {
    if (this.#failures === 0) return
    this.#failures = 0
    this.#options.logger.info('sightings of AI services go to the API again')
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#closing.signal, ref: false }).catch((error: unknown) => {
      if (!this.#closing.signal.aborted) throw error
    })
  }
}
