import { ALERT_EVENTS, type Event, type EventType } from '../../../core/model/event.ts'
import { deliveredEvent, fitting, newDelivery, WEBHOOK_BACKLOG_BYTES, withoutErased } from '../new-delivery.ts'
import type { NewDelivery } from '../outbox.ts'
import type { Database } from './database.ts'
import { insertDelivery, insertEvent } from './delivery-rows.ts'

/** What is written of deliveries in one transaction with what caused it: the caller's, which is open. */
export class EventDeliveries {
  readonly #db: Database
  readonly #backlog: number
  readonly #backlogBytes: number

  /**
   * @param backlog how many deliveries wait for one webhook at most
   * @param backlogBytes what their bodies take at most
   */
  constructor(db: Database, backlog: number, backlogBytes = WEBHOOK_BACKLOG_BYTES) {
    this.#db = db
    this.#backlog = backlog
    this.#backlogBytes = backlogBytes
  }

  /** The types that active webhooks of the tenant ask for. Read each time: with no webhooks it is one step in an index. */
  wantedTypes(tenantId: string): ReadonlySet<EventType> {
    return new Set(this.#activeWebhooks(tenantId).flatMap(({ events }) => events))
  }

  /**
   * Writes a delivery of each event to each active webhook of the tenant that asks for its type; the event itself is written
   * once. Where as many as may wait for a webhook already, its new ones are counted and not written: to keep the oldest is what
   * lets a receiver that comes back know where the gap begins, and rows without bound are what a bound is there to prevent.
   */
  insertForEvents(tenantId: string, events: readonly Event[]): NewDelivery[] {
    if (events.length === 0) return []
    const made = events.map(deliveredEvent)
    const numbers = new Map<string, number>()
    return this.#activeWebhooks(tenantId).flatMap(({ id, events: types, pending, pendingBytes }) => {
      const wanted = made.filter(({ event_type }) => types.includes(event_type))
      const kept = fitting(wanted, { count: this.#backlog - pending, bytes: this.#backlogBytes - pendingBytes })
      if (wanted.length > kept.length) this.#countOverflow(id, wanted.length - kept.length)
      return kept.map((event) => {
        const number = numbers.get(event.event_id) ?? insertEvent(this.#db, event)
        numbers.set(event.event_id, number)
        const delivery = newDelivery(event, id)
        insertDelivery(this.#db, delivery, number)
        return { id: delivery.id, tenant_id: tenantId, webhook_id: id }
      })
    })
  }

  /** As DeliveryStore.erase. */
  erase(tenantId: string, interactionIds: readonly string[]): number {
    let erased = 0
    for (const interactionId of interactionIds) {
      const events = this.#db.all(
        'SELECT number, type, body FROM delivered_events WHERE interaction_id = ? AND tenant_id = ?',
        interactionId,
        tenantId,
      )
      for (const { number, type, body } of events) {
        // Those about alerts still arrive, and no longer say whose it was.
        const isAlert = ALERT_EVENTS.some((one) => one === type)
        const left = isAlert ? withoutErased(String(body)) : ''
        this.#db.run(
          'UPDATE delivered_events SET body = ?, interaction_id = NULL WHERE number = ?',
          left,
          Number(number),
        )
        const dropped = left === '' ? this.#dropAll(Number(number)) : 0
        if (!isAlert) erased += dropped
      }
    }
    return erased
  }

  /** @returns how many deliveries there are of the event */
  #dropAll(event: number): number {
    return this.#db.run(
      `UPDATE deliveries SET next_attempt_at = NULL, due_at = NULL, claim = NULL,
         state = CASE state WHEN 'pending' THEN 'dropped' ELSE state END WHERE event = ?`,
      event,
    ).changes
  }

  #countOverflow(webhookId: string, count: number): void {
    this.#db.run(
      `INSERT INTO overflows (webhook_id, count) VALUES (?, ?)
       ON CONFLICT (webhook_id) DO UPDATE SET count = count + excluded.count`,
      webhookId,
      count,
    )
  }

  #activeWebhooks(tenantId: string) {
    return this.#db
      .all(
        `SELECT id, events, pending, pending_bytes FROM webhooks
         WHERE tenant_id = ? AND active = 1 ORDER BY id`,
        tenantId,
      )
      .map(({ id, events, pending, pending_bytes }) => ({
        id: String(id),
        // Written by SqliteWebhooks only.
        events: JSON.parse(String(events)) as EventType[],
        pending: Number(pending),
        pendingBytes: Number(pending_bytes),
      }))
  }
}
