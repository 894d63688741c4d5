import type { Db } from 'mongodb'
import type { Event, EventType } from '../../../core/model/event.ts'
import {
  deliveredEvent,
  type NewDeliveredEvent,
  newDelivery,
  type Room,
  WEBHOOK_BACKLOG_BYTES,
} from '../new-delivery.ts'
import type { NewDelivery } from '../outbox.ts'
import { Backlogs } from './backlogs.ts'
import { Collection, type Stored } from './collection.ts'
import { type Condition, equal, exists, oneOf, orderBy } from './conditions.ts'
import { DeliveredEvents } from './delivered-events.ts'
import { type DeliveryDocument, ENDED, toDocument } from './delivery-documents.ts'
import type { WebhookDocument } from './webhook-document.ts'

/** Deliveries to a webhook that were not written, since its backlog was full. It outlives the webhook. */
export interface OverflowDocument extends Stored {
  readonly count: number
}

/** What is written of deliveries as a part of what caused it. All of it may be done again after a crash half way. */
export class EventDeliveries {
  readonly backlogs: Backlogs
  readonly events: DeliveredEvents
  readonly #webhooks: Collection<WebhookDocument>
  readonly #deliveries: Collection<DeliveryDocument>
  readonly #overflows: Collection<OverflowDocument>

  /**
   * @param backlog how many deliveries wait for one webhook, about and at most
   * @param backlogBytes what their bodies take at most
   */
  constructor(db: Db, backlog: number, backlogBytes = WEBHOOK_BACKLOG_BYTES) {
    this.#webhooks = new Collection(db, 'webhooks')
    this.#deliveries = new Collection(db, 'deliveries')
    this.#overflows = new Collection(db, 'overflows')
    this.events = new DeliveredEvents(db)
    this.backlogs = new Backlogs({ count: backlog, bytes: backlogBytes }, (webhookId) => this.#waiting(webhookId))
  }

  /** The types that active webhooks of the tenant ask for, as they are now. */
  async wantedTypes(tenantId: string): Promise<ReadonlySet<EventType>> {
    return new Set((await this.#activeWebhooks(tenantId)).flatMap(({ events }) => events))
  }

  /**
   * Writes a delivery of each event to each active webhook of the tenant that asks for its type; those that are there
   * already stay as they are. Where as many as may wait for a webhook already, its new ones are counted and not written:
   * the oldest are kept. Done again after a crash, it may count some twice.
   */
  async insertForEvents(tenantId: string, events: readonly Event[]): Promise<NewDelivery[]> {
    if (events.length === 0) return []
    const made = events.map(deliveredEvent)
    const webhooks = await this.#activeWebhooks(tenantId)
    const taken = await Promise.all(
      webhooks.map(async ({ _id, events: types }) => {
        const wanted = made.filter(({ event_type }) => types.includes(event_type))
        const kept = wanted.length === 0 ? [] : await this.backlogs.take(_id, wanted)
        const left = wanted.length - kept.length
        if (left > 0) await this.#overflows.upsert(_id, { $inc: { count: left } })
        return { webhookId: _id, kept }
      }),
    )
    const kept = new Set(taken.flatMap((one) => one.kept))
    if (kept.size === 0) return []
    // Before their deliveries, of which none is without its event.
    const erased = await this.events.add([...kept])
    const written = await Promise.all(taken.map(({ webhookId, kept }) => this.#insertFor(webhookId, kept, erased)))
    return written.flat()
  }

  /** As DeliveryStore.erase. */
  async erase(tenantId: string, interactionIds: readonly string[]): Promise<number> {
    if (interactionIds.length === 0) return 0
    return this.events.erase(tenantId, interactionIds, async (eventIds) => {
      const theirs = oneOf('event_id', eventIds)
      await this.drop({ ...theirs, ...exists('pending_for') })
      return this.#deliveries.count(theirs)
    })
  }

  /** Ends what is pending without an answer. */
  drop(pending: Condition): Promise<number> {
    return this.#deliveries.updateMany(pending, {
      $set: { state: 'dropped', next_attempt_at: null },
      $unset: ENDED,
    })
  }

  async #insertFor(
    webhookId: string,
    events: readonly NewDeliveredEvent[],
    erased: ReadonlySet<string>,
  ): Promise<NewDelivery[]> {
    const deliveries = events
      .filter(({ event_id }) => !erased.has(event_id))
      .map((event) => newDelivery(event, webhookId))
    await this.#deliveries.insertNew(deliveries.map(toDocument))
    return deliveries.map(({ id, tenant_id, webhook_id }) => ({ id, tenant_id, webhook_id }))
  }

  /** How many deliveries wait for a webhook, and what their bodies take. Answered from an index alone. */
  async #waiting(webhookId: string): Promise<Room> {
    const waiting = equal({ pending_for: webhookId })
    const options = { by: 'pending_for', sums: ['pending_bytes'], order: orderBy(['_id'], false) }
    const [count, [sums]] = await Promise.all([this.#deliveries.count(waiting), this.#deliveries.sum(waiting, options)])
    return { count, bytes: Number(sums?.pending_bytes ?? 0) }
  }

  #activeWebhooks(tenantId: string) {
    return this.#webhooks.findFields(equal({ tenant_id: tenantId, active: true }), ['events'])
  }
}
