import type { Registry } from 'prom-client'
import type { ServiceSwitch } from '../../../core/resources/service-switch.ts'
import type { ApiClient } from '../../api-client/client.ts'
import { Feed } from '../feed.ts'
import { FeedCache } from '../feed-cache.ts'
import { feedGauge } from '../feed-metrics.ts'
import type { FeedLogger } from '../start-log.ts'
import { switchFormat } from './switch-format.ts'
import { Switches } from './switches.ts'

export interface SwitchSourceOptions {
  readonly client: Pick<ApiClient, 'fetchSwitches'>
  /** DATA_DIR/switches.json: the last known switches, for a start without the API. */
  readonly cacheFile: string
  /** Other switches are in force. */
  readonly onChange: () => void
  readonly logger: FeedLogger
  readonly metrics: Registry
  /** Whether ask() is called at every change. */
  readonly isPushed: () => boolean
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Keeps the tenant's switches up to date, as PolicySource keeps its policies. Without any, everything is decrypted that can be. */
export class SwitchSource {
  readonly #feed: Feed<ServiceSwitch>
  #switches = new Switches([])

  private constructor(options: SwitchSourceOptions) {
    const { client, cacheFile, onChange, logger, metrics, isPushed, now } = options
    let inForce = 0
    this.#feed = new Feed<ServiceSwitch>({
      name: 'switches',
      async fetch(etag, signal) {
        const answer = await client.fetchSwitches(etag, signal)
        return answer.notModified ? answer : { notModified: false, items: answer.switches, etag: answer.etag }
      },
      cache: new FeedCache(cacheFile, switchFormat(cacheFile)),
      take: (switches) => {
        this.#switches = new Switches(switches)
        inForce = switches.length
        onChange()
        return {}
      },
      logger,
      metrics,
      isPushed,
      now,
    })
    feedGauge(metrics, 'switches', 'enabled', 'Service switches of the tenant.', () => inForce)
  }

  /** Resolves within about a second, with what is on disk where the API does not answer in time. */
  static async open(options: SwitchSourceOptions): Promise<SwitchSource> {
    const source = new SwitchSource(options)
    await source.#feed.load()
    await source.#feed.start()
    return source
  }

  current(): Switches {
    return this.#switches
  }

  /** They may have changed. */
  ask(): void {
    this.#feed.ask()
  }

  async close(): Promise<void> {
    await this.#feed.close()
  }
}
