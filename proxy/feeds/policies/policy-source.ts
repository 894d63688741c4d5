import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Policy } from '../../../core/model/policy.ts'
import { prepare } from '../../../core/policy/evaluate.ts'
import type { ApiClient } from '../../api-client/client.ts'
import { ApiError } from '../../api-client/errors.ts'
import { LiveChannel } from '../live-channel.ts'
import { RefreshLoop } from '../refresh-loop.ts'
import { type PolicySet, readPolicyCache, writePolicyCache } from './policy-cache.ts'
import { type PolicyMetrics, policyMetrics } from './policy-metrics.ts'

/** How long a start waits for the API before it goes on with what is on disk. */
const FIRST_FETCH_PATIENCE_MS = 1_000

export interface PolicySourceOptions {
  readonly client: ApiClient
  /** DATA_DIR/policies.json: the last known policies, for a start without the API. */
  readonly cacheFile: string
  readonly logger: Logger
  readonly metrics: Registry
  /** The detectors may have changed: the channel of the policies tells of them too. */
  readonly onDetectorsChange?: () => void
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
  #loop: RefreshLoop | undefined
  #channel: LiveChannel | undefined
  #current: CurrentPolicies = { available: false, policies: [], fetchedAt: undefined }
  #etag: string | undefined
  #lastFailure: ApiError | undefined

  private constructor(options: PolicySourceOptions) {
    this.#options = options
    this.#metrics = policyMetrics(
      options.metrics,
      () => this.#current,
      () => this.isPushed,
    )
  }

  /** Resolves within about a second, with what is on disk where the API does not answer in time. */
  static async open(options: PolicySourceOptions): Promise<PolicySource> {
    const source = new PolicySource(options)
    await source.#load()
    source.#connect()
    const loop = new RefreshLoop({ refresh: (signal) => source.#fetch(signal), isPushed: () => source.isPushed })
    source.#loop = loop
    await Promise.race([loop.first, sleep(FIRST_FETCH_PATIENCE_MS, undefined, { ref: false })])
    return source
  }

  current(): CurrentPolicies {
    return this.#current
  }

  /** Why the API did not answer when it was last asked; undefined where it did. */
  get failure(): ApiError | undefined {
    return this.#lastFailure
  }

  async close(): Promise<void> {
    this.#channel?.close()
    await this.#loop?.close()
  }

  /** Whether the API tells of changes as they happen. */
  get isPushed(): boolean {
    return this.#channel?.up ?? false
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
      onChange: () => this.#loop?.ask(),
      onDetectorsChange: () => this.#options.onDetectorsChange?.(),
      onDown: () => {
        this.#loop?.ask()
        this.#options.onDetectorsChange?.()
      },
    })
  }

  async #fetch(signal: AbortSignal): Promise<ApiError | undefined> {
    const { client, now, logger } = this.#options
    try {
      const answer = await client.fetchPolicies(this.#etag, signal)
      this.#metrics.fetched(answer.notModified ? 'unchanged' : 'changed')
      if (this.#lastFailure !== undefined) logger.info('policies come from the API again')
      this.#lastFailure = undefined
      const fetchedAt = now()
      if (answer.notModified) {
        this.#current = { ...this.#current, fetchedAt }
        return undefined
      }
      const set = { policies: answer.policies, fetchedAt }
      this.#take(set)
      this.#etag = answer.etag
      logger.info({ policies: answer.policies.length, enabled: this.#current.policies.length }, 'policies are in force')
      await this.#save(set)
      return undefined
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!signal.aborted) this.#reportFailure(error)
      return error
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
    const invalid = error.code === 'ERR_API_INVALID_POLICIES'
    this.#metrics.fetched(invalid ? 'invalid' : 'failed')
    if (this.#lastFailure?.code !== error.code) {
      const { available, fetchedAt } = this.#current
      this.#options.logger[invalid ? 'error' : 'warn'](
        { code: error.code, reason: error.message, available, fetchedAt },
        available
          ? 'the API gives no policies; the last known ones hold'
          : 'the API gives no policies, and there are none yet',
      )
    }
    this.#lastFailure = error
  }
}
