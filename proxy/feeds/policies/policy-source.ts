import type { Registry } from 'prom-client'
import type { Policy } from '../../../core/model/policy.ts'
import { prepare } from '../../../core/policy/evaluate.ts'
import type { ApiClient } from '../../api-client/client.ts'
import type { ApiError } from '../../api-client/errors.ts'
import { Feed } from '../feed.ts'
import { FeedCache } from '../feed-cache.ts'
import { feedGauge } from '../feed-metrics.ts'
import { LiveChannel } from '../live-channel.ts'
import type { FeedLogger } from '../start-log.ts'
import { policyFormat } from './policy-format.ts'

export interface PolicySourceOptions {
  readonly client: ApiClient
  /** DATA_DIR/policies.json: the last known policies, for a start without the API. */
  readonly cacheFile: string
  readonly logger: FeedLogger
  readonly metrics: Registry
  /** The detectors may have changed: the channel of the policies tells of them too. */
  readonly onDetectorsChange?: () => void
  /** And of the service switches. */
  readonly onSwitchesChange?: () => void
  /** And of the exceptions to policies. */
  readonly onExceptionsChange?: () => void
  /** Of users it tells as well: of this one, or perhaps any. */
  readonly onUsersChange?: (userId: string | undefined) => void
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export interface CurrentPolicies {
  /** False if neither the API nor the disk has given any yet: prompts are judged by WEIR_FAIL_MODE. */
  readonly available: boolean
  /** The enabled ones in evaluation order, as evaluate() takes them. */
  readonly policies: readonly Policy[]
  /** When the API last confirmed them, in milliseconds since the epoch. */
  readonly fetchedAt: number | undefined
}

/** Keeps the proxy's policies up to date, and the channel that tells of changes, of the detectors' too. */
export class PolicySource {
  readonly #options: PolicySourceOptions
  readonly #feed: Feed<Policy>
  #channel: LiveChannel | undefined
  #policies: readonly Policy[] = []
  #current: CurrentPolicies | undefined

  private constructor(options: PolicySourceOptions) {
    const { client, cacheFile, logger, metrics, now } = options
    this.#options = options
    this.#feed = new Feed({
      name: 'policies',
      async fetch(etag, signal) {
        const answer = await client.fetchPolicies(etag, signal)
        return answer.notModified ? answer : { notModified: false, items: answer.policies, etag: answer.etag }
      },
      cache: new FeedCache(cacheFile, policyFormat(cacheFile)),
      take: (policies) => {
        this.#policies = prepare(policies)
        return { enabled: this.#policies.length }
      },
      invalidCode: 'ERR_API_INVALID_POLICIES',
      logger,
      metrics,
      isPushed: () => this.isPushed,
      now,
    })
    feedGauge(metrics, 'policies', 'enabled', 'Enabled policies in force.', () => this.#policies.length)
    const pushed = '1 where changes are pushed, 0 where the proxy asks for them every second.'
    feedGauge(metrics, 'policies', 'channel_up', pushed, () => Number(this.isPushed))
  }

  /** Resolves within about a second, with what is on disk where the API does not answer in time. */
  static async open(options: PolicySourceOptions): Promise<PolicySource> {
    const source = new PolicySource(options)
    await source.#feed.load()
    source.#connect()
    await source.#feed.start()
    return source
  }

  /** Asked several times for each request: the same object until something changes. */
  current(): CurrentPolicies {
    const { available, fetchedAt } = this.#feed
    const known = this.#current
    if (known?.policies === this.#policies && known.available === available && known.fetchedAt === fetchedAt)
      return known
    this.#current = { available, policies: this.#policies, fetchedAt }
    return this.#current
  }

  /** Why the API did not answer when it was last asked; undefined if it did. */
  get failure(): ApiError | undefined {
    return this.#feed.failure
  }

  async close(): Promise<void> {
    this.#channel?.close()
    await this.#feed.close()
  }

  /** Whether the API tells of changes as they happen. */
  get isPushed(): boolean {
    return this.#channel?.up ?? false
  }

  #connect(): void {
    this.#channel = new LiveChannel({
      connect: () => this.#options.client.openLiveUpdates(),
      logger: this.#options.logger,
      onChange: () => this.#feed.ask(),
      onDetectorsChange: () => this.#options.onDetectorsChange?.(),
      onSwitchesChange: () => this.#options.onSwitchesChange?.(),
      onExceptionsChange: () => this.#options.onExceptionsChange?.(),
      onUsersChange: (userId) => this.#options.onUsersChange?.(userId),
      onDown: () => {
        this.#feed.ask()
        this.#options.onDetectorsChange?.()
        this.#options.onSwitchesChange?.()
        this.#options.onExceptionsChange?.()
      },
    })
  }
}
