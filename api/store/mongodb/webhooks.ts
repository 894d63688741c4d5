import type { Db } from 'mongodb'
import { EventType } from '../../../core/model/event.ts'
import type { Effects } from '../outbox.ts'
import type { Changed, Listed, Page } from '../paging.ts'
import type { WebhookChanges, WebhookRecord, WebhookStore } from '../webhook-store.ts'
import { Carriers, withoutOutbox } from './carriers.ts'
import type { MongoChanges } from './changes.ts'
import { Collection } from './collection.ts'
import { equal, orderBy } from './conditions.ts'
import type { MongoDeliveries } from './deliveries.ts'
import type { MongoOutbox } from './outbox.ts'
import type { WebhookDocument } from './webhook-document.ts'

export class MongoWebhooks implements WebhookStore {
  readonly #webhooks: Collection<WebhookDocument>
  readonly #changes: MongoChanges
  readonly #deliveries: MongoDeliveries
  readonly #carriers: Carriers<WebhookDocument>
  readonly #outbox: MongoOutbox

  constructor(db: Db, changes: MongoChanges, deliveries: MongoDeliveries, outbox: MongoOutbox) {
    this.#changes = changes
    this.#deliveries = deliveries
    this.#webhooks = new Collection(db, 'webhooks')
    this.#carriers = new Carriers(this.#webhooks, outbox)
    this.#outbox = outbox
  }

  async insert(webhook: WebhookRecord, effects?: Effects<WebhookRecord>): Promise<void> {
    const { id, headers, ...fields } = webhook
    const draft = this.#outbox.silentDraft(webhook.tenant_id)
    draft.publish(effects, webhook)
    await this.#carriers.insert({ _id: id, ...fields, headers: JSON.stringify(headers) }, draft)
    await this.#changes.notify(fields.tenant_id, 'webhooks')
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

  async update(tenantId: string, id: string, changes: WebhookChanges, effects?: Effects<Changed<WebhookRecord>>) {
    const { ifUpdatedAt, ...changed } = changes
    const { headers, ...fields } = changed
    const update = { $set: { ...fields, ...(headers !== undefined && { headers: JSON.stringify(headers) }) } }
    for (;;) {
      const known = await this.#webhooks.findOne(equal({ _id: id, tenant_id: tenantId }))
      if (known === undefined || known.updated_at !== (ifUpdatedAt ?? known.updated_at)) return undefined
      const draft = this.#outbox.silentDraft(tenantId)
      const change = toChange(known, changed)
      draft.publish(effects, change)
      // Where another change came between, it is read again. Figures of deliveries are none.
      const unchanged = equal({ _id: id, tenant_id: tenantId, updated_at: known.updated_at, active: known.active })
      const found = await this.#carriers.update(unchanged, update, draft)
      if (found === undefined) continue
      await this.#changes.notify(tenantId, 'webhooks')
      return toChange(found, changed)
    }
  }

  async delete(tenantId: string, id: string, effects?: Effects<WebhookRecord>): Promise<WebhookRecord | undefined> {
    const condition = equal({ _id: id, tenant_id: tenantId })
    const webhook = await this.#webhooks.findOne(condition)
    if (webhook === undefined) return undefined
    const draft = this.#outbox.silentDraft(tenantId)
    draft.publish(effects, toWebhook(webhook))
    // Before the webhook is deleted: then a process that dies from here on leaves no delivery behind unnoticed.
    await this.#deliveries.markDeleted(id)
    const deleted = await this.#carriers.delete(webhook, condition, draft)
    if (deleted === undefined) return undefined
    await this.#changes.notify(tenantId, 'webhooks')
    await this.#deliveries.deleteAllOf(id)
    return toWebhook(deleted)
  }
}

function toChange(found: WebhookDocument, changes: Omit<WebhookChanges, 'ifUpdatedAt'>): Changed<WebhookRecord> {
  const before = toWebhook(found)
  return { before, after: { ...before, ...changes } }
}

function toWebhook(document: WebhookDocument): WebhookRecord {
  const { _id, headers, ...fields } = withoutOutbox(document)
  return {
    id: _id,
    ...fields,
    events: fields.events.map((event) => EventType.parse(event)),
    headers: JSON.parse(headers) as WebhookRecord['headers'],
  }
}
