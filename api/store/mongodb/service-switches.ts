import type { Db } from 'mongodb'
import type { Effects } from '../outbox.ts'
import type { ServiceSwitchRecord, ServiceSwitchStore } from '../service-switch-store.ts'
import type { Carrier } from './carrier.ts'
import { Carriers, withoutOutbox } from './carriers.ts'
import type { MongoChanges } from './changes.ts'
import { Collection } from './collection.ts'
import { equal, orderBy } from './conditions.ts'
import type { MongoOutbox } from './outbox.ts'

type ServiceSwitchDocument = Carrier & Omit<ServiceSwitchRecord, 'id'>

export class MongoServiceSwitches implements ServiceSwitchStore {
  readonly #switches: Collection<ServiceSwitchDocument>
  readonly #carriers: Carriers<ServiceSwitchDocument>
  readonly #changes: MongoChanges
  readonly #outbox: MongoOutbox

  constructor(db: Db, changes: MongoChanges, outbox: MongoOutbox) {
    this.#switches = new Collection(db, 'service_switches')
    this.#carriers = new Carriers(this.#switches, outbox)
    this.#changes = changes
    this.#outbox = outbox
  }

  async insert(one: ServiceSwitchRecord, effects?: Effects<ServiceSwitchRecord>): Promise<void> {
    const { id, ...fields } = one
    const draft = this.#outbox.silentDraft(fields.tenant_id)
    draft.publish(effects, one)
    await this.#carriers.insert({ _id: id, ...fields }, draft)
    await this.#changes.notify(fields.tenant_id, 'service_switches')
  }

  async list(tenantId: string, now: string): Promise<ServiceSwitchRecord[]> {
    const found = await this.#switches.find(equal({ tenant_id: tenantId }), orderBy(['created_at', '_id'], false))
    return found.map(toSwitch).filter(({ expires_at }) => expires_at === null || expires_at > now)
  }

  async delete(
    tenantId: string,
    id: string,
    effects?: Effects<ServiceSwitchRecord>,
  ): Promise<ServiceSwitchRecord | undefined> {
    const condition = equal({ _id: id, tenant_id: tenantId })
    const found = await this.#switches.findOne(condition)
    if (found === undefined) return undefined
    const gone = toSwitch(found)
    const draft = this.#outbox.silentDraft(tenantId)
    draft.publish(effects, gone)
    // Of several who delete it at once, one does.
    if ((await this.#carriers.delete(found, condition, draft)) === undefined) return undefined
    await this.#changes.notify(tenantId, 'service_switches')
    return gone
  }

  /** There are few: see SWITCHES_MAX. */
  async deleteEnded(tenantId: string, before: string): Promise<void> {
    for (const { _id, expires_at } of await this.#switches.find(equal({ tenant_id: tenantId }), [])) {
      if (expires_at !== null && expires_at <= before) await this.#switches.delete(equal({ _id }))
    }
  }
}

function toSwitch(document: ServiceSwitchDocument): ServiceSwitchRecord {
  const { _id, ...fields } = withoutOutbox(document)
  return { id: _id, ...fields }
}
