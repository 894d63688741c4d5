import { z } from 'zod'
import { EventType } from '../../../core/model/event.ts'
import type { Effects } from '../outbox.ts'
import type { Changed, Listed, Page } from '../paging.ts'
import type { WebhookChanges, WebhookRecord, WebhookStore } from '../webhook-store.ts'
import type { Database, Row } from './database.ts'
import type { SqliteDeliveries } from './deliveries.ts'
import type { SqliteOutbox } from './outbox.ts'
import { orDuplicate, Where } from './sql.ts'

const Events = z.array(EventType)
const Headers = z.record(z.string(), z.string())
const PreviousSecret = z.strictObject({ signing_secret: z.string(), expires_at: z.string() })

export class SqliteWebhooks implements WebhookStore {
  readonly #db: Database
  readonly #outbox: SqliteOutbox
  readonly #deliveries: SqliteDeliveries

  constructor(db: Database, deliveries: SqliteDeliveries, outbox: SqliteOutbox) {
    this.#db = db
    this.#outbox = outbox
    this.#deliveries = deliveries
  }

  async insert(webhook: WebhookRecord, effects?: Effects<WebhookRecord>): Promise<void> {
    await this.#outbox.change(webhook.tenant_id, (draft) => {
      orDuplicate('id', () =>
        this.#db.run(
          `INSERT INTO webhooks (id, tenant_id, url, events, description, active, headers, auth_token, signing_secret,
           previous_secret, created_at, updated_at, created_by, last_delivery, delivery_count)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          webhook.id,
          webhook.tenant_id,
          ...toColumns(webhook),
          webhook.created_at,
          webhook.updated_at,
          webhook.created_by,
          webhook.last_delivery,
          webhook.delivery_count,
        ),
      )
      draft.publish(effects, webhook)
    })
  }

  async get(tenantId: string, id: string): Promise<WebhookRecord | undefined> {
    return this.#find(tenantId, id)
  }

  async list(
    tenantId: string,
    { active }: { readonly active?: boolean | undefined },
    page: Page,
  ): Promise<Listed<WebhookRecord>> {
    const where = new Where()
      .and('tenant_id = ?', tenantId)
      .and('active = ?', active === undefined ? undefined : Number(active))
    const rows = this.#db.all(
      `SELECT * FROM webhooks ${where} ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
      ...where.values,
      page.limit,
      page.offset,
    )
    const count = this.#db.get(`SELECT count(*) AS total FROM webhooks ${where}`, ...where.values)
    return { items: rows.map(toWebhook), total: Number(count?.total) }
  }

  async update(tenantId: string, id: string, changes: WebhookChanges, effects?: Effects<Changed<WebhookRecord>>) {
    return this.#outbox.change(tenantId, (draft) => {
      const before = this.#find(tenantId, id)
      if (before === undefined) return undefined
      const { ifUpdatedAt = before.updated_at, ...fields } = changes
      if (before.updated_at !== ifUpdatedAt) return undefined
      const after: WebhookRecord = { ...before, ...fields }
      // Only what is kept here: the figures of deliveries are counted where they happen.
      this.#db.run(
        `UPDATE webhooks SET url = ?, events = ?, description = ?, active = ?, headers = ?, auth_token = ?,
           signing_secret = ?, previous_secret = ?, updated_at = ? WHERE id = ?`,
        ...toColumns(after),
        after.updated_at,
        id,
      )
      draft.publish(effects, { before, after })
      return { before, after }
    })
  }

  async delete(tenantId: string, id: string, effects?: Effects<WebhookRecord>): Promise<WebhookRecord | undefined> {
    const deleted = await this.#outbox.change(tenantId, (draft) => {
      const webhook = this.#find(tenantId, id)
      if (webhook === undefined) return undefined
      this.#db.run('DELETE FROM webhooks WHERE id = ?', id)
      this.#db.run('INSERT INTO deleted_webhooks (id) VALUES (?)', id)
      draft.publish(effects, webhook)
      return webhook
    })
    if (deleted !== undefined) await this.#deliveries.deleteAllOf(id)
    return deleted
  }

  #find(tenantId: string, id: string): WebhookRecord | undefined {
    const row = this.#db.get('SELECT * FROM webhooks WHERE id = ? AND tenant_id = ?', id, tenantId)
    return row === undefined ? undefined : toWebhook(row)
  }
}

/** What an update may change, in the order of the columns. */
function toColumns(webhook: WebhookRecord) {
  return [
    webhook.url,
    JSON.stringify(webhook.events),
    webhook.description,
    Number(webhook.active),
    JSON.stringify(webhook.headers),
    webhook.auth_token,
    webhook.signing_secret,
    webhook.previous_secret === null ? null : JSON.stringify(webhook.previous_secret),
  ] as const
}

function toWebhook(row: Row): WebhookRecord {
  return {
    id: String(row.id),
    tenant_id: String(row.tenant_id),
    url: String(row.url),
    events: Events.parse(JSON.parse(String(row.events))),
    description: String(row.description),
    active: row.active === 1,
    headers: Headers.parse(JSON.parse(String(row.headers))),
    auth_token: row.auth_token === null ? null : String(row.auth_token),
    signing_secret: String(row.signing_secret),
    previous_secret:
      row.previous_secret === null ? null : PreviousSecret.parse(JSON.parse(String(row.previous_secret))),
    created_at: String(row.created_at),
    updated_at: String(row.updated_at),
    created_by: String(row.created_by),
    last_delivery: row.last_delivery === null ? null : String(row.last_delivery),
    delivery_count: Number(row.delivery_count),
  }
}
