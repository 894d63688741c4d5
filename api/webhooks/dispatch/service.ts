import type { Settings } from '../../../config/settings.ts'
import type { ApiDependencies } from '../../dependencies.ts'
import type { RedisConnections } from '../../redis/connections.ts'
import type { DueWebhook } from '../../store/delivery-store.ts'
import type { NewDelivery } from '../../store/outbox.ts'
import type { AttemptSender } from '../attempt.ts'
import type { DeliveryQueue } from '../delivery-queue.ts'
import { type Clock, systemClock } from './clock.ts'
import { Disablement } from './disablement.ts'
import { Dispatcher } from './dispatcher.ts'
import { WebhookMetrics } from './metrics.ts'
import { RedisQueue } from './redis-queue.ts'
import { RetrySchedule } from './retry-schedule.ts'
import { TableTimer } from './table-timer.ts'

/** What an attempt may take beyond its time-out, on a machine that is busy, before another process may make it again. */
const LEASE_MARGIN_MS = 10_000
/** Attempts that take longer are broken off when the API stops. */
const GRACE_MS = 6000

export interface WebhookServiceOptions {
  readonly dependencies: Pick<
    ApiDependencies,
    'store' | 'audit' | 'mailer' | 'metrics' | 'logger' | 'now' | 'publicUrl'
  >
  readonly settings: Pick<Settings, 'webhookSchedule' | 'webhookConcurrency' | 'webhookTimeoutMs'>
  readonly sender: AttemptSender
  /** Where there is none, a timer on the deliveries table is the queue. */
  readonly redis: RedisConnections | undefined
  readonly clock?: Clock
  /** From 0 to 1, 1 not included. */
  readonly random?: () => number
}

/** Brings events to webhooks: from the rows that the outbox has written to their receivers (docs/decisions/0009). */
export class WebhookService {
  readonly #store: ApiDependencies['store']
  readonly #dispatcher: Dispatcher
  #stopListening: (() => void) | undefined

  constructor({ dependencies, settings, sender, redis, clock, random = Math.random }: WebhookServiceOptions) {
    const { store, logger, metrics: apiMetrics, now } = dependencies
    const time = clock ?? systemClock(now)
    const metrics = new WebhookMetrics(apiMetrics.registry, () => store.deliveries.totals())
    const schedule = new RetrySchedule(settings.webhookSchedule, random)
    const timer = new TableTimer({ deliveries: store.deliveries, clock: time, logger })
    const queue: DeliveryQueue =
      redis === undefined
        ? timer
        : new RedisQueue({ redis, timer, clock: time, logger, longestDelayMs: schedule.longestDelayMs })
    this.#store = store
    this.#dispatcher = new Dispatcher({
      store,
      queue,
      sender,
      schedule,
      metrics,
      logger,
      clock: time,
      concurrency: settings.webhookConcurrency,
      leaseMs: settings.webhookTimeoutMs + LEASE_MARGIN_MS,
      disablement: new Disablement({ ...dependencies, metrics }),
    })
  }

  /** Takes up what waits, and what is committed from now on. */
  start(): void {
    this.#dispatcher.start()
    this.#stopListening = this.#store.outbox.onCommitted(
      ({ deliveries }) => this.enqueue(deliveries),
      // Webhooks get what the outbox has written for them, whatever else is wanted.
      () => false,
    )
  }

  /** Deliveries that were written without the outbox, such as redeliveries. */
  enqueue(deliveries: readonly NewDelivery[]): void {
    this.#dispatcher.enqueue(deliveries)
  }

  /** An administrator has changed the webhook: what waits for it is tried at once. */
  changed(webhook: DueWebhook): void {
    this.#dispatcher.renew(webhook)
  }

  /** Before the store is closed. */
  async close(): Promise<void> {
    this.#stopListening?.()
    await this.#dispatcher.close(GRACE_MS)
  }
}
