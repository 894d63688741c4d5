import { randomUUID } from 'node:crypto'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type {
  ClaimedDelivery,
  DeliveryRecord,
  DeliveryStore,
  DeliveryTotals,
  DueWebhook,
  Settlement,
} from '../delivery-store.ts'
import { DuplicateError } from '../errors.ts'
import { DELETED_AT_ONCE } from '../new-delivery.ts'
import type { Effects } from '../outbox.ts'
import type { Listed } from '../paging.ts'
import type { Database, Row } from './database.ts'
import { byNextAttempt, DELIVERIES, DELIVERY, insertDelivery, toClaimed, toDelivery } from './delivery-rows.ts'
import type { EventDeliveries } from './event-deliveries.ts'
import type { SqliteOutbox } from './outbox.ts'

/** Of changes that may be of 100,000 rows: five milliseconds each, between which others get their turn. */
const BATCH = 200

/** When the first delivery of a webhook `w` is due, later than `?`: one step in an index, however many there are. */
const FIRST_DUE_AFTER = `(SELECT due_at FROM deliveries
  WHERE webhook_id = w.id AND state = 'pending' AND due_at > ? ORDER BY due_at LIMIT 1)`
const EVER = ''
const IS_ACTIVE = 'EXISTS (SELECT 1 FROM webhooks WHERE id = deliveries.webhook_id AND active = 1)'

export class SqliteDeliveries implements DeliveryStore {
  readonly #db: Database
  readonly #outbox: SqliteOutbox
  readonly #eventDeliveries: EventDeliveries

  constructor(db: Database, eventDeliveries: EventDeliveries, outbox: SqliteOutbox) {
    this.#db = db
    this.#outbox = outbox
    this.#eventDeliveries = eventDeliveries
  }

  async dueWebhooks(now: string, limit: number): Promise<DueWebhook[]> {
    return this.#db
      .all(
        `SELECT w.tenant_id, w.id, ${FIRST_DUE_AFTER} AS due FROM webhooks w
         WHERE w.active = 1 AND w.pending > 0 AND due <= ? ORDER BY due, w.id LIMIT ?`,
        EVER,
        now,
        limit,
      )
      .map(({ tenant_id, id }) => ({ tenant_id: String(tenant_id), webhook_id: String(id) }))
  }

  async nextDue(now: string): Promise<string | undefined> {
    const waiting = `SELECT min(${FIRST_DUE_AFTER}) AS due FROM webhooks w WHERE w.active = 1 AND w.pending > 0`
    const row = this.#db.get(waiting, now)
    return typeof row?.due === 'string' ? row.due : undefined
  }

