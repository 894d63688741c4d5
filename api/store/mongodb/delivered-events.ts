import type { Db } from 'mongodb'
import { ALERT_EVENTS, type EventType } from '../../../core/model/event.ts'
import type { DeliveryRecord } from '../delivery-store.ts'
import { type DeliveredEvent, type NewDeliveredEvent, withoutErased } from '../new-delivery.ts'
import { Collection, type Stored } from './collection.ts'
import { type Condition, equal, lessThan, oneOf } from './conditions.ts'
import type { DeliveryDocument, JoinedDelivery } from './delivery-documents.ts'

const BATCH = 1000

/** What all deliveries of an event share: stored once, for its body may be long, and the webhooks many. */
export interface EventDocument extends Stored {
  readonly tenant_id: string
  readonly event_type: EventType
  /** Absent if there is none, so that the index knows only of those that have one. */
  readonly interaction_id?: string
  /** Empty if it was erased. */
  readonly body: string
  /** When the newest delivery of it was made. */
  readonly delivery_at: string
}

/** The events of deliveries. Each is there before its deliveries, and until the retention has deleted all of them. */
export class DeliveredEvents {
  readonly #events: Collection<EventDocument>

  constructor(db: Db) {
    this.#events = new Collection(db, 'delivered_events')
  }

  /**
   * Those that are there already stay as they are.
   * @returns the ids of those that were erased since: nothing of them is to be sent
   */
  async add(events: readonly NewDeliveredEvent[]): Promise<ReadonlySet<string>> {
    const added = new Set(
      (await this.#events.insertNew(events.map((event) => toEventDocument(event, event.timestamp)))).map(
        ({ _id }) => _id,
      ),
    )
    const known = events.filter(({ event_id }) => !added.has(event_id)).map(({ event_id }) => event_id)
    if (known.length === 0) return new Set()
    const erased = await this.#events.findFields({ ...oneOf('_id', known), ...equal({ body: '' }) }, [])
    return new Set(erased.map(({ _id }) => _id))
  }

  /** For one delivery more, whose event may be there. */
  async keep(delivery: DeliveryRecord): Promise<void> {
    const { event_id, created_at } = delivery
    if (await this.#events.insertIfAbsent(toEventDocument(delivery, created_at))) return
    await this.#events.update(equal({ _id: event_id }), { $max: { delivery_at: created_at } })
  }

  /** The same of many, none of which is being delivered. */
  async keepAll(deliveries: readonly DeliveryRecord[]): Promise<void> {
    const events = new Map<string, EventDocument>()
    for (const delivery of deliveries) {
      const { event_id, created_at } = delivery
      const known = events.get(event_id)
      if (known === undefined || known.delivery_at < created_at) {
        events.set(event_id, toEventDocument(delivery, created_at))
      }
    }
    const added = new Set((await this.#events.insertNew([...events.values()])).map(({ _id }) => _id))
    for (const { _id, delivery_at } of events.values()) {
      if (!added.has(_id)) await this.#events.update(equal({ _id }), { $max: { delivery_at } })
    }
  }

  /** The deliveries with what they share. */
  async join(deliveries: readonly DeliveryDocument[]): Promise<JoinedDelivery[]> {
    const ids = [...new Set(deliveries.map(({ event_id }) => event_id))]
    const found = ids.length === 0 ? [] : await this.#events.find(oneOf('_id', ids), [])
    const events = new Map(found.map((event) => [event._id, event]))
    return deliveries.map((delivery) => {
      const { body = '', interaction_id = null } = events.get(delivery.event_id) ?? {}
      return { ...delivery, body, interaction_id }
    })
  }

  /**
   * Takes what events tell of these interactions. The id of the interaction goes last: while an event has it, it is found again.
   * @param drop ends the deliveries of these events, which is called after their bodies are empty. Returns how many there are
   * @returns the sum of what `drop` returned
   */
  async erase(
    tenantId: string,
    interactionIds: readonly string[],
    drop: (eventIds: readonly string[]) => Promise<number>,
  ): Promise<number> {
    const about = { ...oneOf('interaction_id', interactionIds), ...equal({ tenant_id: tenantId }) }
    let erased = 0
    // Until nothing is left: another process may write an event meanwhile.
    for (;;) {
      const found = await this.#events.findFields(about, ['event_type', 'body'])
      if (found.length === 0) return erased
      const [alerts, others] = [found.filter(isOfAlert), found.filter((event) => !isOfAlert(event))]
      if (others.length > 0) {
        const ids = others.map(({ _id }) => _id)
        await this.#events.updateMany(oneOf('_id', ids), { $set: { body: '' } })
        erased += await drop(ids)
        await this.#events.updateMany(oneOf('_id', ids), { $unset: { interaction_id: '' } })
      }
      // Those about alerts still arrive, and no longer say whose it was.
      for (const { _id, body } of alerts) {
        const update = { $set: { body: withoutErased(body) }, $unset: { interaction_id: '' } }
        await this.#events.update(equal({ _id }), update)
      }
    }
  }

  /** Deletes those whose last delivery was made before this time: call it when that is deleted. */
  async deleteOld(tenantId: string, before: string): Promise<void> {
    const old: Condition = { ...equal({ tenant_id: tenantId }), ...lessThan('delivery_at', before) }
    for (let found = BATCH; found === BATCH; ) {
      const ids = await this.#events.findIds(old, [], { offset: 0, limit: BATCH })
      // One that is delivered again meanwhile is not old any more.
      if (ids.length > 0) await this.#events.deleteMany({ ...old, ...oneOf('_id', ids) })
      found = ids.length
    }
  }
}

function isOfAlert({ event_type }: Pick<EventDocument, 'event_type'>): boolean {
  return ALERT_EVENTS.some((type) => type === event_type)
}

export function toEventDocument(event: DeliveredEvent, at: string): EventDocument {
  const { event_id, tenant_id, event_type, interaction_id, body } = event
  return {
    _id: event_id,
    ...{ tenant_id, event_type, body, delivery_at: at },
    ...(interaction_id !== null && { interaction_id }),
  }
}
