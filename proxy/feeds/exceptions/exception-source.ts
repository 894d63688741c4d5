import type { Registry } from 'prom-client'
import { Exceptions, NO_EXCEPTIONS } from '../../../core/policy/exceptions.ts'
import type { ServedException } from '../../../core/resources/exception.ts'
import type { ApiClient } from '../../api-client/client.ts'
import { Feed } from '../feed.ts'
import { FeedCache } from '../feed-cache.ts'
import { feedGauge } from '../feed-metrics.ts'
import type { FeedLogger } from '../start-log.ts'
import { exceptionFormat } from './exception-format.ts'

export interface ExceptionSourceOptions {
  readonly client: Pick<ApiClient, 'fetchExceptions'>
  /** DATA_DIR/exceptions.json: the last known exceptions, for a start without the API. */
  readonly cacheFile: string
  readonly serviceToken: string
  readonly logger: FeedLogger
  readonly metrics: Registry
  /** Whether ask() is called at every change. */
  readonly isPushed: () => boolean
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Keeps the tenant's exceptions up to date, as PolicySource keeps its policies. Without any, every policy holds for everyone. */
export class ExceptionSource {
  readonly #feed: Feed<ServedException>
  #exceptions = NO_EXCEPTIONS

  private constructor(options: ExceptionSourceOptions) {
    const { client, cacheFile, serviceToken, logger, metrics, isPushed, now } = options
    let inForce = 0
    this.#feed = new Feed<ServedException>({
      name: 'exceptions',
      async fetch(etag, signal) {
        const answer = await client.fetchExceptions(etag, signal)
        return answer.notModified ? answer : { notModified: false, items: answer.exceptions, etag: answer.etag }
      },
      cache: new FeedCache(cacheFile, exceptionFormat(cacheFile, serviceToken)),
      take: (exceptions) => {
        this.#exceptions = new Exceptions(exceptions)
        inForce = exceptions.length
        return {}
      },
      logger,
      metrics,
      isPushed,
      now,
    })
    feedGauge(metrics, 'exceptions', 'enabled', 'Exceptions of the tenant.', () => inForce)
  }

  /** Resolves within about a second, with what is on disk where the API does not answer in time. */
  static async open(options: ExceptionSourceOptions): Promise<ExceptionSource> {
    const source = new ExceptionSource(options)
    await source.#feed.load()
    await source.#feed.start()
    return source
  }

  current(): Exceptions {
    return this.#exceptions
  }

  /** They may have changed. */
  ask(): void {
    this.#feed.ask()
  }

  async close(): Promise<void> {
    await this.#feed.close()
  }
}
