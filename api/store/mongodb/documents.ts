import type { Db } from 'mongodb'
import type { Document, Owned, Resource } from '../../../core/resources/resource.ts'
import type { Documents } from '../documents.ts'
import type { Effects } from '../outbox.ts'
import type { Carrier } from './carrier.ts'
import { Carriers, withoutOutbox } from './carriers.ts'
import type { MongoChanges } from './changes.ts'
import { Collection } from './collection.ts'
import { equal, orderBy } from './conditions.ts'
import type { MongoOutbox } from './outbox.ts'

/** The documents of one resource, with their fields as those of the collection's documents. */
export class MongoDocuments<T extends Document> implements Documents<T> {
  readonly #collection: Collection<Carrier>
  readonly #carriers: Carriers<Carrier>
  readonly #changes: MongoChanges
  readonly #outbox: MongoOutbox
  readonly #resource: Resource<T>

  constructor(db: Db, changes: MongoChanges, outbox: MongoOutbox, resource: Resource<T>) {
    this.#collection = new Collection(db, resource.plural)
    this.#carriers = new Carriers(this.#collection, outbox)
    this.#changes = changes
    this.#outbox = outbox
    this.#resource = resource
  }

  async insert(owned: Owned<T>, effects?: Effects<Owned<T>>): Promise<void> {
    const { id, ...fields } = owned
    const draft = this.#outbox.silentDraft(owned.tenant_id)
    draft.publish(effects, owned)
    await this.#carriers.insert({ _id: id, ...fields }, draft)
    await this.#notify(owned.tenant_id)
  }

  async get(tenantId: string, id: string): Promise<Owned<T> | undefined> {
    const found = await this.#collection.findOne(equal({ _id: id, tenant_id: tenantId }))
    return found && this.#toOwned(found)
  }

  async list(tenantId: string): Promise<Owned<T>[]> {
    const order = orderBy(['created_at', '_id'], false)
    const found = await this.#collection.find(equal({ tenant_id: tenantId }), order)
    return found.map((document) => this.#toOwned(document))
  }

  async delete(tenantId: string, id: string, effects?: Effects<Owned<T>>): Promise<Owned<T> | undefined> {
    const condition = equal({ _id: id, tenant_id: tenantId })
    const found = await this.#collection.findOne(condition)
    if (found === undefined) return undefined
    const gone = this.#toOwned(found)
    const draft = this.#outbox.silentDraft(tenantId)
    draft.publish(effects, gone)
    // Of several who delete it at once, one does.
    if ((await this.#carriers.delete(found, condition, draft)) === undefined) return undefined
    await this.#notify(tenantId)
    return gone
  }

  async ended(now: string): Promise<Owned<T>[]> {
    const found = await this.#collection.find({ expires_at: { $lte: now } }, [])
    return found.map((document) => this.#toOwned(document))
  }

  async #notify(tenantId: string): Promise<void> {
    const { notice, plural } = this.#resource
    if (notice !== undefined) await this.#changes.notify(tenantId, plural)
  }

  #toOwned(document: Carrier): Owned<T> {
    const { _id, tenant_id, ...fields } = withoutOutbox(document)
    return { ...this.#resource.stored.parse({ id: _id, ...fields }), tenant_id }
  }
}
