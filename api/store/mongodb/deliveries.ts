import { randomUUID } from 'node:crypto'
import type { Db } from 'mongodb'
import type {
  ClaimedDelivery,
  DeliveryRecord,
  DeliveryStore,
  DeliveryTotals,
  DueWebhook,
  Settlement,
} from '../delivery-store.ts'
import { DELETED_AT_ONCE } from '../new-delivery.ts'
import type { Effects } from '../outbox.ts'
import type { Listed } from '../paging.ts'
import { Collection, type Stored } from './collection.ts'
import { between, type Condition, equal, exists, lessThan, type Order, oneOf, orderBy } from './conditions.ts'
import { type DeliveryDocument, ENDED, toDelivery, toDocument } from './delivery-documents.ts'
import type { EventDeliveries, OverflowDocument } from './event-deliveries.ts'
import { carriedBy, type MongoOutbox } from './outbox.ts'
import type { WebhookDocument } from './webhook-document.ts'

const BATCH = 1000
/** Far longer than a write may be on its way that began before its webhook was deleted. */
const GONE_MS = 24 * 60 * 60 * 1000

const EVER = ''
const NO_ORDER: Order = []
const DUE_FIRST = orderBy(['due_at'], false)
const NEWEST_FIRST = orderBy(['created_at', '_id'], true)

/** A webhook that was deleted, or was about to be: some of its deliveries may still be there. */
interface DeletedWebhook extends Stored {
  readonly deleted_at: string
}

/** A webhook with its delivery that is due first. */
interface Waiting extends DueWebhook {
  readonly due_at: string
}

export class MongoDeliveries implements DeliveryStore {
  readonly #deliveries: Collection<DeliveryDocument>
  readonly #webhooks: Collection<WebhookDocument>
  readonly #deletedWebhooks: Collection<DeletedWebhook>
  readonly #overflows: Collection<OverflowDocument>
  readonly #eventDeliveries: EventDeliveries
  readonly #outbox: MongoOutbox

  constructor(db: Db, eventDeliveries: EventDeliveries, outbox: MongoOutbox) {
    this.#outbox = outbox
    this.#deliveries = new Collection(db, 'deliveries')
    this.#webhooks = new Collection(db, 'webhooks')
    this.#deletedWebhooks = new Collection(db, 'deleted_webhooks')
    this.#overflows = new Collection(db, 'overflows')
    this.#eventDeliveries = eventDeliveries
  }

