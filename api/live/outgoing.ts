import { type Event, withoutInteraction } from '../../core/model/event.ts'
import { eraseFrom, type LiveEvent } from './live-event.ts'

/** Entries that one call to Redis carries. */
const BATCH = 200

export interface Own {
  readonly event: Event
  readonly live: LiveEvent
}

export interface Batch {
  readonly tenantId: string
  readonly events: readonly Own[]
}

/** This process's own events on their way to the others through Redis. */
export class Outgoing {
  readonly #backlogMax: number
  /** Events that were sent, or will be, and have not come back yet, in the order in which our own clients will get them. */
  readonly #pending = new Map<string, Own>()
  #unsent: Own[] = []
  /** Events sent to our own clients while Redis was down; other processes get them later. */
  #backlog: Own[] = []
  #lossy = new Set<string>()

  constructor(backlogMax: number) {
    this.#backlogMax = backlogMax
  }

  send(own: Own): void {
    this.#pending.set(own.live.id, own)
    this.#unsent.push(own)
  }

  /** The events to be sent now. */
  takeUnsent(): Batch[] {
    const unsent = this.#unsent
    this.#unsent = []
    return inBatches(unsent)
  }

  /** The event came back, or was delivered in another way. @returns whether it was on its way */
  settle(eventId: string): boolean {
    return this.#pending.delete(eventId)
  }

  /** Redis is down: events on their way may have arrived or not. */
  takePending(): Own[] {
    const pending = [...this.#pending.values()]
    this.#pending.clear()
    this.#unsent = []
    return pending
  }

  keepForLater(own: Own): void {
    this.#backlog.push(own)
    if (this.#backlog.length <= this.#backlogMax) return
    for (const { event } of this.#backlog.splice(0, this.#backlog.length - this.#backlogMax)) {
      this.#lossy.add(event.tenant_id)
    }
  }

  /** What others have missed. @returns also the tenants of which events were dropped for want of room */
  takeBacklog(): { readonly batches: readonly Batch[]; readonly lossy: readonly string[] } {
    const taken = { batches: inBatches(this.#backlog), lossy: [...this.#lossy] }
    this.#backlog = []
    this.#lossy = new Set()
    return taken
  }

  /** Takes these interactions out of what was not sent yet. */
  erase(interactions: ReadonlySet<string>): void {
    const isErased = ({ live }: Own) => live.interactionId !== null && interactions.has(live.interactionId)
    this.#unsent = this.#unsent.flatMap((own) => (isErased(own) ? withoutErased(own) : [own]))
    this.#backlog = this.#backlog.flatMap((own) => (isErased(own) ? withoutErased(own) : [own]))
    for (const [id, own] of [...this.#pending]) {
      if (!isErased(own)) continue
      const [left] = withoutErased(own)
      if (left === undefined) this.#pending.delete(id)
      else this.#pending.set(id, left)
    }
  }

  noteLoss(tenantId: string): void {
    this.#lossy.add(tenantId)
  }
}

function withoutErased({ event, live }: Own): Own[] {
  const left = withoutInteraction(event)
  eraseFrom(live)
  return left === undefined ? [] : [{ event: left, live }]
}

function inBatches(events: readonly Own[]): Batch[] {
  const batches: Batch[] = []
  for (const [tenantId, ofTenant] of Map.groupBy(events, ({ event }) => event.tenant_id)) {
    for (let start = 0; start < ofTenant.length; start += BATCH) {
      batches.push({ tenantId, events: ofTenant.slice(start, start + BATCH) })
    }
  }
  return batches
}
