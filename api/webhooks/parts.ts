import type { DueWebhook } from '../store/delivery-store.ts'
import type { NewDelivery } from '../store/outbox.ts'
import type { AttemptSender } from './attempt.ts'
import type { Sealer } from './sealing.ts'

/** What the routes need of api/webhooks/open-sending.ts. */
export interface WebhookSending {
  readonly sender: AttemptSender
  readonly sealer: Sealer
  /** @throws ReceiverError */
  readonly checkUrl: (url: string) => Promise<void>
}

/** What the routes need of api/webhooks/dispatch/service.ts. */
export interface WebhookDispatch {
  /** New deliveries, which are in the table. */
  enqueue(deliveries: readonly NewDelivery[]): void
  /** The webhook was changed: what went wrong with it before says nothing about it now. */
  changed(webhook: DueWebhook): void
}
