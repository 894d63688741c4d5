import { EventType } from '../../../core/model/event.ts'
import type { DeliveryRecord } from '../delivery-store.ts'
import type { Stored } from './collection.ts'

export interface DeliveryDocument extends Stored, Omit<DeliveryRecord, 'id' | 'interaction_id'> {
  /** Absent if there is none, so that the index knows only of those that have one. */
  readonly interaction_id?: string
  /** Its webhook again while it is pending: the index of what is due knows of no other. */
  readonly pending_for?: string
  /** If it is pending: `next_attempt_at`, or the end of the lease of the process that has claimed it. */
  readonly due_at?: string
  readonly claim?: string
}

/** What goes when a delivery ends. */
export const ENDED = { pending_for: '', due_at: '', claim: '' } as const

export function toDocument(delivery: DeliveryRecord): DeliveryDocument {
  const { id, interaction_id, ...fields } = delivery
  return {
    _id: id,
    ...fields,
    ...(interaction_id !== null && { interaction_id }),
    ...(fields.next_attempt_at !== null && { pending_for: fields.webhook_id, due_at: fields.next_attempt_at }),
  }
}

export function toDelivery(document: DeliveryDocument): DeliveryRecord {
  const { _id, interaction_id, pending_for: _pending, due_at: _due, claim: _claim, ...fields } = document
  return {
    id: _id,
    ...fields,
    event_type: EventType.parse(fields.event_type),
    interaction_id: interaction_id ?? null,
  }
}
