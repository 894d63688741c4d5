import type { DeliveryAttempt } from '../../core/model/webhook.ts'
import type { DeliveryRecord } from '../store/delivery-store.ts'
import type { WebhookRecord } from '../store/webhook-store.ts'

/** What became of one attempt. */
export interface AttemptResult {
  readonly attempt: DeliveryAttempt
  /** `gone`: the receiver answered 410 and wants no more. */
  readonly outcome: 'delivered' | 'failed' | 'gone'
  /** Where a 429 or 503 asked for it (RFC 9110, 10.2.3); bounded. */
  readonly retryAfterMs?: number
}

export type OutgoingDelivery = Pick<DeliveryRecord, 'id' | 'event_id' | 'body'>

/** Sends a delivery once: signed, guarded against private addresses, bounded in time and bytes. Never rejects but for `signal`. */
export interface AttemptSender {
  attempt(webhook: WebhookRecord, delivery: OutgoingDelivery, signal: AbortSignal): Promise<AttemptResult>
}
