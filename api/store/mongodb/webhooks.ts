import type { Db } from 'mongodb'
import { EventType } from '../../../core/model/event.ts'
import type { Listed, Page } from '../store.ts'
import type { WebhookChanges, WebhookRecord, WebhookStore } from '../webhook-store.ts'
import type { MongoChanges } from './changes.ts'
import { Collection, type Stored } from './collection.ts'
import { equal, orderBy } from './conditions.ts'
import type { MongoDeliveries } from './deliveries.ts'

export interface WebhookDocument extends Stored, Omit<WebhookRecord, 'id' | 'headers'> {
  /** As JSON: the names of headers may hold dots and dollar signs, which mean something to the database. */
  readonly headers: string
}

export class MongoWebhooks implements WebhookStore {
  readonly #webhooks: Collection<WebhookDocument>
  readonly #changes: MongoChanges
  readonly #deliveries: MongoDeliveries

  constructor(db: Db, changes: MongoChanges, deliveries: MongoDeliveries) {
    this.#changes = changes
    this.#deliveries = deliveries
    this.#webhooks = new Collection(db, 'webhooks')
  }

  async insert({ id, headers, ...fields }: WebhookRecord): Promise<void> {
    await this.#webhooks.insert({ _id: id, ...fields, headers: JSON.stringify(headers) })
    await this.#changes.announce(fields.tenant_id, 'webhooks')
  }

  async get(tenantId: string, id: string): Promise<WebhookRecord | undefined> {
    const found = await this.#webhooks.findOne(equal({ _id: id, tenant_id: tenantId }))
    return found && toWebhook(found)
  }

  async list(
    tenantId: string,
    { active }: { readonly active?: boolean | undefined },
    page: Page,
  ): Promise<Listed<WebhookRecord>> {
    const newest = orderBy(['created_at', '_id'], true)
    const { items, total } = await this.#webhooks.list(equal({ tenant_id: tenantId, active }), newest, page)
    return { items: items.map(toWebhook), total }
  }

  async update(tenantId: string, id: string, changes: WebhookChanges) {
    const { headers, ...fields } = changes
    const found = await this.#webhooks.update(equal({ _id: id, tenant_id: tenantId }), {
      $set: { ...fields, ...(headers !== undefined && { headers: JSON.stringify(headers) }) },
    })
    if (found === undefined) return undefined
    await this.#changes.announce(tenantId, 'webhooks')
    const before = toWebhook(found)
    return { before, after: { ...before, ...changes } }
  }

  async delete(tenantId: string, id: string): Promise<WebhookRecord | undefined> {
    const webhook = equal({ _id: id, tenant_id: tenantId })
    if ((await this.#webhooks.findOne(webhook)) === undefined) return undefined
    // Before the webhook goes: a process that dies from here on leaves no delivery that nobody knows of.
    await this.#deliveries.markDeleted(id)
    const deleted = await this.#webhooks.delete(webhook)
    if (deleted === undefined) return undefined
    await this.#changes.announce(tenantId, 'webhooks')
    await this.#deliveries.deleteAllOf(id)
    return toWebhook(deleted)
  }
}

function toWebhook({ _id, headers, ...fields }: WebhookDocument): WebhookRecord {
  return {
    id: _id,
    ...fields,
    events: fields.events.map((event) => EventType.parse(event)),
    headers: JSON.parse(headers) as WebhookRecord['headers'],
  }
}
