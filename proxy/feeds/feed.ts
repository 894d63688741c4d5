import { setTimeout as sleep } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import { ApiError } from '../api-client/errors.ts'
import type { FeedCache, Supplied } from './feed-cache.ts'
import { type FeedMetrics, feedMetrics } from './feed-metrics.ts'
import { RefreshLoop } from './refresh-loop.ts'
import type { FeedLogger } from './start-log.ts'

/** How long a start waits for the API before it uses the copy on disk. */
const FIRST_FETCH_PATIENCE_MS = 1_000

export type FeedAnswer<Item> =
  | { readonly notModified: true }
  | { readonly notModified: false; readonly items: readonly Item[]; readonly etag: string | undefined }

export interface FeedOptions<Item> {
  /** In the plural, as logs and metrics call it: policies, detectors. */
  readonly name: string
  readonly fetch: (etag: string | undefined, signal: AbortSignal) => Promise<FeedAnswer<Item>>
  readonly cache: FeedCache<Item>
  /** Puts new items in force. Returns the fields of the log line about them. */
  readonly take: (items: readonly Item[]) => Readonly<Record<string, unknown>>
  /** An answer of this code is a fault of the API, not an outage. */
  readonly invalidCode?: string
  readonly logger: FeedLogger
  readonly metrics: Registry
  /** Whether ask() is called at every change. */
  readonly isPushed: () => boolean
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Keeps policies or detectors up to date: by pushed changes, by polling as the fallback, and from the disk while the API is down. */
export class Feed<Item> {
  readonly #options: FeedOptions<Item>
  readonly #metrics: FeedMetrics
  #loop: RefreshLoop | undefined
  #items: readonly Item[] | undefined
  #fetchedAt: number | undefined
  #etag: string | undefined
  #lastFailure: ApiError | undefined

  constructor(options: FeedOptions<Item>) {
    this.#options = options
    this.#metrics = feedMetrics(options.metrics, options.name, () => this)
  }

  /** Whether the API or the disk has given any yet: else prompts are judged by WEIR_FAIL_MODE. */
  get available(): boolean {
    return this.#items !== undefined
  }

  /** When the API last confirmed them, in milliseconds since the epoch. */
  get fetchedAt(): number | undefined {
    return this.#fetchedAt
  }

  /** Why the API did not answer when it was last asked; undefined if it did. */
  get failure(): ApiError | undefined {
    return this.#lastFailure
  }

  /** Takes what is on disk. */
  async load(): Promise<void> {
    const { cache, logger, name } = this.#options
    try {
      const cached = await cache.read()
      if (cached !== undefined) this.#take(cached)
    } catch (error) {
      this.#metrics.cacheFailed()
      logger.warn({ err: error }, `the ${name} on disk cannot be used`)
    }
  }

  /** Resolves within about a second, with what is on disk where the API does not answer in time. */
  async start(): Promise<void> {
    const { isPushed } = this.#options
    const loop = new RefreshLoop({ refresh: (signal) => this.#fetch(signal), isPushed })
    this.#loop = loop
    await Promise.race([loop.first, sleep(FIRST_FETCH_PATIENCE_MS, undefined, { ref: false })])
  }

  /** There may be new ones. */
  ask(): void {
    this.#loop?.ask()
  }

  async close(): Promise<void> {
    await this.#loop?.close()
  }

  async #fetch(signal: AbortSignal): Promise<ApiError | undefined> {
    const { fetch, now, logger, name } = this.#options
    try {
      const answer = await fetch(this.#etag, signal)
      // An API that is older than a feed has neither items nor tags for it.
      const isNew = !answer.notModified && (answer.etag !== undefined || !this.#isStillEmpty(answer.items))
      this.#metrics.fetched(isNew ? 'changed' : 'unchanged')
      if (this.#lastFailure !== undefined) logger.info(`${name} come from the API again`)
      this.#lastFailure = undefined
      const fetchedAt = now()
      if (answer.notModified || !isNew) {
        this.#fetchedAt = fetchedAt
        return undefined
      }
      const supplied = { items: answer.items, fetchedAt }
      const told = this.#take(supplied)
      this.#etag = answer.etag
      logger.info({ [name]: answer.items.length, ...told }, `${name} are in force`)
      await this.#save(supplied)
      return undefined
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!signal.aborted) this.#reportFailure(error)
      return error
    }
  }

  #isStillEmpty(items: readonly Item[]): boolean {
    return items.length === 0 && this.#items?.length === 0
  }

  #take({ items, fetchedAt }: Supplied<Item>): Readonly<Record<string, unknown>> {
    const told = this.#options.take(items)
    this.#items = items
    this.#fetchedAt = fetchedAt
    return told
  }

  async #save(supplied: Supplied<Item>): Promise<void> {
    const { cache, logger, name } = this.#options
    try {
      await cache.write(supplied)
    } catch (error) {
      this.#metrics.cacheFailed()
      logger.error({ err: error }, `the ${name} cannot be kept on disk`)
    }
  }

  #reportFailure(error: ApiError): void {
    const { invalidCode, logger, name } = this.#options
    const invalid = error.code === invalidCode
    this.#metrics.fetched(invalid ? 'invalid' : 'failed')
    if (this.#lastFailure?.code !== error.code) {
      const { available, fetchedAt } = this
      logger[invalid ? 'error' : 'warn'](
        { code: error.code, reason: error.message, available, fetchedAt },
        available
          ? `the API gives no ${name}; the last known ones hold`
          : `the API gives no ${name}, and there are none yet`,
      )
    }
    this.#lastFailure = error
  }
}
