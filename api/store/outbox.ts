import type { AuditDraft } from '../../core/model/audit.ts'
import type { Event, EventType } from '../../core/model/event.ts'

/** Something that happened. It becomes an event only if a listener wants it. */
export interface NewEvent {
  readonly event_type: EventType
  readonly data: () => Record<string, unknown>
}

/**
 * Says what a change means. Called with the change as it is stored, before it is committed; perhaps again, where two
 * changes collide; not at all if there are no listeners. It only reads.
 */
export interface Publish<Change> {
  (change: Change): readonly NewEvent[]
  /** All that may come of it, where that is known: while nobody wants one of these, it is not called. */
  readonly types?: readonly EventType[]
}

/** A change that the audit log has an entry of, which is stored with the change or not at all. */
export interface Audited<Change> {
  readonly publish?: Publish<Change> | undefined
  /** As Publish, but called in any case. */
  readonly audit: (change: Change) => readonly AuditDraft[]
}

/** What a change brings with it. */
export type Effects<Change> = Publish<Change> | Audited<Change>

/** The effects of a change that is another one to those who named them. */
export function mapEffects<From, To>(
  effects: Effects<To> | undefined,
  map: (change: From) => To,
): Effects<From> | undefined {
  if (effects === undefined) return undefined
  if (typeof effects === 'function') return mapPublish(effects, map)
  const { publish, audit } = effects
  return { publish: publish && mapPublish(publish, map), audit: (change) => audit(map(change)) }
}

function mapPublish<From, To>(publish: Publish<To>, map: (change: From) => To): Publish<From> {
  const mapped = (change: From) => publish(map(change))
  return publish.types === undefined ? mapped : Object.assign(mapped, { types: publish.types })
}

/** A delivery that was written together with its event. */
export interface NewDelivery {
  readonly id: string
  readonly tenant_id: string
  readonly webhook_id: string
}

export interface Committed {
  readonly events: readonly Event[]
  readonly deliveries: readonly NewDelivery[]
}

/**
 * Events and their deliveries are written in the same step as what caused them (docs/decisions/0007). So a store's
 * methods that change something take its effects; the event's id and time are given out there, the deliveries to the
 * tenant's active webhooks that ask for its type are stored with the change, and only then listeners hear of it. Entries
 * of the audit log are stored with the change in the same way.
 */
export interface Outbox {
  /**
   * @param listener never throws. After a crash it may hear of an event again, with the same id
   * @param wants whether anybody in this process, besides webhooks, wants this type of this tenant: what nobody wants is
   *   not even built
   * @returns a function that ends it
   */
  onCommitted(
    listener: (committed: Committed) => void,
    wants: (tenantId: string, type: EventType) => boolean,
  ): () => void
  /**
   * Finishes what processes left that died, now and from time to time until the store is closed. Called once, when those
   * who listen are there.
   */
  start(): void
  /** Does so once, now. */
  settle(): Promise<void>
}
