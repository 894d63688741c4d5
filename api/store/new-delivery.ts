import { hash } from 'node:crypto'
import { type Event, interactionIdOf, withoutInteraction } from '../../core/model/event.ts'
import type { DeliveryRecord } from './delivery-store.ts'

/** What waits for one webhook at most, where the settings say nothing else. */
export const WEBHOOK_BACKLOG = 100_000

/** A webhook with a history of millions is deleted in one request all the same: what is beyond goes with the retention. */
export const DELETED_AT_ONCE = 100_000

export interface DeliveryOptions {
  /** How many deliveries wait for one webhook at most (WEIR_WEBHOOK_BACKLOG). */
  readonly webhookBacklog?: number | undefined
}

/**
 * The delivery of an event to a webhook, due at once. Its id is made of theirs: written again, after a crash half way,
 * it is the same delivery.
 */
export function newDelivery(event: Event, webhookId: string): DeliveryRecord {
  return {
    id: `dlv_${hash('sha256', `${event.id} ${webhookId}`).slice(0, 32)}`,
    tenant_id: event.tenant_id,
    webhook_id: webhookId,
    event_id: event.id,
    event_type: event.event_type,
    interaction_id: interactionIdOf(event),
    body: JSON.stringify(event),
    created_at: event.timestamp,
    state: 'pending',
    attempts: [],
    next_attempt_at: event.timestamp,
  }
}

/** What stays of the body of an alert's delivery when its interaction is erased; empty if that is nothing. */
export function withoutErased(body: string): string {
  if (body === '') return ''
  // Written by newDelivery only.
  const event = withoutInteraction(JSON.parse(body) as Event)
  return event === undefined ? '' : JSON.stringify(event)
}
