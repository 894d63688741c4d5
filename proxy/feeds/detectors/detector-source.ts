import type { Registry } from 'prom-client'
import { compileDetectors } from '../../../core/tenant-detectors/compile.ts'
import type { DetectorSet } from '../../../core/tenant-detectors/detector-set.ts'
import type { ApiClient } from '../../api-client/client.ts'
import type { ApiError } from '../../api-client/errors.ts'
import { Feed } from '../feed.ts'
import { FeedCache } from '../feed-cache.ts'
import { feedGauge } from '../feed-metrics.ts'
import type { FeedLogger } from '../start-log.ts'
import { detectorFormat } from './detector-format.ts'

export interface DetectorSourceOptions {
  readonly client: ApiClient
  /** DATA_DIR/detectors.json: the last known detectors, for a start without the API. */
  readonly cacheFile: string
  readonly serviceToken: string
  readonly logger: FeedLogger
  readonly metrics: Registry
  /** Whether ask() is called at every change. */
  readonly isPushed: () => boolean
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export interface CurrentDetectors {
  /** False if neither the API nor the disk has told any yet: prompts are judged by WEIR_FAIL_MODE. */
  readonly available: boolean
  /** Undefined if the tenant has none. */
  readonly set: DetectorSet | undefined
  /** The detectors that `set` was made from, for other threads. */
  readonly served: readonly unknown[]
  /** Changes with every change of the detectors. */
  readonly revision: number
  readonly fetchedAt: number | undefined
  readonly inForce: number
  readonly skipped: number
}

type Compiled = Omit<CurrentDetectors, 'available' | 'fetchedAt'>

/** Keeps the tenant's detectors up to date, as PolicySource keeps its policies. */
export class DetectorSource {
  readonly #logger: FeedLogger
  readonly #feed: Feed<unknown>
  #current: CurrentDetectors | undefined
  #compiled: Compiled = { set: undefined, served: [], revision: 0, inForce: 0, skipped: 0 }

  private constructor(options: DetectorSourceOptions) {
    const { client, cacheFile, serviceToken, logger, metrics, isPushed, now } = options
    this.#logger = logger
    this.#feed = new Feed<unknown>({
      name: 'detectors',
      async fetch(etag, signal) {
        const answer = await client.fetchDetectors(etag, signal)
        return answer.notModified ? answer : { notModified: false, items: answer.detectors, etag: answer.etag }
      },
      cache: new FeedCache(cacheFile, detectorFormat(cacheFile, serviceToken)),
      take: (detectors) => this.#compile(detectors),
      logger,
      metrics,
      isPushed,
      now,
    })
    feedGauge(metrics, 'detectors', 'enabled', 'Detectors of the tenant in force.', () => this.#compiled.inForce)
    const skipped = 'Detectors that this release cannot use.'
    feedGauge(metrics, 'detectors', 'skipped', skipped, () => this.#compiled.skipped, 'max')
  }

  /** Resolves within about a second, with what is on disk where the API does not answer in time. */
  static async open(options: DetectorSourceOptions): Promise<DetectorSource> {
    const source = new DetectorSource(options)
    await source.#feed.load()
    await source.#feed.start()
    return source
  }

  /** Asked several times for each request: the same object until something changes. */
  current(): CurrentDetectors {
    const { available, fetchedAt } = this.#feed
    const known = this.#current
    if (known?.revision === this.#compiled.revision && known.available === available && known.fetchedAt === fetchedAt)
      return known
    this.#current = { ...this.#compiled, available, fetchedAt }
    return this.#current
  }

  /** Why the API did not answer when it was last asked; undefined if it did. */
  get failure(): ApiError | undefined {
    return this.#feed.failure
  }

  /** They may have changed. */
  ask(): void {
    this.#feed.ask()
  }

  async close(): Promise<void> {
    await this.#feed.close()
  }

  #compile(detectors: readonly unknown[]): { inForce: number; skipped: number } {
    const { set, inForce, skipped } = compileDetectors(detectors)
    for (const { id, reason } of skipped) {
      this.#logger.error({ code: 'ERR_DETECTOR', id, reason }, 'a detector cannot be used by this release')
    }
    const revision = this.#compiled.revision + 1
    this.#compiled = { set, served: detectors, revision, inForce, skipped: skipped.length }
    return { inForce, skipped: skipped.length }
  }
}
