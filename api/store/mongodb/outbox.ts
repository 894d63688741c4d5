import type { Logger } from 'pino'
import type { AuditDraft } from '../../../core/model/audit.ts'
import type { Event, EventType } from '../../../core/model/event.ts'
import { EventDraft, OutboxListeners } from '../event-draft.ts'
import type { Outbox } from '../outbox.ts'
import type { MongoAudit } from './audit.ts'
import type { EventDeliveries } from './event-deliveries.ts'

/** How often a process looks for what others left that died. */
const SWEEP_MS = 60_000
const NOTHING_WANTED: ReadonlySet<EventType> = new Set()

/** An entry of the audit log on its way there. */
export interface CarriedEntry {
  readonly tenant_id: string
  readonly audit: AuditDraft
}

/** What a document carries until it is stored where it belongs. */
export type Carried = Event | CarriedEntry

/**
 * An event is written in the same step as the change that caused it: in the document that changes, or in the journal's entry.
 * Then it is made into deliveries, whose ids follow from it, and is removed only after that. Any process that finds an event
 * does the remaining work; doing it twice does no harm (docs/decisions/0007).
 */
export class MongoOutbox implements Outbox {
  readonly #deliveries: EventDeliveries
  readonly #audit: MongoAudit
  readonly #logger: Pick<Logger, 'warn'>
  readonly #now: () => Date
  readonly #listeners = new OutboxListeners()
  readonly #recoveries: (() => Promise<void>)[] = []
  #sweeping: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(deliveries: EventDeliveries, audit: MongoAudit, logger: Pick<Logger, 'warn'>, now: () => Date) {
    this.#deliveries = deliveries
    this.#audit = audit
    this.#logger = logger
    this.#now = now
  }

  onCommitted(...[listener, wants]: Parameters<Outbox['onCommitted']>): () => void {
    return this.#listeners.add(listener, wants)
  }

  start(): void {
    this.#sweeping = this.#sweepAndLog().finally(() => {
      if (!this.#isClosed) this.#timer = setTimeout(() => this.start(), SWEEP_MS).unref()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#sweeping
  }

  /** @param recover finishes what processes left that died; called again and again, by several processes at once */
  addRecovery(recover: () => Promise<void>): void {
    this.#recoveries.push(recover)
  }

  settle(): Promise<void> {
    return this.sweep()
  }

  /** Finishes all that processes left that died. */
  async sweep(): Promise<void> {
    for (const recover of this.#recoveries) {
      if (this.#isClosed) return
      await recover()
    }
  }

  async draft(tenantId: string): Promise<EventDraft> {
    return (await this.drafts(tenantId))()
  }

  /** Makes drafts for several documents that change in one go. */
  async drafts(tenantId: string): Promise<() => EventDraft> {
    const wanted = this.#listeners.wanted(tenantId, await this.#deliveries.wantedTypes(tenantId))
    return () => new EventDraft(tenantId, this.#now(), wanted)
  }

  /** A draft of what no event tells. */
  silentDraft(tenantId: string): EventDraft {
    return new EventDraft(tenantId, this.#now(), NOTHING_WANTED)
  }

  /**
   * Makes deliveries of events that are stored, all of one tenant, and tells listeners; writes what is to be in the audit
   * log. May be done again.
   */
  async deliver(carried: readonly Carried[]): Promise<void> {
    const entries = carried.filter((item) => 'audit' in item)
    const events = carried.filter((item): item is Event => !('audit' in item))
    const [entry] = entries
    if (entry !== undefined)
      await this.#audit.appendAll(
        entry.tenant_id,
        entries.map(({ audit }) => audit),
      )
    const [first] = events
    if (first === undefined) return
    this.#listeners.tell({ events, deliveries: await this.#deliveries.insertForEvents(first.tenant_id, events) })
  }

  /** What caused the events is stored, and so are they: that they cannot be delivered now is no failure of the change. */
  reportDelay(error: unknown): void {
    this.#logger.warn({ err: error, code: 'ERR_STORE' }, 'events are stored and will be delivered late')
  }

  async #sweepAndLog(): Promise<void> {
    try {
      await this.sweep()
    } catch (error) {
      this.#logger.warn({ err: error, code: 'ERR_STORE' }, 'what other processes left is not finished')
    }
  }
}

/** All that a change carries. */
export function carriedBy({ tenantId, events, entries }: EventDraft): Carried[] {
  return [...events, ...entries.map((audit) => ({ tenant_id: tenantId, audit }))]
}
