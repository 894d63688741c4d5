import type { Db } from 'mongodb'
import type { Interaction } from '../../../core/model/interaction.ts'
import type { InteractionFilter, InteractionSort, InteractionStore, Listed, Page } from '../store.ts'
import { Collection, type Stored } from './collection.ts'
import { between, type Condition, equal, orderBy } from './conditions.ts'

const SORT_FIELDS: Readonly<Record<InteractionSort['field'], readonly string[]>> = {
  timestamp: ['timestamp', '_id'],
  risk_score: ['risk_score', 'timestamp', '_id'],
  platform_id: ['platform_id', 'timestamp', '_id'],
}

/**
 * `_id` is `<tenant>:<id>`, since callers choose ids, and one tenant's must not take another's. Within a tenant it
 * sorts as the id does.
 */
interface InteractionDocument extends Stored, Omit<Interaction, 'id' | 'content_metadata'> {
  /** As JSON: its field names are the caller's, and neither `$where` nor `a.b` may mean anything here. */
  readonly content_metadata: string
}

export class MongoInteractions implements InteractionStore {
  readonly #interactions: Collection<InteractionDocument>

  constructor(db: Db) {
    this.#interactions = new Collection(db, 'interactions')
  }

  /** A batch that was stored in part when its server failed is completed by sending it again. */
  async record(tenantId: string, interactions: readonly Interaction[]): Promise<string[]> {
    const stored = await this.#interactions.insertNew(interactions.map((each) => toDocument(tenantId, each)))
    return stored.map((document) => idOf(document))
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
      this.#interactions.count(condition),
    ])
    const items = ids.length === 0 ? [] : await this.#interactions.find({ _id: { $in: ids } }, order)
    return { items: items.map(toInteraction), total }
  }

  async delete(tenantId: string, id: string): Promise<Interaction | undefined> {
    const deleted = await this.#interactions.delete(equal({ _id: keyOf(tenantId, id) }))
    return deleted && toInteraction(deleted)
  }
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

function keyOf(tenantId: string, id: string): string {
  return `${tenantId}:${id}`
}

function idOf({ _id, tenant_id }: InteractionDocument): string {
  return _id.slice(tenant_id.length + 1)
}

function toDocument(tenantId: string, { id, content_metadata, ...fields }: Interaction): InteractionDocument {
  return {
    _id: keyOf(tenantId, id),
    ...fields,
    tenant_id: tenantId,
    content_metadata: JSON.stringify(content_metadata),
  }
}

function toInteraction(document: InteractionDocument): Interaction {
  const { _id, content_metadata, ...fields } = document
  return {
    id: idOf(document),
    ...fields,
    // Written by toDocument only: no need to validate up to 500 of them a page again.
    content_metadata: JSON.parse(content_metadata) as Interaction['content_metadata'],
  }
}
