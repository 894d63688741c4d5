import { EventDraft, OutboxListeners } from '../event-draft.ts'
import type { Committed, Outbox } from '../outbox.ts'
import type { SqliteAudit } from './audit.ts'
import type { Database, Durability } from './database.ts'
import type { EventDeliveries } from './event-deliveries.ts'

const NOTHING: Committed = { events: [], deliveries: [] }

/** A change, its events, their deliveries and its entries of the audit log are one transaction: there is nothing for a crash to come between. */
export class SqliteOutbox implements Outbox {
  readonly #db: Database
  readonly #deliveries: EventDeliveries
  readonly #audit: SqliteAudit
  readonly #now: () => Date
  readonly #listeners = new OutboxListeners()

  constructor(db: Database, deliveries: EventDeliveries, audit: SqliteAudit, now: () => Date) {
    this.#db = db
    this.#deliveries = deliveries
    this.#audit = audit
    this.#now = now
  }

  onCommitted(...[listener, wants]: Parameters<Outbox['onCommitted']>): () => void {
    return this.#listeners.add(listener, wants)
  }

  /** There is nothing to finish. */
  start(): void {}
  async settle(): Promise<void> {}

  /** Makes a change of one tenant's records and stores what it publishes; listeners hear of it before this returns. */
  async change<T>(tenantId: string, work: (draft: EventDraft) => T, durability: Durability = 'full'): Promise<T> {
    const { result, committed } = await this.#db.write(() => {
      const wanted = this.#listeners.wanted(tenantId, this.#deliveries.wantedTypes(tenantId))
      const draft = new EventDraft(tenantId, this.#now(), wanted)
      const result = work(draft)
      for (const entry of draft.entries) this.#audit.add(tenantId, entry)
      if (draft.events.length === 0) return { result, committed: NOTHING }
      const deliveries = this.#deliveries.insertForEvents(tenantId, draft.events)
      return { result, committed: { events: draft.events, deliveries } }
    }, durability)
    this.#listeners.tell(committed)
    return result
  }
}
