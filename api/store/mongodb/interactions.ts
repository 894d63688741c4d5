import { isDeepStrictEqual } from 'node:util'
import type { Db } from 'mongodb'
import type { EnforcedAction, Interaction } from '../../../core/model/interaction.ts'
import { namesOfType } from '../../../core/model/type-names.ts'
import { facetsWanted } from '../facets.ts'
import type { IndexedNames } from '../indexed-names.ts'
import type {
  ErasureFilter,
  InteractionFilter,
  InteractionSort,
  InteractionStore,
  ListForm,
  Recorded,
} from '../interaction-store.ts'
import type { Sender } from '../new-names.ts'
import type { Effects } from '../outbox.ts'
import type { Changed, Listed, Page, Total } from '../paging.ts'
import type { ListedInteraction } from '../short-form.ts'
import { atLeast, Collection } from './collection.ts'
import { between, type Condition, equal, hasAll, oneOf, orderBy } from './conditions.ts'
import type { MongoErasedInteractions } from './erased-interactions.ts'
import { attempt } from './failures.ts'
import { MongoIndexedNames } from './indexed-names.ts'
import {
  type InteractionDocument,
  idOf,
  keyOf,
  referenceFacet,
  toFields,
  toInteraction,
} from './interaction-documents.ts'
import { InteractionJournal } from './interaction-journal.ts'
import { carriedBy, type MongoOutbox } from './outbox.ts'
import type { CounterDocument } from './tallies.ts'

const SORT_FIELDS: Readonly<Record<InteractionSort['field'], readonly string[]>> = {
  timestamp: ['timestamp', '_id'],
  risk_score: ['risk_score', 'timestamp', '_id'],
  platform_id: ['platform_id', 'timestamp', '_id'],
}

/** Filters that, alone, need no count of what may be millions of index entries: their totals are kept. */
const COUNTED_FILTERS: ReadonlyMap<string, string> = new Map([
  ['platform_id', 'platform'],
  ['classification_type', 'classification'],
  ['source', 'source'],
])

const REWRITTEN_AT_ONCE = 500

/** What is new in a revision comes of services that share one bound (api/store/indexed-names.ts). */
const REVISING = { id: '' }

const NO_NAMES: IndexedNames = { types: [], policies: [] }

interface Together {
  readonly outbox: MongoOutbox
  readonly journal: InteractionJournal
  readonly erased: MongoErasedInteractions
  readonly now: () => Date
}

export class MongoInteractions implements InteractionStore {
  readonly #db: Db
  readonly #interactions: Collection<InteractionDocument>
  readonly #counters: Collection<CounterDocument>
  readonly #journal: InteractionJournal
  readonly #names: MongoIndexedNames
  readonly #outbox: MongoOutbox
  readonly #erased: MongoErasedInteractions
  readonly #now: () => Date

  constructor(db: Db, { outbox, journal, erased, now }: Together) {
    this.#db = db
    this.#outbox = outbox
    this.#interactions = new Collection(db, 'interactions')
    this.#counters = new Collection(db, 'counters')
    this.#journal = journal
    this.#names = new MongoIndexedNames(db)
    this.#erased = erased
    this.#now = now
    this.#outbox.addRecovery(() => this.#journal.recover())
  }

