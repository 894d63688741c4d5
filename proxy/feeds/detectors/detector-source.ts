import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { compileDetectors } from '../../../core/tenant-detectors/compile.ts'
import type { DetectorSet } from '../../../core/tenant-detectors/detector-set.ts'
import type { ApiClient } from '../../api-client/client.ts'
import { ApiError } from '../../api-client/errors.ts'
import { RefreshLoop } from '../refresh-loop.ts'
import { type CachedDetectors, DetectorCache } from './detector-cache.ts'
import { type DetectorMetrics, detectorMetrics } from './detector-metrics.ts'

/** How long a start waits for the API before it goes on with what is on disk. */
const FIRST_FETCH_PATIENCE_MS = 1_000

export interface DetectorSourceOptions {
  readonly client: ApiClient
  /** DATA_DIR/detectors.json: the last known detectors, for a start without the API. */
  readonly cacheFile: string
  readonly serviceToken: string
  readonly logger: Logger
  readonly metrics: Registry
  /** Whether ask() is called at every change. */
  readonly isPushed: () => boolean
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export interface CurrentDetectors {
  /** False where neither the API nor the disk has told any yet: prompts are judged by WEIR_FAIL_MODE. */
  readonly available: boolean
  /** Undefined where the tenant has none. */
  readonly set: DetectorSet | undefined
  /** What `set` was made from, for other threads. */
  readonly served: readonly unknown[]
  /** Another one with every change. */
  readonly revision: number
  readonly fetchedAt: number | undefined
  readonly inForce: number
  readonly skipped: number
}

/** Keeps the tenant's detectors up to date, as PolicySource keeps its policies. */
export class DetectorSource {
  readonly #options: DetectorSourceOptions
  readonly #metrics: DetectorMetrics
  readonly #cache: DetectorCache
  #loop: RefreshLoop | undefined
  #etag: string | undefined
  #lastFailure: ApiError | undefined
  #current: CurrentDetectors = {
    available: false,
    set: undefined,
    served: [],
    revision: 0,
    fetchedAt: undefined,
    inForce: 0,
    skipped: 0,
  }

  private constructor(options: DetectorSourceOptions) {
    this.#options = options
    this.#cache = new DetectorCache(options.cacheFile, options.serviceToken)
    this.#metrics = detectorMetrics(options.metrics, () => this.#current)
  }

  /** Resolves within about a second, with what is on disk where the API does not answer in time. */
  static async open(options: DetectorSourceOptions): Promise<DetectorSource> {
    const source = new DetectorSource(options)
    await source.#load()
    const loop = new RefreshLoop({ refresh: (signal) => source.#fetch(signal), isPushed: options.isPushed })
    source.#loop = loop
    await Promise.race([loop.first, sleep(FIRST_FETCH_PATIENCE_MS, undefined, { ref: false })])
    return source
  }

  current(): CurrentDetectors {
    return this.#current
  }

  /** Why the API did not answer when it was last asked; undefined where it did. */
  get failure(): ApiError | undefined {
    return this.#lastFailure
  }

  /** They may have changed. */
  ask(): void {
    this.#loop?.ask()
  }

  async close(): Promise<void> {
    await this.#loop?.close()
  }

  async #load(): Promise<void> {
    try {
      const cached = await this.#cache.read()
      if (cached !== undefined) this.#take(cached)
    } catch (error) {
      this.#metrics.cacheFailed()
      this.#options.logger.warn({ err: error }, 'the detectors on disk cannot be used')
    }
  }

  async #fetch(signal: AbortSignal): Promise<ApiError | undefined> {
    const { client, now, logger } = this.#options
    try {
      const answer = await client.fetchDetectors(this.#etag, signal)
      // An API that is older than detectors has no tags.
      const isNew = !answer.notModified && (answer.etag !== undefined || !this.#isEmpty)
      this.#metrics.fetched(isNew ? 'changed' : 'unchanged')
      if (this.#lastFailure !== undefined) logger.info('detectors come from the API again')
      this.#lastFailure = undefined
      const fetchedAt = now()
      if (answer.notModified || !isNew) {
        this.#current = { ...this.#current, fetchedAt }
        return undefined
      }
      const { detectors } = answer
      this.#take({ detectors, fetchedAt })
      this.#etag = answer.etag
      const { inForce, skipped } = this.#current
      logger.info({ detectors: detectors.length, inForce, skipped }, 'detectors are in force')
      await this.#save({ detectors, fetchedAt })
      return undefined
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!signal.aborted) this.#reportFailure(error)
      return error
    }
  }

  get #isEmpty(): boolean {
    return this.#current.available && this.#current.served.length === 0
  }

  #take({ detectors, fetchedAt }: CachedDetectors): void {
    const { set, inForce, skipped } = compileDetectors(detectors)
    for (const { id, reason } of skipped) {
      this.#options.logger.error({ code: 'ERR_DETECTOR', id, reason }, 'a detector cannot be used by this release')
    }
    const revision = this.#current.revision + 1
    this.#current = { available: true, set, served: detectors, revision, fetchedAt, inForce, skipped: skipped.length }
  }

  async #save(cached: CachedDetectors): Promise<void> {
    try {
      await this.#cache.write(cached)
    } catch (error) {
      this.#metrics.cacheFailed()
      this.#options.logger.error({ err: error }, 'the detectors cannot be kept on disk')
    }
  }

  #reportFailure(error: ApiError): void {
    this.#metrics.fetched('failed')
    if (this.#lastFailure?.code !== error.code) {
      const { available, fetchedAt } = this.#current
      this.#options.logger.warn(
        { code: error.code, reason: error.message, available, fetchedAt },
        available
          ? 'the API gives no detectors; the last known ones hold'
          : 'the API gives no detectors, and there are none yet',
      )
    }
    this.#lastFailure = error
  }
}
