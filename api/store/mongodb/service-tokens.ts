import type { Db } from 'mongodb'
import { Scope } from '../../../core/model/service-token.ts'
import type { Effects } from '../outbox.ts'
import type { Listed, Page } from '../paging.ts'
import type { ServiceTokenRecord, ServiceTokenStore } from '../service-token-store.ts'
import type { Carrier } from './carrier.ts'
import { Carriers, withoutOutbox } from './carriers.ts'
import type { MongoChanges } from './changes.ts'
import { Collection, type Stored } from './collection.ts'
import { type Condition, equal, oneOf, orderBy } from './conditions.ts'
import type { MongoOutbox } from './outbox.ts'

type ServiceTokenDocument = Carrier & Omit<ServiceTokenRecord, 'id'>

export class MongoServiceTokens implements ServiceTokenStore {
  readonly #tokens: Collection<ServiceTokenDocument>
  readonly #carriers: Carriers<ServiceTokenDocument>
  readonly #uses: Collection<Stored & { readonly at: string }>
  readonly #changes: MongoChanges
  readonly #outbox: MongoOutbox

  constructor(db: Db, changes: MongoChanges, outbox: MongoOutbox) {
    this.#changes = changes
    this.#tokens = new Collection(db, 'service_tokens', 'name')
    this.#uses = new Collection(db, 'service_token_uses')
    this.#carriers = new Carriers(this.#tokens, outbox)
    this.#outbox = outbox
  }

  async insert(token: ServiceTokenRecord, effects?: Effects<ServiceTokenRecord>): Promise<void> {
    const { id, ...fields } = token
    const draft = this.#outbox.silentDraft(token.tenant_id)
    draft.publish(effects, token)
    await this.#carriers.insert({ _id: id, ...fields }, draft)
    await this.#changes.notify(fields.tenant_id, 'service_tokens')
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

  async noteUse(id: string, at: string): Promise<void> {
    await this.#uses.upsert(id, { $set: { at } })
  }

  async lastUses(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const uses = await this.#uses.find(oneOf('_id', ids), [])
    return new Map(uses.map(({ _id, at }) => [_id, at]))
  }

  async delete(
    tenantId: string,
    id: string,
    effects?: Effects<ServiceTokenRecord>,
  ): Promise<ServiceTokenRecord | undefined> {
    const condition = equal({ _id: id, tenant_id: tenantId })
    const found = await this.#tokens.findOne(condition)
    if (found === undefined) return undefined
    const token = toServiceToken(found)
    const draft = this.#outbox.silentDraft(tenantId)
    draft.publish(effects, token)
    // Of several who delete it at once, one does.
    if ((await this.#carriers.delete(found, condition, draft)) === undefined) return undefined
    await this.#uses.delete(equal({ _id: id }))
    await this.#changes.notify(tenantId, 'service_tokens')
    return token
  }

  async #find(condition: Condition): Promise<ServiceTokenRecord | undefined> {
    const found = await this.#tokens.findOne(condition)
    return found && toServiceToken(found)
  }
}

function toServiceToken(document: ServiceTokenDocument): ServiceTokenRecord {
  const { _id, ...fields } = withoutOutbox(document)
  return { id: _id, ...fields, scopes: fields.scopes.map((scope) => Scope.parse(scope)) }
}
