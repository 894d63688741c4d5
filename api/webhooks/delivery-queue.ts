/**
 * The alarm clock of deliveries: the deliveries table is the truth, the queue only says when to look (engineering §5.4).
 * Losing the queue's own memory loses nothing.
 */
export interface DeliveryQueue {
  /** Asks for `attempt(id)` at this time; asking again for the same id does no harm. */
  schedule(delivery: QueuedDelivery): void
  /** Begins to call `attempt`, never more than so many at once. */
  start(attempt: (delivery: QueuedDelivery, signal: AbortSignal) => Promise<void>): void
  /** Waits for attempts under way, for so long; then ends them through their signal. */
  close(graceMs: number): Promise<void>
}

export interface QueuedDelivery {
  readonly id: string
  readonly tenant_id: string
  readonly webhook_id: string
  /** Milliseconds since 1970. */
  readonly at: number
}
