import { EventType } from '../../../core/model/event.ts'
import type { DeliveryRecord } from '../delivery-store.ts'
import type { Stored } from './collection.ts'

/** What it shares with the other deliveries of its event is there (delivered-events.ts). */
export interface DeliveryDocument extends Stored, Omit<DeliveryRecord, 'id' | 'interaction_id' | 'body'> {
  /** Its webhook again while it is pending: the index of what is due knows of no other. */
  readonly pending_for?: string
  /** If it is pending: what the body of its event takes, or took before something of it was erased. */
  readonly pending_bytes?: number
  /** If it is pending: `next_attempt_at`, or the end of the lease of the process that has claimed it. */
  readonly due_at?: string
  readonly claim?: string
}

/** With what it shares. */
export type JoinedDelivery = DeliveryDocument & Pick<DeliveryRecord, 'interaction_id' | 'body'>

/** What goes when a delivery ends. */
export const ENDED = { pending_for: '', pending_bytes: '', due_at: '', claim: '' } as const

export function toDocument(delivery: DeliveryRecord): DeliveryDocument {
  const { id, interaction_id: _interaction, body, ...fields } = delivery
  return { _id: id, ...fields, ...pendingFields(fields.webhook_id, fields.next_attempt_at, body) }
}

/** Of what is pending. */
export function pendingFields(webhookId: string, nextAttemptAt: string | null, body: string) {
  if (nextAttemptAt === null) return undefined
  return { pending_for: webhookId, pending_bytes: Buffer.byteLength(body), due_at: nextAttemptAt }
}

export function toDelivery(document: JoinedDelivery): DeliveryRecord {
  const { _id, pending_for: _for, pending_bytes: _bytes, due_at: _due, claim: _claim, ...fields } = document
  return { id: _id, ...fields, event_type: EventType.parse(fields.event_type) }
}
