import type { Logger } from 'pino'
import type { DeliveryAttempt } from '../../../core/model/webhook.ts'
import type { ClaimedDelivery, Settlement } from '../../store/delivery-store.ts'
import type { Store } from '../../store/store.ts'
import type { WebhookRecord } from '../../store/webhook-store.ts'
import type { AttemptResult, AttemptSender } from '../attempt.ts'
import type { Alarm } from '../delivery-queue.ts'
import { type Clock, toIso } from './clock.ts'
import type { Disablement } from './disablement.ts'
import type { Handled } from './lane.ts'
import type { WebhookMetrics } from './metrics.ts'
import type { RetrySchedule } from './retry-schedule.ts'

/** The sender keeps to its own time-out; should it ever not, the attempt ends so long before its claim does. */
const LEASE_MARGIN_MS = 5000
/** What waited for longer, since its webhook was switched off, is no news to anybody: not even tried any more. */
const WAITING_MAX_MS = 3 * 24 * 60 * 60 * 1000

export interface DelivererOptions {
  readonly store: Pick<Store, 'webhooks' | 'deliveries'>
  readonly metrics: WebhookMetrics
  readonly logger: Pick<Logger, 'error'>
  readonly sender: AttemptSender
  readonly schedule: RetrySchedule
  readonly disablement: Disablement
  readonly clock: Clock
  readonly leaseMs: number
  readonly setAlarm: (alarm: Alarm) => void
  /** Aborted when the process cannot wait any longer. */
  readonly closing: AbortSignal
}

/** What is done with a claimed delivery: one attempt, whose outcome is written down, and what follows from it. */
export class Deliverer {
  readonly #options: DelivererOptions

  constructor(options: DelivererOptions) {
    this.#options = options
  }

  async handle(webhook: WebhookRecord, delivery: ClaimedDelivery): Promise<Handled> {
    const { clock, schedule, metrics } = this.#options
    const made = delivery.attempts.length
    const age = clock.now() - Date.parse(delivery.created_at)
    if (age > WAITING_MAX_MS + schedule.longestMs) {
      if (await this.#settle(delivery, { state: 'dropped', attempt: null }))
        metrics.deliveries.inc({ state: 'dropped' })
      return { result: 'none' }
    }
    if (made === 0 && age < schedule.firstDelayMs) {
      return this.#giveBack(delivery, Date.parse(delivery.created_at) + schedule.firstDelayMs)
    }
    const stopTimer = metrics.attemptDuration.startTimer()
    const result = await this.#attempt(webhook, delivery)
    if (result === undefined) return this.#giveBack(delivery, clock.now())
    stopTimer()
    metrics.attempts.inc({ outcome: result.outcome })
    return this.#conclude(webhook, delivery, result)
  }

  /** @returns undefined if it was broken off, as the process ends */
  async #attempt(webhook: WebhookRecord, delivery: ClaimedDelivery): Promise<AttemptResult | undefined> {
    const { sender, closing, clock, leaseMs, logger } = this.#options
    const started = clock.now()
    const tooLong = new AbortController()
    const cancelTimer = clock.after(leaseMs - LEASE_MARGIN_MS, () => tooLong.abort())
    try {
      return await sender.attempt(webhook, delivery, AbortSignal.any([closing, tooLong.signal]))
    } catch (error) {
      if (closing.aborted) return undefined
      const fields = { err: error, code: 'ERR_WEBHOOK_ATTEMPT', delivery_id: delivery.id }
      logger.error(fields, 'an attempt failed in a way it should not')
      const attempt: DeliveryAttempt = {
        timestamp: toIso(started),
        status_code: null,
        response_time_ms: clock.now() - started,
        error: 'internal: the attempt was broken off',
      }
      return { attempt, outcome: 'failed' }
    } finally {
      cancelTimer()
    }
  }

  async #conclude(webhook: WebhookRecord, delivery: ClaimedDelivery, result: AttemptResult): Promise<Handled> {
    const { schedule, clock, disablement, metrics } = this.#options
    const { attempt, outcome, retryAfterMs } = result
    if (outcome === 'delivered') {
      if (!(await this.#settle(delivery, { state: 'succeeded', attempt }))) return { result: 'none' }
      metrics.deliveries.inc({ state: 'succeeded' })
      return { result: 'succeeded' }
    }
    const made = delivery.attempts.length + 1
    const delay = outcome === 'gone' ? undefined : schedule.delayAfter(made, retryAfterMs)
    if (delay === undefined) {
      // In this order: a process that dies in between leaves a webhook that is off, never a dead one that stays on.
      const failure = { attempt, made, isGone: outcome === 'gone' }
      const isNews = await disablement.switchOff(webhook, failure)
      const isOurs = await this.#settle(delivery, { state: 'failed', attempt })
      if (isOurs) metrics.deliveries.inc({ state: 'failed' })
      if (isNews) await disablement.tell(webhook, failure)
      return { result: 'exhausted' }
    }
    const at = Math.ceil(clock.now() + delay)
    if (!(await this.#settle(delivery, { state: 'pending', attempt, next_attempt_at: toIso(at) }))) {
      return { result: 'none' }
    }
    metrics.retries.inc()
    this.#setAlarm(delivery, made + 1, at)
    return { result: 'retried', made, at }
  }

  async #giveBack(delivery: ClaimedDelivery, at: number): Promise<Handled> {
    const isOurs = await this.#settle(delivery, { state: 'pending', attempt: null, next_attempt_at: toIso(at) })
    if (isOurs && !this.#options.closing.aborted) this.#setAlarm(delivery, delivery.attempts.length + 1, at)
    return { result: 'none' }
  }

  #setAlarm({ id, tenant_id, webhook_id }: ClaimedDelivery, attempt: number, at: number): void {
    this.#options.setAlarm({ delivery_id: id, tenant_id, webhook_id, attempt, at })
  }

  /** @returns false if another process has claimed it meanwhile, or it was deleted */
  #settle({ id, claim }: ClaimedDelivery, settlement: Settlement): Promise<boolean> {
    return this.#options.store.deliveries.settle(id, claim, settlement)
  }
}
