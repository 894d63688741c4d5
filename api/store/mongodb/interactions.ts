import type { Db } from 'mongodb'
import type { Interaction } from '../../../core/model/interaction.ts'
import type { Announce } from '../outbox.ts'
import type { Changed, InteractionFilter, InteractionSort, InteractionStore, Listed, Page, Recorded } from '../store.ts'
import { Collection } from './collection.ts'
import { between, type Condition, equal, oneOf, orderBy } from './conditions.ts'
import { type InteractionDocument, idOf, keyOf, toFields, toInteraction } from './interaction-documents.ts'
import { InteractionJournal } from './interaction-journal.ts'
import type { MongoOutbox } from './outbox.ts'
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

export class MongoInteractions implements InteractionStore {
  readonly #interactions: Collection<InteractionDocument>
  readonly #counters: Collection<CounterDocument>
  readonly #journal: InteractionJournal
  readonly #outbox: MongoOutbox

  constructor(db: Db, outbox: MongoOutbox, journal: InteractionJournal) {
    this.#outbox = outbox
    this.#interactions = new Collection(db, 'interactions')
    this.#counters = new Collection(db, 'counters')
    this.#journal = journal
    this.#outbox.addRecovery(() => this.#journal.recover())
  }

  /** What was stored in part when its server failed is counted soon, and completed by sending it again. */
  async record(
    tenantId: string,
    interactions: readonly Interaction[],
    announce?: Announce<Interaction>,
  ): Promise<Recorded> {
    const pending = InteractionJournal.newMark(tenantId)
    const draft = await this.#outbox.draft(tenantId)
    const documents = interactions.map((interaction) => {
      const outbox = draft.announce(announce, interaction).map((event) => JSON.stringify(event))
      return {
        _id: keyOf(tenantId, interaction.id),
        tenant_id: tenantId,
        timestamp: interaction.timestamp,
        ...toFields(interaction),
        pending,
        ...(outbox.length > 0 && { outbox }),
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
  ): Promise<Listed<Interaction>> {
    const condition = toCondition(tenantId, filter)
    const order = orderBy(SORT_FIELDS[sort.field], sort.descending)
    // Ids alone come from the index: documents are read for the rows of the page, not for those that are skipped.
    const [ids, total] = await Promise.all([
      this.#interactions.findIds(condition, order, page),
      this.#count(tenantId, filter, condition),
    ])
    const items = ids.length === 0 ? [] : await this.#interactions.find(oneOf('_id', ids), order)
    return { items: items.map(toInteraction), total }
  }

  async revise(
    tenantId: string,
    id: string,
    revise: (current: Interaction) => Interaction,
    announce?: Announce<Changed<Interaction>>,
  ) {
    let changed: Changed<Interaction> | undefined
    const found = await this.#journal.revise(tenantId, keyOf(tenantId, id), async (current) => {
      const before = toInteraction(current)
      const fields = toFields(revise(before))
      changed = { before, after: toInteraction({ ...current, ...fields }) }
      const draft = await this.#outbox.draft(tenantId)
      const outbox = draft.announce(announce, changed).map((event) => JSON.stringify(event))
      return { fields, outbox }
    })
    return found && changed
  }

  async delete(tenantId: string, id: string): Promise<Interaction | undefined> {
    const deleted = await this.#journal.remove(tenantId, keyOf(tenantId, id))
    return deleted && toInteraction(deleted)
  }

  async deleteMany(tenantId: string, ids: readonly string[]): Promise<number> {
    let deleted = 0
    for (const id of ids) if ((await this.delete(tenantId, id)) !== undefined) deleted += 1
    return deleted
  }

  async #count(tenantId: string, filter: InteractionFilter, condition: Condition): Promise<number> {
    const counted = countedAs(filter)
    if (counted === undefined) return this.#interactions.count(condition)
    const [dimension, value] = counted
    const key = equal({ tenant_id: tenantId, unit: 'day', dimension, value })
    const [found] = await this.#counters.sum(key, { by: 'tenant_id', sums: ['interactions'], order: [['_id', 1]] })
    return Number(found?.interactions ?? 0)
  }
}

function countedAs(filter: InteractionFilter): readonly [dimension: string, value: string] | undefined {
  const [given, ...others] = Object.entries(filter).filter(([, value]) => value !== undefined)
  if (given === undefined) return ['total', '']
  const dimension = COUNTED_FILTERS.get(given[0])
  return others.length > 0 || dimension === undefined ? undefined : [dimension, String(given[1])]
}

function toCondition(tenantId: string, filter: InteractionFilter): Condition {
  const { platform_id, source, direction, user_id, content_hash } = filter
  return {
    ...equal({ tenant_id: tenantId, platform_id, source, direction, user_id, content_hash }),
    ...equal({ 'classifications.type': filter.classification_type }),
    ...between('risk_score', filter.risk_score_min, filter.risk_score_max),
    ...between('timestamp', filter.start_date, filter.end_date),
  }
}
