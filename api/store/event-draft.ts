import type { AuditDraft } from '../../core/model/audit.ts'
import { type Event, EventType } from '../../core/model/event.ts'
import { prefixedId } from '../ids.ts'
import type { Committed, Effects, Outbox } from './outbox.ts'

type Listener = Parameters<Outbox['onCommitted']>[0]
type Wants = Parameters<Outbox['onCommitted']>[1]

/** The events of one change, and its entries of the audit log, while it is being made. */
export class EventDraft {
  readonly tenantId: string
  /** When the change is made. */
  readonly now: Date
  readonly events: Event[] = []
  readonly entries: AuditDraft[] = []
  readonly #wanted: ReadonlySet<EventType>

  constructor(tenantId: string, now: Date, wanted: ReadonlySet<EventType>) {
    this.tenantId = tenantId
    this.now = now
    this.#wanted = wanted
  }

  /** Builds the entries of the audit log, and the events that listeners want, for each change. @returns the events */
  publish<Change>(effects: Effects<Change> | undefined, ...changes: readonly Change[]): readonly Event[] {
    if (typeof effects === 'object') this.entries.push(...changes.flatMap((change) => effects.audit(change)))
    const publish = typeof effects === 'object' ? effects.publish : effects
    if (publish === undefined || !this.#wantsAny(publish.types)) return []
    const known = this.events.length
    for (const change of changes) {
      for (const { event_type, data } of publish(change)) {
        if (!this.#wanted.has(event_type)) continue
        const timestamp = this.now.toISOString()
        this.events.push({ id: prefixedId('evt'), timestamp, event_type, tenant_id: this.tenantId, data: data() })
      }
    }
    return this.events.slice(known)
  }

  #wantsAny(types: readonly EventType[] | undefined): boolean {
    return types === undefined ? this.#wanted.size > 0 : types.some((type) => this.#wanted.has(type))
  }
}

/** The listeners in this process for committed events. */
export class OutboxListeners {
  readonly #listeners = new Map<Listener, Wants>()

  add(listener: Listener, wants: Wants): () => void {
    this.#listeners.set(listener, wants)
    return () => this.#listeners.delete(listener)
  }

  /** What they, or the tenant's webhooks, want to know of the tenant. */
  wanted(tenantId: string, byWebhooks: ReadonlySet<EventType>): ReadonlySet<EventType> {
    const listeners = [...this.#listeners.values()]
    const isWanted = (type: EventType) => byWebhooks.has(type) || listeners.some((wants) => wants(tenantId, type))
    return new Set(EventType.options.filter(isWanted))
  }

  tell(committed: Committed): void {
    if (committed.events.length === 0) return
    for (const listener of [...this.#listeners.keys()]) listener(committed)
  }
}
