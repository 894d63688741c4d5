import type { Db } from 'mongodb'
import { Scope } from '../../../core/model/service-token.ts'
import type { Listed, Page, ServiceTokenRecord, ServiceTokenStore } from '../store.ts'
import type { MongoChanges } from './changes.ts'
import { Collection, type Stored } from './collection.ts'
import { type Condition, equal, orderBy } from './conditions.ts'

type ServiceTokenDocument = Stored & Omit<ServiceTokenRecord, 'id'>

export class MongoServiceTokens implements ServiceTokenStore {
  readonly #tokens: Collection<ServiceTokenDocument>
  readonly #changes: MongoChanges

  constructor(db: Db, changes: MongoChanges) {
    this.#changes = changes
    this.#tokens = new Collection(db, 'service_tokens', 'name')
  }

  async insert({ id, ...fields }: ServiceTokenRecord): Promise<void> {
    await this.#tokens.insert({ _id: id, ...fields })
    await this.#changes.announce(fields.tenant_id, 'service_tokens')
  }

  findByHash(tokenHash: string): Promise<ServiceTokenRecord | undefined> {
    return this.#find(equal({ token_hash: tokenHash }))
  }

  findByName(tenantId: string, name: string): Promise<ServiceTokenRecord | undefined> {
    return this.#find(equal({ tenant_id: tenantId, name }))
  }

  async list(tenantId: string, page: Page): Promise<Listed<ServiceTokenRecord>> {
    const newest = orderBy(['created_at', '_id'], true)
    const { items, total } = await this.#tokens.list(equal({ tenant_id: tenantId }), newest, page)
    return { items: items.map(toServiceToken), total }
  }

  async delete(tenantId: string, id: string): Promise<ServiceTokenRecord | undefined> {
    const deleted = await this.#tokens.delete(equal({ _id: id, tenant_id: tenantId }))
    if (deleted === undefined) return undefined
    await this.#changes.announce(tenantId, 'service_tokens')
    return toServiceToken(deleted)
  }

  async #find(condition: Condition): Promise<ServiceTokenRecord | undefined> {
    const found = await this.#tokens.findOne(condition)
    return found && toServiceToken(found)
  }
}

function toServiceToken({ _id, ...fields }: ServiceTokenDocument): ServiceTokenRecord {
  return { id: _id, ...fields, scopes: fields.scopes.map((scope) => Scope.parse(scope)) }
}
