import { hash } from 'node:crypto'
import { type Event, interactionIdOf, withoutInteraction } from '../../core/model/event.ts'
import type { DeliveryRecord } from './delivery-store.ts'

/** What waits for one webhook at most, where the settings say nothing else: deliveries, and the bytes of their bodies. */
export const WEBHOOK_BACKLOG = 100_000
export const WEBHOOK_BACKLOG_BYTES = 256 * 1024 * 1024

/** A webhook with a history of millions is deleted in one request all the same: what is beyond goes with the retention. */
export const DELETED_AT_ONCE = 100_000

export interface DeliveryOptions {
  /** How many deliveries wait for one webhook at most (WEIR_WEBHOOK_BACKLOG). */
  readonly webhookBacklog?: number | undefined
  /** What their bodies take at most (WEIR_WEBHOOK_BACKLOG_BYTES). */
  readonly webhookBacklogBytes?: number | undefined
}

/** What all deliveries of an event share, and a database has once. */
export type DeliveredEvent = Pick<DeliveryRecord, 'tenant_id' | 'event_id' | 'event_type' | 'interaction_id' | 'body'>

/** An event as it is delivered: made once, for however many webhooks. */
export interface NewDeliveredEvent extends DeliveredEvent {
  readonly timestamp: string
  /** Of the body, in UTF-8. */
  readonly bytes: number
}

export function deliveredEvent(event: Event): NewDeliveredEvent {
  const { id, tenant_id, event_type, timestamp } = event
  const body = JSON.stringify(event)
  const bytes = Buffer.byteLength(body)
  return { event_id: id, tenant_id, event_type, interaction_id: interactionIdOf(event), body, timestamp, bytes }
}

/**
 * The delivery of an event to a webhook, due at once. Its id is made of theirs: written again, after a crash half way,
 * it is the same delivery.
 */
export function newDelivery({ timestamp, bytes: _, ...event }: NewDeliveredEvent, webhookId: string): DeliveryRecord {
  return {
    id: `dlv_${hash('sha256', `${event.event_id} ${webhookId}`).slice(0, 32)}`,
    webhook_id: webhookId,
    ...event,
    created_at: timestamp,
    state: 'pending',
    attempts: [],
    next_attempt_at: timestamp,
  }
}

/** What is left of the bounds on what waits for a webhook. */
export interface Room {
  readonly count: number
  readonly bytes: number
}

/** The first events that there is room for: none that comes after one that is left out, so that the gap has one beginning. */
export function fitting<E extends { readonly bytes: number }>(events: readonly E[], { count, bytes }: Room): E[] {
  let left = bytes
  const end = events.findIndex((event, index) => {
    left -= event.bytes
    return index >= count || left < 0
  })
  return end === -1 ? [...events] : events.slice(0, end)
}

/** What stays of the body of an alert's delivery when its interaction is erased; empty if that is nothing. */
export function withoutErased(body: string): string {
  if (body === '') return ''
  // Written by deliveredEvent only.
  const event = withoutInteraction(JSON.parse(body) as Event)
  return event === undefined ? '' : JSON.stringify(event)
}
