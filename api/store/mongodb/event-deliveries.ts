import type { Db } from 'mongodb'
import { ALERT_EVENTS, type Event, type EventType } from '../../../core/model/event.ts'
import { newDelivery, withoutErased } from '../new-delivery.ts'
import type { NewDelivery } from '../outbox.ts'
import { Backlogs } from './backlogs.ts'
import { Collection, type Stored } from './collection.ts'
import { equal, exists, noneOf, oneOf } from './conditions.ts'
import { type DeliveryDocument, ENDED, toDocument } from './delivery-documents.ts'
import type { WebhookDocument } from './webhook-document.ts'

/** Deliveries to a webhook that were not written, since its backlog was full. It outlives the webhook. */
export interface OverflowDocument extends Stored {
  readonly count: number
}

/** What is written of deliveries as a part of what caused it. All of it may be done again after a crash half way. */
export class EventDeliveries {
  readonly backlogs: Backlogs
  readonly #webhooks: Collection<WebhookDocument>
  readonly #deliveries: Collection<DeliveryDocument>
  readonly #overflows: Collection<OverflowDocument>

  /** @param backlog how many deliveries wait for one webhook, about and at most */
  constructor(db: Db, backlog: number) {
    this.#webhooks = new Collection(db, 'webhooks')
    this.#deliveries = new Collection(db, 'deliveries')
    this.#overflows = new Collection(db, 'overflows')
    this.backlogs = new Backlogs(backlog, (webhookId) => this.#deliveries.count(equal({ pending_for: webhookId })))
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
    const webhooks = await this.#activeWebhooks(tenantId)
    const written = await Promise.all(
      webhooks.map(({ _id, events: types }) =>
        this.#insertFor(
          _id,
          events.filter(({ event_type }) => types.includes(event_type)),
        ),
      ),
    )
    return written.flat()
  }

  /** As DeliveryStore.erase. */
  async erase(tenantId: string, interactionIds: readonly string[]): Promise<number> {
    if (interactionIds.length === 0) return 0
    const about = { ...oneOf('interaction_id', interactionIds), ...equal({ tenant_id: tenantId }) }
    const condition = { ...about, ...noneOf('event_type', ALERT_EVENTS) }
    let erased = 0
    // Until nothing is left: a redelivery may have been inserted behind the place that the server had come to.
    for (;;) {
      // In this order: while one has the id of the interaction, it is found again.
      await this.#deliveries.updateMany(
        { ...condition, ...exists('pending_for') },
        { $set: { state: 'dropped', next_attempt_at: null }, $unset: ENDED },
      )
      const some = await this.#deliveries.updateMany(condition, { $set: { body: '' }, $unset: { interaction_id: '' } })
      // Those about alerts still arrive, and no longer say whose it was.
      const alerts = await this.#deliveries.findFields({ ...about, ...oneOf('event_type', ALERT_EVENTS) }, ['body'])
      for (const { _id, body } of alerts) {
        const update = { $set: { body: withoutErased(body) }, $unset: { interaction_id: '' } }
        await this.#deliveries.update(equal({ _id }), update)
      }
      erased += some
      if (some === 0 && alerts.length === 0) return erased
    }
  }

  async #insertFor(webhookId: string, events: readonly Event[]): Promise<NewDelivery[]> {
    if (events.length === 0) return []
    const room = await this.backlogs.take(webhookId, events.length)
    if (room < events.length) await this.#overflows.upsert(webhookId, { $inc: { count: events.length - room } })
    const deliveries = events.slice(0, room).map((event) => newDelivery(event, webhookId))
    await this.#deliveries.insertNew(deliveries.map(toDocument))
    return deliveries.map(({ id, tenant_id, webhook_id }) => ({ id, tenant_id, webhook_id }))
  }

  #activeWebhooks(tenantId: string) {
    return this.#webhooks.findFields(equal({ tenant_id: tenantId, active: true }), ['events'])
  }
}
