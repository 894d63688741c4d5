import type { DueWebhook } from '../store/delivery-store.ts'

/** When to look whether a webhook has deliveries that are due. */
export interface Alarm extends DueWebhook {
  readonly delivery_id: string
  /** Which attempt it is for, from 1: asking twice for the same one is asking once. */
  readonly attempt: number
  /** Milliseconds since 1970. */
  readonly at: number
}

/**
 * The alarm clock of deliveries. The deliveries table is the truth (engineering §5.4): a queue that forgets everything
 * loses nothing, and an alarm that rings too often, or for nothing, does no harm.
 */
export interface DeliveryQueue {
  /** Never fails and never waits: what the queue cannot take is rung by a look at the table. */
  schedule(alarms: readonly Alarm[]): void
  /** Starts to trigger, also for deliveries that are overdue already. `onDue` returns at once. */
  start(onDue: (webhook: DueWebhook) => void): void
  /** Rings no more. */
  close(): Promise<void>
}