  /** What was stored in part when its server failed is counted soon, and completed by sending it again. */
  async record(
    tenantId: string,
    interactions: readonly Interaction[],
    effects?: Effects<Interaction>,
    sender?: Sender,
  ): Promise<Recorded> {
    const pending = InteractionJournal.newMark(tenantId)
    const draft = await this.#outbox.draft(tenantId)
    const fresh = await this.#erased.without(tenantId, interactions)
    const names = await this.#names.of(tenantId, fresh, sender, this.#now())
    const documents = fresh.map((interaction, index) => {
      const outbox = draft.publish(effects, interaction).map((event) => JSON.stringify(event))
      return {
        _id: keyOf(tenantId, interaction.id),
        tenant_id: tenantId,
        timestamp: interaction.timestamp,
        ...toFields(interaction, names[index] ?? NO_NAMES),
        pending,
        ...(outbox.length > 0 && { outbox }),
        ...(sender !== undefined && { sender }),
      }
    })
    const stored = await this.#interactions.insertNew(documents)
    // What is there already may be from a process that died before it counted it.
    const isSuspicious = stored.length < documents.length
    return { stored: stored.map(idOf), newPlatforms: await this.#journal.count(tenantId, stored, isSuspicious) }
  }

  async get(tenantId: string, id: string): Promise<Interaction | undefined> {
    const found = await this.#interactions.findOne(equal({ _id: keyOf(tenantId, id) }))
    return found && toInteraction(found)
  }

  async list(
    tenantId: string,
    filter: InteractionFilter,
    sort: InteractionSort,
    page: Page,
    form: ListForm = 'whole',
  ): Promise<Listed<ListedInteraction>> {
    const condition = toCondition(tenantId, filter)
    const order = orderBy(SORT_FIELDS[sort.field], sort.descending)
    // Ids alone come from the index: documents are read for the rows of the page, not for those that are skipped.
    const [ids, counted] = await Promise.all([
      this.#interactions.findIds(condition, order, page),
      this.#count(tenantId, filter, condition),
    ])
    const leftOut = form === 'short' ? (['whole'] as const) : []
    const items = ids.length === 0 ? [] : await this.#interactions.findWithout(oneOf('_id', ids), order, leftOut)
    return { items: items.map(toInteraction), ...atLeast(counted, page, ids.length) }
  }

  async revise(
    tenantId: string,
    id: string,
    revise: (current: Interaction) => Interaction,
    effects?: Effects<Changed<Interaction>>,
  ) {
    let changed: Changed<Interaction> | undefined
    const found = await this.#journal.revise(tenantId, keyOf(tenantId, id), async (current) => {
      const before = toInteraction(current)
      const revised = revise(before)
      changed = { before, after: before }
      if (isDeepStrictEqual({ ...revised, id, tenant_id: tenantId, timestamp: before.timestamp }, before))
        return undefined
      const [names = NO_NAMES] = await this.#names.of(tenantId, [revised], REVISING, this.#now())
      const fields = toFields(revised, names)
      changed = { before, after: toInteraction({ ...current, ...fields }) }
      const draft = await this.#outbox.draft(tenantId)
      draft.publish(effects, changed)
      return { fields, outbox: carriedBy(draft).map((item) => JSON.stringify(item)) }
    })
    return found && changed
  }

  async delete(tenantId: string, id: string, effects?: Effects<Interaction>): Promise<Interaction | undefined> {
    const deleted = await this.#journal.remove(
      tenantId,
      keyOf(tenantId, id),
      (found) => {
        const draft = this.#outbox.silentDraft(tenantId)
        draft.publish(effects, toInteraction(found))
        return carriedBy(draft).map((item) => JSON.stringify(item))
      },
      this.#now().toISOString(),
    )
    return deleted && toInteraction(deleted)
  }

  async deleteMany(tenantId: string, ids: readonly string[]): Promise<number> {
    if (ids.length === 0) return 0
    const keys = ids.map((id) => keyOf(tenantId, id))
    let deleted = 0
    for (;;) {
      const some = await this.#journal.erase(tenantId, oneOf('_id', keys), ids.length)
      if (some === 0) return deleted
      deleted += some
    }
  }

  erase(tenantId: string, filter: ErasureFilter, limit: number): Promise<number> {
    return this.#journal.erase(tenantId, toCondition(tenantId, filter), limit, this.#now().toISOString())
  }

  forgetErased(tenantId: string, before: string, limit: number): Promise<number> {
    return this.#erased.forget(tenantId, before, limit)
  }

  async rewriteHashes(rewrite: (tenantId: string, hash: string) => string): Promise<void> {
    const interactions = this.#db.collection<InteractionDocument>('interactions')
    const probes = this.#db.collection<{ kind: string }>('probes')
    const done = { kind: 'hashes rewritten' }
    if ((await attempt('id', () => probes.findOne(done))) !== null) return
    for (;;) {
      const plain = { content_hash: { $regex: '^[0-9a-f]{64}$' } }
      const found = await attempt('id', () => interactions.find(plain, { limit: REWRITTEN_AT_ONCE }).toArray())
      if (found.length === 0) break
      const updates = found.map(({ _id, tenant_id, content_hash }) => ({
        updateOne: {
          filter: { _id, content_hash },
          update: { $set: { content_hash: rewrite(tenant_id, content_hash) } },
        },
      }))
      await attempt('id', () => interactions.bulkWrite(updates, { ordered: false }))
    }
    await attempt('id', () => probes.updateOne(done, { $set: done }, { upsert: true }))
  }

  async #count(tenantId: string, filter: InteractionFilter, condition: Condition): Promise<Total> {
    const counted = countedAs(filter)
    if (counted === undefined) return this.#interactions.countForList(condition)
    const { dimension, values, of } = counted
    const key = { ...equal({ tenant_id: tenantId, unit: 'day', dimension }), ...oneOf('value', values) }
    const [found] = await this.#counters.sum(key, { by: 'tenant_id', sums: Object.keys(of), order: [['_id', 1]] })
    return { total: Object.entries(of).reduce((total, [sum, sign]) => total + sign * Number(found?.[sum] ?? 0), 0) }
  }
}

/** The counters that have a filter's total, and which of their sums it is made of. */
interface Counted {
  readonly dimension: string
  readonly values: readonly string[]
  readonly of: Readonly<Record<string, 1 | -1>>
}

const ALL = { interactions: 1 } as const

const COUNTED_ACTIONS: Readonly<Record<EnforcedAction, Counted['of']>> = {
  block: { blocked: 1 },
  coach: { coached: 1 },
  log: { logged: 1 },
  allow: { ...ALL, blocked: -1, coached: -1, logged: -1 },
}

function countedAs(filter: InteractionFilter): Counted | undefined {
  const [given, ...others] = Object.entries(filter).filter(([, value]) => value !== undefined)
  if (given === undefined) return { dimension: 'total', values: [''], of: ALL }
  if (others.length > 0) return undefined
  if (filter.enforced_action !== undefined) {
    return { dimension: 'total', values: [''], of: COUNTED_ACTIONS[filter.enforced_action] }
  }
  const dimension = COUNTED_FILTERS.get(given[0])
  if (dimension === undefined) return undefined
  const name = String(given[1])
  return { dimension, values: dimension === 'classification' ? namesOfType(name) : [name], of: ALL }
}

function toCondition(tenantId: string, filter: InteractionFilter): Condition {
  const { platform_id, source, direction, user_id, content_hash } = filter
  return {
    ...equal({ tenant_id: tenantId, platform_id, source, direction, user_id }),
    ...(content_hash !== undefined && oneOf('content_hash', [content_hash].flat())),
    ...(filter.classification_type !== undefined && oneOf('types', namesOfType(filter.classification_type))),
    ...between('risk_score', filter.risk_score_min, filter.risk_score_max),
    ...between('timestamp', filter.start_date, filter.end_date),
    ...hasAll('facets', [
      ...facetsWanted(filter),
      ...(filter.reference === undefined ? [] : [referenceFacet(filter.reference)]),
    ]),
  }
}
