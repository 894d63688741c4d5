import type { DueWebhook } from '../../store/delivery-store.ts'
import type { NewDelivery } from '../../store/outbox.ts'
import type { Alarm, DeliveryQueue } from '../delivery-queue.ts'
import { Deliverer, type DelivererOptions } from './deliverer.ts'
import { Lane } from './lane.ts'
import { Slots } from './slots.ts'

/** Attempts under way at once in this process, all receivers together: sockets and memory. */
const ATTEMPTS_MAX = 512

export interface DispatcherOptions extends Omit<DelivererOptions, 'setAlarm' | 'closing'> {
  readonly queue: DeliveryQueue
  /** Attempts under way at once to one receiver (WEIR_WEBHOOK_CONCURRENCY). */
  readonly concurrency: number
}

/** Sends due deliveries to their receivers, each webhook on its own lane: a receiver that is down delays no other. */
export class Dispatcher {
  readonly #options: DispatcherOptions
  readonly #slots = new Slots(ATTEMPTS_MAX)
  readonly #deliverer: Deliverer
  readonly #closing = new AbortController()
  /** Of webhooks that something is due for, or that have failed of late. */
  readonly #lanes = new Map<string, Lane>()
  #closed = false

  constructor(options: DispatcherOptions) {
    this.#options = options
    const setAlarm = (alarm: Alarm) => options.queue.schedule([alarm])
    this.#deliverer = new Deliverer({ ...options, setAlarm, closing: this.#closing.signal })
  }

  start(): void {
    this.#options.queue.start((webhook) => this.wake(webhook))
  }

  /** New deliveries, which are in the table. */
  enqueue(deliveries: readonly NewDelivery[]): void {
    // One alarm for each webhook makes its lane take all due deliveries. A busy lane finds new ones by itself.
    const alarms = new Map<string, Alarm>()
    for (const { id, tenant_id, webhook_id } of deliveries) {
      if (alarms.has(webhook_id) || this.#lanes.get(webhook_id)?.isBusy === true) continue
      alarms.set(webhook_id, { delivery_id: id, attempt: 1, tenant_id, webhook_id, at: this.#options.clock.now() })
    }
    if (alarms.size > 0) this.#options.queue.schedule([...alarms.values()])
  }

  /** Something may be due for this webhook. */
  wake(webhook: DueWebhook): void {
    if (!this.#closed) this.#laneOf(webhook).wake()
  }

  /** The webhook was changed: what went wrong with it before says nothing about it now. */
  renew(webhook: DueWebhook): void {
    if (!this.#closed) this.#laneOf(webhook).renew()
  }

  /** Starts no more attempts. Those in progress get this time to end, then they are cancelled and their deliveries released. */
  async close(graceMs: number): Promise<void> {
    this.#closed = true
    const cancel = this.#options.clock.after(graceMs, () => this.#closing.abort())
    await Promise.all([...this.#lanes.values()].map((lane) => lane.close()))
    cancel()
    await this.#options.queue.close()
  }

  #laneOf(webhook: DueWebhook): Lane {
    const { webhook_id } = webhook
    const known = this.#lanes.get(webhook_id)
    if (known !== undefined) return known
    const { store, concurrency, clock, leaseMs, logger } = this.#options
    const lane: Lane = new Lane(webhook, {
      store,
      concurrency,
      clock,
      leaseMs,
      logger,
      slots: this.#slots,
      handle: (record, delivery) => this.#deliverer.handle(record, delivery),
      onIdle: () => {
        if (this.#lanes.get(webhook_id) === lane) this.#lanes.delete(webhook_id)
      },
    })
    this.#lanes.set(webhook_id, lane)
    return lane
  }
}
