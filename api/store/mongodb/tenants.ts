import { type Db, ObjectId } from 'mongodb'
import { DEFAULT_TENANT_SETTINGS, type TenantSettings } from '../../../core/model/tenant-settings.ts'
import type { Effects } from '../outbox.ts'
import type { Tenant, TenantStore } from '../tenant-store.ts'
import { Collection, type Stored } from './collection.ts'
import { equal, orderBy } from './conditions.ts'
import { carriedBy, type MongoOutbox } from './outbox.ts'

interface TenantDocument extends Stored, Omit<Tenant, 'id'> {
  /** Grows with every tenant that a process makes: the order within one millisecond. */
  readonly order: ObjectId
  /** Missing where nothing was changed. */
  readonly settings?: TenantSettings
}

export class MongoTenants implements TenantStore {
  readonly #tenants: Collection<TenantDocument>
  readonly #outbox: MongoOutbox

  constructor(db: Db, outbox: MongoOutbox) {
    this.#outbox = outbox
    this.#tenants = new Collection(db, 'tenants', 'name')
  }

  /** A process that dies in between leaves a tenant without its entry in the audit log. */
  async insert(tenant: Tenant, effects?: Effects<Tenant>): Promise<void> {
    const { id, name, created_at } = tenant
    await this.#tenants.insert({ _id: id, name, created_at, order: new ObjectId() })
    const draft = this.#outbox.silentDraft(id)
    draft.publish(effects, tenant)
    await this.#outbox.deliver(carriedBy(draft))
  }

  async get(id: string): Promise<Tenant | undefined> {
    const found = await this.#tenants.findOne(equal({ _id: id }))
    return found && toTenant(found)
  }

  async list(): Promise<Tenant[]> {
    return (await this.#tenants.find({}, orderBy(['created_at', 'order'], false))).map(toTenant)
  }

  async settings(id: string): Promise<TenantSettings> {
    return (await this.#tenants.findOne(equal({ _id: id })))?.settings ?? DEFAULT_TENANT_SETTINGS
  }

  /** The entry comes first: a process that dies in between leaves an entry of a change that can be made again. */
  async changeSettings(
    id: string,
    settings: TenantSettings,
    effects?: Effects<TenantSettings>,
  ): Promise<TenantSettings> {
    const draft = this.#outbox.silentDraft(id)
    draft.publish(effects, settings)
    await this.#outbox.deliver(carriedBy(draft))
    await this.#tenants.update(equal({ _id: id }), { $set: { settings } })
    return settings
  }
}

function toTenant({ _id, name, created_at }: TenantDocument): Tenant {
  return { id: _id, name, created_at }
}
