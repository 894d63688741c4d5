import { randomUUID } from 'node:crypto'
import type { Db } from 'mongodb'
import { OTHER_SERVICES } from '../../../core/catalogue/ai-services.ts'
import type { Sighting } from '../../../core/model/sighting.ts'
import { Turns } from '../../turns/turns.ts'
import { floodAlerts, listedAs, type Sender } from '../new-names.ts'
import { sumSightings } from '../sighting-sums.ts'
import type { SightingBatch } from '../statistics-store.ts'
import { Collection } from './collection.ts'
import { type Condition, equal, exists, lessThan, oneOf, orderBy, startsWith } from './conditions.ts'
import { type InteractionDocument, type InteractionFields, toCountable } from './interaction-documents.ts'
import { InteractionEffects, type Together } from './interaction-effects.ts'
import { Journal } from './journal.ts'
import { type Naming, newNames } from './new-names.ts'
import { SightingBatches } from './sighting-batches.ts'
import { type Sums, sumUp } from './sums.ts'
import { type Additions, Tallies } from './tallies.ts'

/** How many interactions one entry counts, at most, and how many findings they may have. */
const COUNT_MAX = 1000
const FINDINGS_MAX = 5000
/** How often a process looks for what another one stored and did not live to count. */
const SEARCH_MS = 60_000

/** Ids are those of the documents. */
type Entry =
  | {
      readonly kind: 'count'
      readonly ids: readonly string[]
      /** What the documents have in `pending`: an interaction that was deleted and stored again has another. */
      readonly pending: readonly string[]
      readonly new_platforms: readonly string[]
      readonly naming?: Naming
    }
  | {
      readonly kind: 'revise'
      readonly id: string
      readonly fields: InteractionFields
      /** The events that tell of it, as JSON. Entries of the releases before have none. */
      readonly outbox?: readonly string[]
    }
  | {
      readonly kind: 'remove'
      readonly id: string
      readonly erased_at?: string
      /** The entries of the audit log that tell of it, as JSON. Entries of the releases before have none. */
      readonly outbox?: readonly string[]
    }
  /** Without `erased_at` no hash of the ids is kept. */
  | { readonly kind: 'erase'; readonly ids: readonly string[]; readonly erased_at?: string }
  | {
      readonly kind: 'sightings'
      /** Null if the report has no id. */
      readonly batch: string | null
      readonly sightings: readonly Sighting[]
      readonly new_platforms: readonly string[]
      readonly naming?: Naming
      readonly sender?: Sender
    }

/** What an interaction becomes, and the events that tell of it, as JSON. */
export interface Revision {
  readonly fields: InteractionFields
  readonly outbox: readonly string[]
}

/**
 * Counts interactions as they come, change and go, and what was seen of services without one, publishes them and raises
 * their alerts: all these are documents of their own, which the journal changes as one. Since both are entries of one
 * journal, a service is new to one of them only.
 */
export class InteractionJournal {
  readonly #interactions: Collection<InteractionDocument>
  readonly #tallies: Tallies
  readonly #batches: SightingBatches
  readonly #now: () => Date
  readonly #effects: InteractionEffects
  readonly #journal: Journal<Entry>
  readonly #turns = new Turns({ weight: 1 })
  /** By tenant: what this process has stored and not counted. */
  readonly #stored = new Map<string, InteractionDocument[]>()
  /** By tenant: a count that has not begun, and so will count everything that is stored by now. */
  readonly #next = new Map<string, Promise<string[]>>()
  readonly #searchedAt = new Map<string, number>()
  /** What this process has entered is carried out with what it has just read. */
  readonly #documents = new WeakMap<Entry, readonly InteractionDocument[]>()

  constructor(db: Db, together: Together) {
    this.#interactions = new Collection(db, 'interactions')
    this.#tallies = new Tallies(db)
    this.#batches = new SightingBatches(db, together.now)
    this.#now = together.now
    this.#effects = new InteractionEffects(together)
    this.#journal = new Journal<Entry>(db, 'journals', (...entry) => this.#carryOut(...entry))
  }

  /** What a call marks the interactions with that it stores. */
  static newMark(tenantId: string): string {
    return `${tenantId}:${randomUUID()}`
  }

  /**
   * Counts what was stored, and now and then what a process left that died.
   * @param search whether to look for that now
   * @returns platforms that the inventory did not know before, each to one caller
   */
  async count(tenantId: string, stored: readonly InteractionDocument[], search: boolean): Promise<string[]> {
    if (search) this.#searchedAt.delete(tenantId)
    const waiting = this.#stored.get(tenantId)
    if (waiting === undefined) this.#stored.set(tenantId, [...stored])
    else waiting.push(...stored)
    const newPlatforms = await this.#nextCount(tenantId)
    return newPlatforms.splice(0)
  }

