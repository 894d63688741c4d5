import { ALERT_EVENTS, type Event, type EventType } from '../../../core/model/event.ts'
import { newDelivery, withoutErased } from '../new-delivery.ts'
import type { NewDelivery } from '../outbox.ts'
import type { Database } from './database.ts'
import { insertDelivery } from './delivery-rows.ts'

const TYPES = ALERT_EVENTS.map(() => '?').join(', ')

/** What is written of deliveries in one transaction with what caused it: the caller's, which is open. */
export class EventDeliveries {
  readonly #db: Database
  readonly #backlog: number

  /** @param backlog how many deliveries wait for one webhook at most */
  constructor(db: Database, backlog: number) {
    this.#db = db
    this.#backlog = backlog
  }

  /** The types that active webhooks of the tenant ask for. Read each time: with no webhooks it is one step in an index. */
  wantedTypes(tenantId: string): ReadonlySet<EventType> {
    return new Set(this.#activeWebhooks(tenantId).flatMap(({ events }) => events))
  }

  /**
   * Writes a delivery of each event to each active webhook of the tenant that asks for its type. Where as many as may
   * wait for a webhook already, its new ones are counted and not written: to keep the oldest is what lets a receiver that
   * comes back know where the gap begins, and rows without bound are what a bound is there to prevent.
   */
  insertForEvents(tenantId: string, events: readonly Event[]): NewDelivery[] {
    if (events.length === 0) return []
    return this.#activeWebhooks(tenantId).flatMap(({ id, events: types, pending }) => {
      const wanted = events.filter(({ event_type }) => types.includes(event_type))
      const room = Math.max(0, this.#backlog - pending)
      if (wanted.length > room) this.#countOverflow(id, wanted.length - room)
      return wanted.slice(0, room).map((event) => {
        const delivery = newDelivery(event, id)
        insertDelivery(this.#db, delivery)
        return { id: delivery.id, tenant_id: tenantId, webhook_id: id }
      })
    })
  }

  /** As DeliveryStore.erase. */
  erase(tenantId: string, interactionIds: readonly string[]): number {
    let erased = 0
    for (const interactionId of interactionIds) {
      this.#eraseFromAlerts(tenantId, interactionId)
      erased += this.#db.run(
        `UPDATE deliveries SET body = '', interaction_id = NULL, next_attempt_at = NULL, due_at = NULL, claim = NULL,
           state = CASE state WHEN 'pending' THEN 'dropped' ELSE state END
         WHERE interaction_id = ? AND tenant_id = ? AND event_type NOT IN (${TYPES})`,
        interactionId,
        tenantId,
        ...ALERT_EVENTS,
      ).changes
    }
    return erased
  }

  /** They still arrive, and no longer say whose it was. */
  #eraseFromAlerts(tenantId: string, interactionId: string): void {
    const alerts = this.#db.all(
      `SELECT number, body FROM deliveries
       WHERE interaction_id = ? AND tenant_id = ? AND event_type IN (${TYPES})`,
      interactionId,
      tenantId,
      ...ALERT_EVENTS,
    )
    for (const { number, body } of alerts) {
      const left = withoutErased(String(body))
      this.#db.run('UPDATE deliveries SET body = ?, interaction_id = NULL WHERE number = ?', left, Number(number))
    }
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
      .all('SELECT id, events, pending FROM webhooks WHERE tenant_id = ? AND active = 1 ORDER BY id', tenantId)
      .map(({ id, events, pending }) => ({
        id: String(id),
        // Written by SqliteWebhooks only.
        events: JSON.parse(String(events)) as EventType[],
        pending: Number(pending),
      }))
  }
}
