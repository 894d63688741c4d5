import { z } from 'zod'
import { EventType } from '../../../core/model/event.ts'
import { DeliveryAttempt } from '../../../core/model/webhook.ts'
import type { ClaimedDelivery, DeliveryRecord, DeliveryState } from '../delivery-store.ts'
import type { DeliveredEvent } from '../new-delivery.ts'
import type { Database, Row } from './database.ts'

const Attempts = z.array(DeliveryAttempt)

/** What a delivery is read from: its row `d`, and the event `e` that it shares with others. */
export const DELIVERIES = 'deliveries d CROSS JOIN delivered_events e ON e.number = d.event'
export const DELIVERY = `d.number, d.id, d.tenant_id, d.webhook_id, e.id AS event_id, e.type AS event_type, e.interaction_id, e.body,
  d.created_at, d.state, d.attempts, d.next_attempt_at, d.due_at, d.claim`

/** @returns its number; that of the one which is there already, as it is */
export function insertEvent(db: Database, event: DeliveredEvent): number {
  const { event_id, tenant_id, event_type, interaction_id, body } = event
  const { changes, lastInsertRowid } = db.run(
    `INSERT INTO delivered_events (id, tenant_id, type, interaction_id, bytes, body)
     VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    event_id,
    tenant_id,
    event_type,
    interaction_id,
    Buffer.byteLength(body),
    body,
  )
  if (changes > 0) return lastInsertRowid
  return Number(db.get('SELECT number FROM delivered_events WHERE id = ?', event_id)?.number)
}

/**
 * @param event the number of its event, which is stored otherwise
 * @returns false if there is one of this id
 */
export function insertDelivery(db: Database, delivery: DeliveryRecord, event = insertEvent(db, delivery)): boolean {
  const { changes } = db.run(
    `INSERT INTO deliveries (id, tenant_id, webhook_id, event, created_at, state, attempts, next_attempt_at, due_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    delivery.id,
    delivery.tenant_id,
    delivery.webhook_id,
    event,
    delivery.created_at,
    delivery.state,
    JSON.stringify(delivery.attempts),
    delivery.next_attempt_at,
    delivery.next_attempt_at,
  )
  return changes > 0
}

/** Rows that RETURNING gives come in no certain order. */
export function byNextAttempt(a: Row, b: Row): number {
  const [left, right] = [String(a.next_attempt_at), String(b.next_attempt_at)]
  return left === right ? Number(a.number) - Number(b.number) : left < right ? -1 : 1
}

export function toClaimed(row: Row): ClaimedDelivery {
  return { ...toDelivery(row), claim: String(row.claim) }
}

export function toDelivery(row: Row): DeliveryRecord {
  return {
    id: String(row.id),
    tenant_id: String(row.tenant_id),
    webhook_id: String(row.webhook_id),
    event_id: String(row.event_id),
    event_type: EventType.parse(row.event_type),
    interaction_id: row.interaction_id === null ? null : String(row.interaction_id),
    body: String(row.body),
    created_at: String(row.created_at),
    state: row.state as DeliveryState,
    attempts: Attempts.parse(JSON.parse(String(row.attempts))),
    next_attempt_at: row.next_attempt_at === null ? null : String(row.next_attempt_at),
  }
}
