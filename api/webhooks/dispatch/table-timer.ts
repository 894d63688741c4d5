import type { Logger } from 'pino'
import type { DeliveryStore, DueWebhook } from '../../store/delivery-store.ts'
import type { Alarm, DeliveryQueue } from '../delivery-queue.ts'
import { type Clock, toIso } from './clock.ts'

/** However quiet it is: other processes write to the table as well, and alarms get lost. */
const LOOK_EVERY_MS = 60_000
/** While something is due that a lane holds back, since its receiver is down or busy. */
const LOOK_AGAIN_MS = 1000
const AFTER_FAILURE_MS = 5000
/** Webhooks a look. Those that are served leave room for the others in the next. */
const WEBHOOKS_MAX = 1000

export interface TableTimerOptions {
  readonly deliveries: Pick<DeliveryStore, 'dueWebhooks' | 'nextDue'>
  readonly clock: Clock
  readonly logger: Pick<Logger, 'error'>
}

/** The embedded queue: a timer that looks at the deliveries table when the next one is due, and once a minute. */
export class TableTimer implements DeliveryQueue {
  readonly #options: TableTimerOptions
  #onDue: ((webhook: DueWebhook) => void) | undefined
  #isPunctual = true
  #looking: Promise<void> | undefined
  #isAskedAgain = false
  /** When it looks again, and how to prevent that. */
  #next: { readonly at: number; readonly cancel: () => void } | undefined
  #closed = false

  constructor(options: TableTimerOptions) {
    this.#options = options
  }

  schedule(alarms: readonly Alarm[]): void {
    const now = this.#options.clock.now()
    for (const { tenant_id, webhook_id, at } of alarms) {
      if (at > now) this.#lookAt(at)
      else if (!this.#closed) this.#onDue?.({ tenant_id, webhook_id })
    }
  }

  start(onDue: (webhook: DueWebhook) => void): void {
    this.#onDue = onDue
    this.look()
  }

  /** Otherwise it looks only once a minute, because Redis triggers in time. */
  set isPunctual(isPunctual: boolean) {
    if (isPunctual === this.#isPunctual) return
    this.#isPunctual = isPunctual
    this.look()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#next?.cancel()
    await this.#looking
  }

  /** Now. */
  look(): void {
    if (this.#onDue === undefined || this.#closed) return
    this.#next?.cancel()
    this.#next = undefined
    // A request during a look causes another look: its delivery may have come too late for the current one.
    if (this.#looking !== undefined) this.#isAskedAgain = true
    else this.#looking = this.#look().finally(() => this.#looked())
  }

  #looked(): void {
    this.#looking = undefined
    if (!this.#isAskedAgain) return
    this.#isAskedAgain = false
    this.look()
  }

  async #look(): Promise<void> {
    const { deliveries, clock, logger } = this.#options
    try {
      const now = clock.now()
      const due = await deliveries.dueWebhooks(toIso(now), WEBHOOKS_MAX)
      for (const webhook of due) {
        if (this.#closed) return
        this.#onDue?.(webhook)
      }
      const next = this.#isPunctual ? await deliveries.nextDue(toIso(now)) : undefined
      const wait = this.#isPunctual && due.length > 0 ? LOOK_AGAIN_MS : LOOK_EVERY_MS
      this.#lookAt(Math.min(next === undefined ? Infinity : Date.parse(next), now + wait))
    } catch (error) {
      logger.error({ err: error, code: 'ERR_WEBHOOK_DISPATCH' }, 'due deliveries were not looked up')
      this.#lookAt(clock.now() + AFTER_FAILURE_MS)
    }
  }

  /** At that time or earlier. */
  #lookAt(at: number): void {
    if (this.#closed || (this.#next !== undefined && this.#next.at <= at)) return
    this.#next?.cancel()
    const { clock } = this.#options
    const cancel = clock.after(Math.max(at - clock.now(), 0), () => {
      this.#next = undefined
      this.look()
    })
    this.#next = { at, cancel }
  }
}
