import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Policy } from '../../core/model/policy.ts'
import { prepare } from '../../core/policy/evaluate.ts'
import type { ApiClient } from '../api-client/client.ts'
import { ApiError } from '../api-client/errors.ts'
import { LiveChannel } from './live-channel.ts'
import { type PolicySet, readPolicyCache, writePolicyCache } from './policy-cache.ts'
import { type PolicyMetrics, policyMetrics } from './policy-metrics.ts'

/** Without a channel a change must be in force within a second, the request for it included. */
const POLL_INTERVAL_MS = 800
/** With a channel, asking is only a safety net. */
const IDLE_POLL_INTERVAL_MS = 30_000
/** Many changes in a row cost five requests a second, not one each. */
const MIN_INTERVAL_MS = 200
/** How long a start waits for the API before it goes on with what is on disk. */
const FIRST_FETCH_PATIENCE_MS = 1_000

export interface PolicySourceOptions {
  readonly client: ApiClient
  /** DATA_DIR/policies.json: the last known policies, for a start without the API. */
  readonly cacheFile: string
  readonly logger: Logger
  readonly metrics: Registry
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export interface CurrentPolicies {
  /** False where neither the API nor the disk has given any yet: prompts are judged by WEIR_FAIL_MODE. */
  readonly available: boolean
  /** The enabled ones in evaluation order, as evaluate() takes them. */
  readonly policies: readonly Policy[]
  /** When the API last confirmed them, in milliseconds since the epoch. */
  readonly fetchedAt: number | undefined
}

/** Keeps the proxy's policies up to date: pushed changes, polling as the fallback, the disk while the API is away. */
export class PolicySource {
  readonly #options: PolicySourceOptions
  readonly #metrics: PolicyMetrics
  readonly #closing = new AbortController()
  #running: Promise<void> = Promise.resolve()
  #channel: LiveChannel | undefined
  #current: CurrentPolicies = { available: false, policies: [], fetchedAt: undefined }
  #etag: string | undefined
  #asked = Promise.withResolvers<void>()
  #lastFailure: ApiError | undefined

  private constructor(options: PolicySourceOptions) {
    this.#options = options
    this.#metrics = policyMetrics(
      options.metrics,
      () => this.#current,
      () => this.#channel?.up ?? false,
    )
  }

  /** Resolves within about a second, with what is on disk where the API does not answer in time. */
  static async open(options: PolicySourceOptions): Promise<PolicySource> {
    const source = new PolicySource(options)
    await source.#load()
    source.#connect()
    const firstFetch = source.#fetch()
    source.#running = firstFetch.then(() => source.#run())
    await Promise.race([firstFetch, sleep(FIRST_FETCH_PATIENCE_MS, undefined, { ref: false })])
    return source
  }

  current(): CurrentPolicies {
    return this.#current
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#channel?.close()
    this.#ask()
    await this.#running
  }

  get #closed(): boolean {
    return this.#closing.signal.aborted
  }

  #ask(): void {
    this.#asked.resolve()
  }

  async #load(): Promise<void> {
    try {
      const cached = await readPolicyCache(this.#options.cacheFile)
      if (cached !== undefined) this.#take(cached)
    } catch (error) {
      this.#metrics.cacheFailed()
      this.#options.logger.warn({ err: error }, 'the policies on disk cannot be used')
    }
  }

  #connect(): void {
    this.#channel = new LiveChannel({
      connect: () => this.#options.client.openLiveUpdates(),
      logger: this.#options.logger,
      onChange: () => this.#ask(),
      onDown: () => this.#ask(),
    })
  }

  /** One request at a time, so that an older answer never replaces a newer one. */
  async #run(): Promise<void> {
    while (!this.#closed) {
      await this.#untilDue()
      if (!this.#closed) await this.#fetch()
    }
  }

  async #untilDue(): Promise<void> {
    const quiet = Math.max(MIN_INTERVAL_MS, this.#lastFailure?.retryAfterMs ?? 0)
    await sleep(quiet, undefined, { signal: this.#closing.signal }).catch((error: unknown) => {
      if (!this.#closed) throw error
    })
    const pushed = this.#channel?.up === true && this.#lastFailure === undefined
    const timer = setTimeout(() => this.#ask(), (pushed ? IDLE_POLL_INTERVAL_MS : POLL_INTERVAL_MS) - MIN_INTERVAL_MS)
    await this.#asked.promise
    clearTimeout(timer)
    this.#asked = Promise.withResolvers()
  }

  async #fetch(): Promise<void> {
    const { client, now, logger } = this.#options
    try {
      const answer = await client.fetchPolicies(this.#etag, this.#closing.signal)
      this.#metrics.fetched(answer.notModified ? 'unchanged' : 'changed')
      if (this.#lastFailure !== undefined) logger.info('policies come from the API again')
      this.#lastFailure = undefined
      const fetchedAt = now()
      if (answer.notModified) {
        this.#current = { ...this.#current, fetchedAt }
        return
      }
      const set = { policies: answer.policies, fetchedAt }
      this.#take(set)
      this.#etag = answer.etag
      logger.info({ policies: answer.policies.length, enabled: this.#current.policies.length }, 'policies are in force')
      await this.#save(set)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      this.#reportFailure(error)
    }
  }

  #take({ policies, fetchedAt }: PolicySet): void {
    this.#current = { available: true, policies: prepare(policies), fetchedAt }
  }

  async #save(set: PolicySet): Promise<void> {
    try {
      await writePolicyCache(this.#options.cacheFile, set)
    } catch (error) {
      this.#metrics.cacheFailed()
      this.#options.logger.error({ err: error }, 'the policies cannot be kept on disk')
    }
  }

  #reportFailure(error: ApiError): void {
    if (this.#closed) return
    const invalid = error.code === 'ERR_API_INVALID_POLICIES'
    this.#metrics.fetched(invalid ? 'invalid' : 'failed')
    if (this.#lastFailure?.code !== error.code) {
      const { available, fetchedAt } = this.#current
      this.#options.logger[invalid ? 'error' : 'warn'](
        { code: error.code, reason: error.message, available, fetchedAt },
        'the API gives no policies; the last known ones hold',
      )
    }
    this.#lastFailure = error
  }
}