  /** Finishes and counts, of every tenant, what processes left that died. */
  async recover(): Promise<void> {
    await this.#journal.recover()
    const pending = await this.#interactions.findFields(exists('pending'), ['tenant_id'])
    for (const tenantId of new Set(pending.map(({ tenant_id }) => tenant_id))) await this.count(tenantId, [], true)
  }

  /**
   * @param revise returns undefined where nothing changes
   * @returns the document as it was
   */
  async revise(
    tenantId: string,
    id: string,
    revise: (current: InteractionDocument) => Promise<Revision | undefined>,
  ): Promise<InteractionDocument | undefined> {
    return this.#change(tenantId, id, async (found) => {
      const revision = await revise(found)
      return revision && { kind: 'revise', id, ...revision }
    })
  }

  /**
   * @param carried what it carries, as JSON
   * @returns the document as it was
   */
  async remove(
    tenantId: string,
    id: string,
    carried: (found: InteractionDocument) => readonly string[] = () => [],
    erasedAt?: string,
  ): Promise<InteractionDocument | undefined> {
    return this.#change(tenantId, id, async (found) => ({
      kind: 'remove',
      id,
      outbox: carried(found),
      ...(erasedAt !== undefined && { erased_at: erasedAt }),
    }))
  }

  /** Removes some of those that match, at most `limit`, in one entry. @returns how many; 0 when none is left */
  async erase(tenantId: string, matching: Condition, limit: number, erasedAt?: string): Promise<number> {
    for (;;) {
      let found: InteractionDocument[] = []
      const entry = await this.#journal.enter(tenantId, async () => {
        found = await this.#interactions.find(matching, orderBy(['_id'], false), { offset: 0, limit })
        const ids = found.filter(({ pending }) => pending === undefined).map(({ _id }) => _id)
        return ids.length === 0
          ? undefined
          : { kind: 'erase', ids, ...(erasedAt !== undefined && { erased_at: erasedAt }) }
      })
      if (entry?.kind === 'erase') return entry.ids.length
      if (found.length === 0) return 0
      // All are pending: another process has stored them a moment ago, or died before it counted them.
      this.#searchedAt.delete(tenantId)
      await this.#nextCount(tenantId)
    }
  }

  /** @returns false if the batch was counted before */
  async addSightings(tenantId: string, { id, sightings }: SightingBatch, sender?: Sender): Promise<boolean> {
    const entry = await this.#journal.enter(tenantId, async () => {
      if (id !== undefined && (await this.#batches.has(tenantId, id))) return undefined
      const named = sightings.map(({ platform_id }) => ({ platform_id, sender }))
      const names = await newNames(this.#tallies, tenantId, named, this.#now())
      return { kind: 'sightings', batch: id ?? null, sightings, ...names, ...(sender !== undefined && { sender }) }
    })
    await this.#batches.purge()
    return entry !== undefined
  }

  async #change(
    tenantId: string,
    id: string,
    change: (found: InteractionDocument) => Promise<Entry | undefined>,
  ): Promise<InteractionDocument | undefined> {
    for (;;) {
      let found: InteractionDocument | undefined
      const entry = await this.#journal.enter(tenantId, async () => {
        found = await this.#interactions.findOne(equal({ _id: id }))
        return found === undefined || found.pending !== undefined ? undefined : change(found)
      })
      if (entry !== undefined || found?.pending === undefined) return found
      // Pending: another process has stored it a moment ago, or died before it counted it.
      this.#searchedAt.delete(tenantId)
      await this.#nextCount(tenantId)
    }
  }

  /** One for everyone who asks before it begins: while one batch is counted, the next ones gather. */
  #nextCount(tenantId: string): Promise<string[]> {
    const next =
      this.#next.get(tenantId) ??
      this.#turns.take(tenantId, () => {
        this.#next.delete(tenantId)
        return this.#countPending(tenantId)
      })
    this.#next.set(tenantId, next)
    return next
  }

  async #countPending(tenantId: string): Promise<string[]> {
    const newPlatforms: string[] = []
    try {
      let waiting = await this.#takeStored(tenantId)
      while (waiting.length > 0) {
        const chosen = withinBounds(waiting)
        const entry = await this.#journal.enter(tenantId, () => this.#countEntry(tenantId, chosen))
        if (entry?.kind === 'count') newPlatforms.push(...entry.new_platforms)
        waiting = waiting.slice(chosen.length)
      }
    } catch (error) {
      this.#searchedAt.delete(tenantId)
      throw error
    }
    return newPlatforms
  }

  async #takeStored(tenantId: string): Promise<readonly InteractionDocument[]> {
    const stored = this.#stored.get(tenantId) ?? []
    this.#stored.delete(tenantId)
    if (performance.now() - (this.#searchedAt.get(tenantId) ?? -Infinity) < SEARCH_MS) return stored
    this.#searchedAt.set(tenantId, performance.now())
    await this.#tallies.purge(new Date())
    const found = await this.#interactions.find(startsWith('pending', `${tenantId}:`), orderBy(['pending'], false))
    return [...new Map([...stored, ...found].map((document) => [document._id, document])).values()]
  }

  /** Leaves out what another process has counted or deleted meanwhile. */
  async #countEntry(tenantId: string, documents: readonly InteractionDocument[]): Promise<Entry | undefined> {
    const marks = await this.#interactions.findFields(
      oneOf(
        '_id',
        documents.map(({ _id }) => _id),
      ),
      ['pending'],
    )
    const markOf = new Map(marks.map(({ _id, pending }) => [_id, pending]))
    const pending = documents.filter((document) => markOf.get(document._id) === document.pending)
    if (pending.length === 0) return undefined
    const entry: Entry = {
      kind: 'count',
      ids: pending.map(({ _id }) => _id),
      pending: [...new Set(pending.flatMap((document) => document.pending ?? []))],
      ...(await newNames(
        this.#tallies,
        tenantId,
        pending.map(({ platform_id, sender }) => ({ platform_id, sender })),
        this.#now(),
      )),
    }
    this.#documents.set(entry, pending)
    return entry
  }

  /** In each case the interaction changes last: while it is as it was, all that follows from it can be made again. */
  async #carryOut(tenantId: string, number: number, entry: Entry): Promise<void> {
    const add = (sums: Sums, additions?: Additions) => this.#tallies.add(tenantId, number, sums, additions)
    if (entry.kind === 'count') {
      const condition = { ...oneOf('pending', entry.pending), ...oneOf('_id', entry.ids) }
      const found = this.#documents.get(entry) ?? (await this.#interactions.find(condition, orderBy(['_id'], false)))
      if (found.length === 0) return
      const refused = new Set(entry.naming?.refused)
      const added = found.map((document) => listed(document, refused))
      await add(sumUp(added.map(toCountable)), additionsOf(entry))
      await this.#effects.added(tenantId, number, added, entry.new_platforms, refused)
      if (refused.size > 0) {
        const asOther = { ...condition, ...oneOf('platform_id', [...refused]) }
        await this.#interactions.updateMany(asOther, { $set: { listed_as: OTHER_SERVICES } })
      }
      const $unset = { pending: '', outbox: '', sender: '' }
      await this.#interactions.updateMany(condition, { $set: { counted: number }, $unset })
      return
    }
    if (entry.kind === 'sightings') {
      const refused = new Set(entry.naming?.refused)
      const named = entry.sightings.map(({ platform_id }) => ({ platform_id, sender: entry.sender }))
      const sightings = entry.sightings.map((sighting) => ({
        ...sighting,
        platform_id: listedAs(refused, sighting.platform_id),
      }))
      await this.#tallies.addSightings(tenantId, number, sumSightings(sightings), additionsOf(entry))
      await this.#effects.sighted(tenantId, number, sightings, entry.new_platforms, floodAlerts(named, refused))
      if (entry.batch !== null) await this.#batches.add(tenantId, entry.batch)
      return
    }
    if (entry.kind === 'erase') {
      const condition = { ...oneOf('_id', entry.ids), ...lessThan('counted', number) }
      const before = await this.#interactions.find(condition, orderBy(['_id'], false))
      if (before.length === 0) return
      await add(sumUp([], before.map(toCountable)))
      await this.#effects.removed(tenantId, before, entry.erased_at)
      await this.#interactions.deleteMany(condition)
      return
    }
    // One that was stored again under this id meanwhile was counted by a later entry, or is pending.
    const condition = { ...equal({ _id: entry.id }), ...lessThan('counted', number) }
    const before = await this.#interactions.findOne(condition)
    if (before === undefined) return
    if (entry.kind === 'remove') {
      await add(sumUp([], [toCountable(before)]))
      await this.#effects.removed(tenantId, [before], entry.erased_at, entry.outbox)
      await this.#interactions.delete(condition)
    } else {
      const after = { ...before, ...entry.fields }
      await add(sumUp([toCountable(after)], [toCountable(before)]))
      await this.#effects.revised(number, before, after, entry.outbox ?? [])
      await this.#interactions.update(condition, { $set: { ...entry.fields, counted: number } })
    }
  }
}

/** As it is to be counted. */
function listed(document: InteractionDocument, refused: ReadonlySet<string>): InteractionDocument {
  return refused.has(document.platform_id) ? { ...document, listed_as: OTHER_SERVICES } : document
}

function additionsOf({ new_platforms, naming }: { new_platforms: readonly string[]; naming?: Naming }): Additions {
  return { platforms: new_platforms, by: naming?.by, on: naming?.on }
}

/** As many of them as one entry takes; one at least. */
function withinBounds(documents: readonly InteractionDocument[]): readonly InteractionDocument[] {
  let findings = 0
  const end = documents.findIndex(({ classifications }, index) => {
    findings += classifications.length
    return index === COUNT_MAX || (index > 0 && findings > FINDINGS_MAX)
  })
  return end === -1 ? documents : documents.slice(0, end)
}