  async claimDue(webhookId: string, now: string, lease: string, limit: number): Promise<ClaimedDelivery[]> {
    const claimed = await this.#claim(
      `number IN (SELECT number FROM deliveries WHERE webhook_id = ? AND state = 'pending' AND due_at <= ? AND ${IS_ACTIVE}
         ORDER BY due_at, number LIMIT ?)`,
      lease,
      webhookId,
      now,
      limit,
    )
    return claimed.sort(byNextAttempt).map(toClaimed)
  }

  async claim(id: string, now: string, lease: string): Promise<ClaimedDelivery | undefined> {
    const [claimed] = await this.#claim(`id = ? AND state = 'pending' AND due_at <= ? AND ${IS_ACTIVE}`, lease, id, now)
    return claimed === undefined ? undefined : toClaimed(claimed)
  }

  async settle(id: string, claim: string, settlement: Settlement): Promise<boolean> {
    return this.#db.write(() => {
      const row = this.#db.get(`SELECT ${DELIVERY} FROM ${DELIVERIES} WHERE d.id = ? AND d.claim = ?`, id, claim)
      if (row === undefined) return false
      const { state, attempt } = settlement
      const { attempts, webhook_id } = toDelivery(row)
      const next = settlement.state === 'pending' ? settlement.next_attempt_at : null
      this.#db.run(
        `UPDATE deliveries SET state = ?, attempts = ?, next_attempt_at = ?, due_at = ?, claim = NULL WHERE id = ?`,
        state,
        JSON.stringify(attempt === null ? attempts : [...attempts, attempt]),
        next,
        next,
        id,
      )
      if (attempt === null) return true
      this.#db.run(
        `UPDATE webhooks SET last_delivery = max(coalesce(last_delivery, ''), ?), delivery_count = delivery_count + ?
         WHERE id = ?`,
        attempt.timestamp,
        attempts.length === 0 ? 1 : 0,
        webhook_id,
      )
      return true
    }, 'group')
  }

  async dropPending(tenantId: string, webhookId: string): Promise<number> {
    return this.#inBatches(
      () =>
        this.#db.run(
          `UPDATE deliveries SET state = 'dropped', next_attempt_at = NULL, due_at = NULL, claim = NULL
         WHERE number IN (SELECT number FROM deliveries
           WHERE webhook_id = ? AND state = 'pending' AND tenant_id = ? LIMIT ?)`,
          webhookId,
          tenantId,
          BATCH,
        ).changes,
    )
  }

  async countPending(webhookId: string): Promise<number> {
    return Number(this.#db.get('SELECT pending FROM webhooks WHERE id = ?', webhookId)?.pending ?? 0)
  }

  async totals(): Promise<DeliveryTotals> {
    const row = this.#db.get(
      `SELECT (SELECT coalesce(sum(pending), 0) FROM webhooks) AS pending,
         (SELECT coalesce(sum(count), 0) FROM overflows) AS overflowed`,
    )
    return { pending: Number(row?.pending), overflowed: Number(row?.overflowed) }
  }

  async get(tenantId: string, webhookId: string, id: string): Promise<DeliveryRecord | undefined> {
    return this.#find(tenantId, webhookId, id)
  }

  async list(tenantId: string, webhookId: string, limit: number): Promise<Listed<DeliveryRecord>> {
    return this.#db.snapshot(() => {
      const isThere = this.#db.get('SELECT 1 FROM webhooks WHERE id = ? AND tenant_id = ?', webhookId, tenantId)
      if (isThere === undefined) return { items: [], total: 0 }
      const rows = this.#db.all(
        `SELECT ${DELIVERY} FROM ${DELIVERIES} WHERE d.webhook_id = ? ORDER BY d.created_at DESC, d.id DESC LIMIT ?`,
        webhookId,
        limit,
      )
      const count = this.#db.get('SELECT count(*) AS total FROM deliveries WHERE webhook_id = ?', webhookId)
      return { items: rows.map(toDelivery), total: Number(count?.total) }
    })
  }

  async insert(delivery: DeliveryRecord, effects?: Effects<DeliveryRecord>, originalId?: string): Promise<boolean> {
    return this.#outbox.change(delivery.tenant_id, (draft) => {
      const { tenant_id, webhook_id, body } = delivery
      const isThere = this.#db.get('SELECT 1 FROM webhooks WHERE id = ? AND tenant_id = ?', webhook_id, tenant_id)
      if (isThere === undefined) return false
      if (originalId !== undefined && this.#find(tenant_id, webhook_id, originalId)?.body !== body) return false
      if (!insertDelivery(this.#db, delivery)) throw new DuplicateError('id')
      draft.publish(effects, delivery)
      return true
    })
  }

  async erase(tenantId: string, interactionIds: readonly string[]): Promise<number> {
    return this.#db.write(() => this.#eventDeliveries.erase(tenantId, interactionIds))
  }

  async deleteOld(tenantId: string, before: string, limit: number): Promise<number> {
    const { changes } = await this.#db.write(
      () =>
        this.#db.run(
          `DELETE FROM deliveries WHERE number IN (SELECT number FROM deliveries
             WHERE webhook_id IN (SELECT id FROM webhooks WHERE tenant_id = ?) AND created_at < ? LIMIT ?)`,
          tenantId,
          before,
          limit,
        ),
      'group',
    )
    return changes
  }

  async deleteOrphans(limit: number): Promise<number> {
    return this.#db.write(() => {
      const { changes } = this.#db.run(
        `DELETE FROM deliveries WHERE number IN (SELECT number FROM deliveries
         WHERE webhook_id IN (SELECT id FROM deleted_webhooks) LIMIT ?)`,
        limit,
      )
      if (changes < limit) {
        this.#db.run(
          `DELETE FROM deleted_webhooks
         WHERE NOT EXISTS (SELECT 1 FROM deliveries WHERE webhook_id = deleted_webhooks.id)`,
        )
      }
      return changes
    }, 'group')
  }

  /** Of a webhook that was deleted: see DELETED_AT_ONCE. */
  async deleteAllOf(webhookId: string): Promise<void> {
    const deleted = await this.#inBatches(
      () =>
        this.#db.run(
          'DELETE FROM deliveries WHERE number IN (SELECT number FROM deliveries WHERE webhook_id = ? LIMIT ?)',
          webhookId,
          BATCH,
        ).changes,
      DELETED_AT_ONCE,
    )
    if (deleted < DELETED_AT_ONCE) {
      await this.#db.write(() => this.#db.run('DELETE FROM deleted_webhooks WHERE id = ?', webhookId))
    }
  }

  /** Claims what `where` says. */
  #claim(where: string, lease: string, ...values: (string | number)[]): Promise<Row[]> {
    return this.#db.write(() => {
      const sql = `UPDATE deliveries SET claim = ?, due_at = ? WHERE ${where} RETURNING number`
      const numbers = this.#db.all(sql, randomUUID(), lease, ...values).map(({ number }) => Number(number))
      return numbers.flatMap((number) =>
        this.#db.all(`SELECT ${DELIVERY} FROM ${DELIVERIES} WHERE d.number = ?`, number),
      )
    }, 'group')
  }

  #find(tenantId: string, webhookId: string, id: string): DeliveryRecord | undefined {
    const row = this.#db.get(
      `SELECT ${DELIVERY} FROM ${DELIVERIES} WHERE d.id = ? AND d.webhook_id = ? AND d.tenant_id = ?`,
      id,
      webhookId,
      tenantId,
    )
    return row === undefined ? undefined : toDelivery(row)
  }

  /** @param change of at most BATCH rows; returns how many */
  async #inBatches(change: () => number, max = Number.POSITIVE_INFINITY): Promise<number> {
    let total = 0
    for (;;) {
      const changes = await this.#db.write(change, 'group')
      total += changes
      if (changes < BATCH || total >= max) return total
      await yieldToOthers()
    }
  }
}
