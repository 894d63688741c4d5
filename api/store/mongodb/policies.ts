import type { Db } from 'mongodb'
import { type Policy, Rules } from '../../../core/model/policy.ts'
import { StaleVersionError } from '../errors.ts'
import type { Effects } from '../outbox.ts'
import type { Changed, Listed, Page } from '../paging.ts'
import type { NewPolicy, PolicyChanges, PolicyRecord, PolicySort, PolicyStore } from '../policy-store.ts'
import type { Carrier } from './carrier.ts'
import { Carriers, withoutOutbox } from './carriers.ts'
import type { MongoChanges } from './changes.ts'
import { Collection } from './collection.ts'
import { equal, orderBy } from './conditions.ts'
import type { MongoOutbox } from './outbox.ts'

type PolicyDocument = Carrier & Omit<PolicyRecord, 'id'>

const SORT_FIELDS: Readonly<Record<PolicySort['field'], readonly string[]>> = {
  name: ['name'],
  priority: ['priority', 'created_at', '_id'],
  created_at: ['created_at', '_id'],
}

export class MongoPolicies implements PolicyStore {
  readonly #policies: Collection<PolicyDocument>
  readonly #carriers: Carriers<PolicyDocument>
  readonly #changes: MongoChanges
  readonly #outbox: MongoOutbox

  constructor(db: Db, changes: MongoChanges, outbox: MongoOutbox) {
    this.#changes = changes
    this.#outbox = outbox
    this.#policies = new Collection(db, 'policies', 'name')
    this.#carriers = new Carriers(this.#policies, outbox)
  }

  async insert({ id, version = 1, ...fields }: NewPolicy, effects?: Effects<PolicyRecord>): Promise<PolicyRecord> {
    const document = { _id: id, ...fields, version }
    const draft = await this.#outbox.draft(fields.tenant_id)
    draft.publish(effects, toPolicy(document))
    await this.#carriers.insert(document, draft)
    await this.#changes.notify(document.tenant_id, 'policies')
    return toPolicy(document)
  }

  async get(tenantId: string, id: string): Promise<PolicyRecord | undefined> {
    const found = await this.#policies.findOne(equal({ _id: id, tenant_id: tenantId }))
    return found && toPolicy(found)
  }

  async list(
    tenantId: string,
    { enabled }: { readonly enabled?: boolean | undefined },
    sort: PolicySort,
    page: Page,
  ): Promise<Listed<PolicyRecord>> {
    const order = orderBy(SORT_FIELDS[sort.field], sort.descending)
    const { items, total } = await this.#policies.list(equal({ tenant_id: tenantId, enabled }), order, page)
    return { items: items.map(toPolicy), total }
  }

  async update(
    tenantId: string,
    id: string,
    changes: PolicyChanges,
    version?: number,
    effects?: Effects<Changed<PolicyRecord>>,
  ) {
    for (;;) {
      const found = await this.#policies.findOne(equal({ _id: id, tenant_id: tenantId, version }))
      if (found === undefined) return this.#missed(tenantId, id, version)
      const before = toPolicy(found)
      const after: PolicyRecord = { ...before, ...changes, version: before.version + 1 }
      const draft = await this.#outbox.draft(tenantId)
      draft.publish(effects, { before, after })
      const update = { $set: changes, $inc: { version: 1 } }
      if ((await this.#carriers.update(thisVersion(before), update, draft)) === undefined) continue
      await this.#changes.notify(tenantId, 'policies')
      return { before, after }
    }
  }

  async setPriorities(
    tenantId: string,
    places: readonly Pick<Policy, 'id' | 'priority'>[],
    at: string,
    effects?: Effects<Changed<PolicyRecord>>,
  ): Promise<void> {
    for (const { id, priority } of places)
      await this.update(tenantId, id, { priority, updated_at: at }, undefined, effects)
  }

  async delete(tenantId: string, id: string, version?: number, effects?: Effects<PolicyRecord>) {
    for (;;) {
      const found = await this.#policies.findOne(equal({ _id: id, tenant_id: tenantId, version }))
      if (found === undefined) return this.#missed(tenantId, id, version)
      const policy = toPolicy(found)
      const draft = await this.#outbox.draft(tenantId)
      draft.publish(effects, policy)
      if ((await this.#carriers.delete(found, thisVersion(policy), draft)) === undefined) continue
      await this.#changes.notify(tenantId, 'policies')
      return policy
    }
  }

  /** Nothing was changed: the policy is not there, or not at this version. */
  async #missed(tenantId: string, id: string, version: number | undefined): Promise<undefined> {
    if (version !== undefined && (await this.get(tenantId, id)) !== undefined) throw new StaleVersionError()
  }
}

/** What is published is what was read: where another change came between, it is read again. */
function thisVersion({ id, tenant_id, version }: PolicyRecord) {
  return equal({ _id: id, tenant_id, version })
}

function toPolicy(document: PolicyDocument): PolicyRecord {
  const { _id, ...fields } = withoutOutbox(document)
  return { id: _id, ...fields, rules: Rules.parse(fields.rules) }
}
