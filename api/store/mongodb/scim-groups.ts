import type { Db } from 'mongodb'
import type { Effects } from '../outbox.ts'
import type { Changed, Page } from '../paging.ts'
import type { ScimGroupFilter, ScimGroupRecord, ScimGroupStore } from '../scim-group-store.ts'
import type { Carrier } from './carrier.ts'
import { Carriers, withoutOutbox } from './carriers.ts'
import { Collection } from './collection.ts'
import { equal, oneOf, orderBy } from './conditions.ts'
import type { MongoOutbox } from './outbox.ts'

type GroupDocument = Carrier & Omit<ScimGroupRecord, 'id'>

export class MongoScimGroups implements ScimGroupStore {
  readonly #groups: Collection<GroupDocument>
  readonly #carriers: Carriers<GroupDocument>
  readonly #outbox: MongoOutbox

  constructor(db: Db, outbox: MongoOutbox) {
    this.#groups = new Collection(db, 'scim_groups')
    this.#carriers = new Carriers(this.#groups, outbox)
    this.#outbox = outbox
  }

  async insert(group: ScimGroupRecord, effects?: Effects<ScimGroupRecord>): Promise<void> {
    const { id, ...fields } = group
    const draft = this.#outbox.silentDraft(fields.tenant_id)
    draft.publish(effects, group)
    await this.#carriers.insert({ _id: id, ...fields }, draft)
  }

  async get(tenantId: string, id: string): Promise<ScimGroupRecord | undefined> {
    const found = await this.#groups.findOne(equal({ _id: id, tenant_id: tenantId }))
    return found && toGroup(found)
  }

  async list(tenantId: string, filter: ScimGroupFilter, page: Page, form: 'whole' | 'short' = 'whole') {
    const { display_name, external_id, member } = filter
    const condition = equal({ tenant_id: tenantId, display_name, external_id, members: member })
    const left = form === 'short' ? (['members'] as const) : []
    const order = orderBy(['created_at', '_id'], false)
    const [items, total] = await Promise.all([
      this.#groups.findWithout(condition, order, left, page),
      this.#groups.count(condition),
    ])
    return { items: items.map(toGroup), total }
  }

  async named(tenantId: string, names: readonly string[]): Promise<ScimGroupRecord[]> {
    if (names.length === 0) return []
    const condition = { $or: [oneOf('display_name', names), oneOf('external_id', names)] }
    const order = orderBy(['created_at', '_id'], false)
    return (await this.#groups.find({ ...equal({ tenant_id: tenantId }), ...condition }, order)).map(toGroup)
  }

  async replace(group: ScimGroupRecord, effects?: Effects<Changed<ScimGroupRecord>>) {
    const { id, tenant_id, ...fields } = group
    const condition = equal({ _id: id, tenant_id, revision: group.revision - 1 })
    const found = await this.#groups.findOne(condition)
    if (found === undefined) return undefined
    const change = { before: toGroup(found), after: group }
    const draft = this.#outbox.silentDraft(tenant_id)
    draft.publish(effects, change)
    return (await this.#carriers.update(condition, { $set: fields }, draft)) && change
  }

  async delete(tenantId: string, id: string, effects?: Effects<ScimGroupRecord>): Promise<ScimGroupRecord | undefined> {
    const condition = equal({ _id: id, tenant_id: tenantId })
    const found = await this.#groups.findOne(condition)
    if (found === undefined) return undefined
    const gone = toGroup(found)
    const draft = this.#outbox.silentDraft(tenantId)
    draft.publish(effects, gone)
    // Of several who delete it at once, one does.
    return (await this.#carriers.delete(found, condition, draft)) && gone
  }
}

function toGroup(document: GroupDocument): ScimGroupRecord {
  const { _id, ...fields } = withoutOutbox(document)
  // Absent in the short form.
  return { id: _id, ...fields, members: fields.members ?? [] }
}