  async dueWebhooks(now: string, limit: number): Promise<DueWebhook[]> {
    const due = (await this.#waiting()).filter(({ due_at }) => due_at <= now)
    return due.slice(0, limit).map(({ tenant_id, webhook_id }) => ({ tenant_id, webhook_id }))
  }

  async nextDue(now: string): Promise<string | undefined> {
    return (await this.#waiting(now))[0]?.due_at
  }

  async claimDue(webhookId: string, now: string, lease: string, limit: number): Promise<ClaimedDelivery[]> {
    if (!(await this.#isActive(webhookId))) return []
    const due = { ...equal({ pending_for: webhookId }), ...between('due_at', undefined, now) }
    for (;;) {
      const ids = await this.#deliveries.findIds(due, DUE_FIRST, { offset: 0, limit })
      if (ids.length === 0) return []
      const claim = randomUUID()
      await this.#deliveries.updateMany({ ...due, ...oneOf('_id', ids) }, { $set: { claim, due_at: lease } })
      const mine = { ...oneOf('_id', ids), ...equal({ claim }) }
      const claimed = await this.#deliveries.find(mine, orderBy(['next_attempt_at', 'created_at'], false))
      const sendable = await this.#sendable(claimed, claim)
      // With none, another process was faster for all of them, or they were erased: there may be more.
      if (sendable.length > 0) return sendable
    }
  }

  async claim(id: string, now: string, lease: string): Promise<ClaimedDelivery | undefined> {
    const due = { ...equal({ _id: id }), ...exists('pending_for'), ...between('due_at', undefined, now) }
    const found = await this.#deliveries.findOne(due)
    if (found === undefined || !(await this.#isActive(found.webhook_id))) return undefined
    const claim = randomUUID()
    const claimed = await this.#deliveries.update(due, { $set: { claim, due_at: lease } })
    return (await this.#sendable(claimed === undefined ? [] : [claimed], claim))[0]
  }

  async settle(id: string, claim: string, settlement: Settlement): Promise<boolean> {
    const { state, attempt } = settlement
    const settled = await this.#deliveries.update(equal({ _id: id, claim }), {
      ...(settlement.state === 'pending'
        ? {
            $set: { next_attempt_at: settlement.next_attempt_at, due_at: settlement.next_attempt_at },
            $unset: { claim: '' },
          }
        : { $set: { state, next_attempt_at: null }, $unset: ENDED }),
      ...(attempt !== null && { $push: { attempts: attempt } }),
    })
    if (settled === undefined) return false
    const { webhook_id, attempts, pending_bytes = 0 } = settled
    if (state !== 'pending') this.#eventDeliveries.backlogs.ended(webhook_id, pending_bytes)
    if (attempt === null) return true
    // A process that dies before this leaves a figure too low by one, which nothing depends on.
    await this.#webhooks.update(equal({ _id: webhook_id }), {
      $max: { last_delivery: attempt.timestamp },
      $inc: { delivery_count: attempts.length === 0 ? 1 : 0 },
    })
    return true
  }

  async dropPending(tenantId: string, webhookId: string): Promise<number> {
    const dropped = await this.#eventDeliveries.drop(equal({ pending_for: webhookId, tenant_id: tenantId }))
    this.#eventDeliveries.backlogs.forget(webhookId)
    return dropped
  }

  countPending(webhookId: string): Promise<number> {
    return this.#deliveries.count(equal({ pending_for: webhookId }))
  }

  async totals(): Promise<DeliveryTotals> {
    const [pending, overflows] = await Promise.all([
      this.#deliveries.count(exists('pending_for')),
      this.#overflows.find({}, NO_ORDER),
    ])
    return { pending, overflowed: overflows.reduce((sum, { count }) => sum + count, 0) }
  }

  async get(tenantId: string, webhookId: string, id: string): Promise<DeliveryRecord | undefined> {
    const condition = equal({ _id: id, webhook_id: webhookId, tenant_id: tenantId })
    const found = await this.#deliveries.findOne(condition)
    return found && (await this.#whole([found]))[0]
  }

  async list(tenantId: string, webhookId: string, limit: number): Promise<Listed<DeliveryRecord>> {
    if (!(await this.#isThere(tenantId, webhookId))) return { items: [], total: 0 }
    const condition = equal({ webhook_id: webhookId })
    const { items, total } = await this.#deliveries.list(condition, NEWEST_FIRST, { offset: 0, limit })
    return { items: await this.#whole(items), total }
  }

  /** A process that dies in between leaves a delivery without its entry in the audit log. */
  async insert(delivery: DeliveryRecord, effects?: Effects<DeliveryRecord>, originalId?: string): Promise<boolean> {
    const { id, tenant_id, webhook_id, body } = delivery
    const isErased = async () =>
      originalId !== undefined && (await this.get(tenant_id, webhook_id, originalId))?.body !== body
    if (!(await this.#isThere(tenant_id, webhook_id)) || (await isErased())) return false
    await this.#eventDeliveries.events.keep(delivery)
    await this.#deliveries.insert(toDocument(delivery))
    // An erasure empties the body before it ends deliveries: it has done so by now, or comes to this one yet.
    if (await isErased()) {
      await this.#deliveries.delete(equal({ _id: id }))
      return false
    }
    const draft = this.#outbox.silentDraft(delivery.tenant_id)
    draft.publish(effects, delivery)
    await this.#outbox.deliver(carriedBy(draft))
    return true
  }

  erase(tenantId: string, interactionIds: readonly string[]): Promise<number> {
    return this.#eventDeliveries.erase(tenantId, interactionIds)
  }

  async deleteOld(tenantId: string, before: string, limit: number): Promise<number> {
    const webhooks = await this.#webhooks.findFields(equal({ tenant_id: tenantId }), [])
    const ids = webhooks.map(({ _id }) => _id)
    const deleted = await this.#deleteSome({ ...oneOf('webhook_id', ids), ...lessThan('created_at', before) }, limit)
    if (deleted < limit) await this.#eventDeliveries.events.deleteOld(tenantId, before)
    return deleted
  }

  async deleteOrphans(limit: number): Promise<number> {
    const marked = await this.#deletedWebhooks.find({}, NO_ORDER)
    if (marked.length === 0) return 0
    const ids = marked.map(({ _id }) => _id)
    // One that is still there belongs to a process that has died, or not yet come to deleting it.
    const there = new Set((await this.#webhooks.findFields(oneOf('_id', ids), [])).map(({ _id }) => _id))
    const gone = ids.filter((id) => !there.has(id))
    const deleted = await this.#deleteSome(oneOf('webhook_id', gone), limit)
    if (deleted < limit) {
      const long = new Date(Date.now() - GONE_MS).toISOString()
      await this.#deletedWebhooks.deleteMany({ ...oneOf('_id', ids), ...lessThan('deleted_at', long) })
    }
    return deleted
  }

  /** Called before the webhook itself is deleted. */
  async markDeleted(webhookId: string): Promise<void> {
    await this.#deletedWebhooks.upsert(webhookId, { $set: { deleted_at: new Date().toISOString() } })
  }

  /** Of a webhook that was deleted: see DELETED_AT_ONCE. */
  async deleteAllOf(webhookId: string): Promise<void> {
    this.#eventDeliveries.backlogs.forget(webhookId)
    let deleted = 0
    for (let some = BATCH; some === BATCH && deleted < DELETED_AT_ONCE; deleted += some) {
      some = await this.#deleteSome(equal({ webhook_id: webhookId }), BATCH)
    }
  }

  async #whole(documents: readonly DeliveryDocument[]): Promise<DeliveryRecord[]> {
    return (await this.#eventDeliveries.events.join(documents)).map(toDelivery)
  }

  /** Of what was claimed. An erasure may have emptied the body, and not yet have come to the delivery. */
  async #sendable(claimed: readonly DeliveryDocument[], claim: string): Promise<ClaimedDelivery[]> {
    const deliveries = await this.#whole(claimed)
    const erased = deliveries.filter(({ body }) => body === '').map(({ id }) => id)
    if (erased.length > 0) await this.#eventDeliveries.drop({ ...oneOf('_id', erased), ...equal({ claim }) })
    return deliveries.filter(({ body }) => body !== '').map((delivery) => ({ ...delivery, claim }))
  }

  /** @returns how many; fewer than the limit if none is left */
  async #deleteSome(condition: Condition, limit: number): Promise<number> {
    const ids = await this.#deliveries.findIds(condition, NO_ORDER, { offset: 0, limit })
    if (ids.length > 0) await this.#deliveries.deleteMany(oneOf('_id', ids))
    return ids.length
  }

  /**
   * The active webhooks that have pending deliveries due later than `from`, the first due first. One step in the index
   * for each webhook, however many deliveries it has.
   */
  async #waiting(from = EVER): Promise<Waiting[]> {
    const first: DeliveryDocument[] = []
    for (let last = ''; ; ) {
      const after = { pending_for: { $gt: last }, due_at: { $gt: from } }
      const order = orderBy(['pending_for', 'due_at'], false)
      const [next] = await this.#deliveries.find(after, order, { offset: 0, limit: 1 })
      if (next?.pending_for === undefined) break
      first.push(next)
      last = next.pending_for
    }
    const ids = first.map(({ webhook_id }) => webhook_id)
    const active = await this.#webhooks.findFields({ ...oneOf('_id', ids), ...equal({ active: true }) }, [])
    const isActive = new Set(active.map(({ _id }) => _id))
    return first
      .filter(({ webhook_id }) => isActive.has(webhook_id))
      .map(({ tenant_id, webhook_id, due_at = '' }) => ({ tenant_id, webhook_id, due_at }))
      .sort((a, b) => (a.due_at === b.due_at ? 0 : a.due_at < b.due_at ? -1 : 1))
  }

  async #isActive(webhookId: string): Promise<boolean> {
    return (await this.#webhooks.findOne(equal({ _id: webhookId, active: true }))) !== undefined
  }

  async #isThere(tenantId: string, webhookId: string): Promise<boolean> {
    return (await this.#webhooks.findOne(equal({ _id: webhookId, tenant_id: tenantId }))) !== undefined
  }
}
