import { type Db, ObjectId } from 'mongodb'
import type { Tenant, TenantStore } from '../store.ts'
import { Collection, type Stored } from './collection.ts'
import { equal, orderBy } from './conditions.ts'

interface TenantDocument extends Stored, Omit<Tenant, 'id'> {
  /** Grows with every tenant that a process makes: the order within one millisecond. */
  readonly order: ObjectId
}

export class MongoTenants implements TenantStore {
  readonly #tenants: Collection<TenantDocument>

  constructor(db: Db) {
    this.#tenants = new Collection(db, 'tenants', 'name')
  }

  insert({ id, name, created_at }: Tenant): Promise<void> {
    return this.#tenants.insert({ _id: id, name, created_at, order: new ObjectId() })
  }

  async get(id: string): Promise<Tenant | undefined> {
    const found = await this.#tenants.findOne(equal({ _id: id }))
    return found && toTenant(found)
  }

  async list(): Promise<Tenant[]> {
    return (await this.#tenants.find({}, orderBy(['created_at', 'order'], false))).map(toTenant)
  }
}

function toTenant({ _id, name, created_at }: TenantDocument): Tenant {
  return { id: _id, name, created_at }
}
