import type { Db } from 'mongodb'
import { type Policy, Rules } from '../../../core/model/policy.ts'
import { StaleVersionError } from '../errors.ts'
import type { Listed, Page, PolicyChanges, PolicyRecord, PolicySort, PolicyStore } from '../store.ts'
import type { MongoChanges } from './changes.ts'
import { Collection, type Stored } from './collection.ts'
import { equal, orderBy } from './conditions.ts'

type PolicyDocument = Stored & Omit<PolicyRecord, 'id'>

const SORT_FIELDS: Readonly<Record<PolicySort['field'], readonly string[]>> = {
  name: ['name'],
  priority: ['priority', 'created_at', '_id'],
  created_at: ['created_at', '_id'],
}

export class MongoPolicies implements PolicyStore {
  readonly #policies: Collection<PolicyDocument>
  readonly #changes: MongoChanges

  constructor(db: Db, changes: MongoChanges) {
    this.#changes = changes
    this.#policies = new Collection(db, 'policies', 'name')
  }

  async insert({ id, ...fields }: Policy): Promise<PolicyRecord> {
    const document = { _id: id, ...fields, version: 1 }
    await this.#policies.insert(document)
    await this.#changes.announce(document.tenant_id, 'policies')
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

  async update(tenantId: string, id: string, changes: PolicyChanges, version?: number) {
    const found = await this.#policies.update(equal({ _id: id, tenant_id: tenantId, version }), {
      $set: changes,
      $inc: { version: 1 },
    })
    if (found === undefined) return this.#missed(tenantId, id, version)
    await this.#changes.announce(tenantId, 'policies')
    const before = toPolicy(found)
    return { before, after: { ...before, ...changes, version: before.version + 1 } }
  }

  async delete(tenantId: string, id: string, version?: number): Promise<PolicyRecord | undefined> {
    const found = await this.#policies.delete(equal({ _id: id, tenant_id: tenantId, version }))
    if (found === undefined) return this.#missed(tenantId, id, version)
    await this.#changes.announce(tenantId, 'policies')
    return toPolicy(found)
  }

  /** Nothing was changed: the policy is not there, or not at this version. */
  async #missed(tenantId: string, id: string, version: number | undefined): Promise<undefined> {
    if (version !== undefined && (await this.get(tenantId, id)) !== undefined) throw new StaleVersionError()
  }
}

function toPolicy({ _id, ...fields }: PolicyDocument): PolicyRecord {
  return { id: _id, ...fields, rules: Rules.parse(fields.rules) }
}
