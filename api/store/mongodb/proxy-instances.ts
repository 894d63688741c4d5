import type { Db } from 'mongodb'
import {
  type AlertNote,
  byName,
  dispensable,
  type ProxyInstanceRecord,
  type ProxyInstanceStore,
  type ProxyReport,
  type Reported,
} from '../proxy-instance-store.ts'
import { Collection, type Stored } from './collection.ts'
import { equal } from './conditions.ts'

type ProxyInstanceDocument = Stored & ProxyInstanceRecord

/** Statuses of proxies: each heartbeat replaces the one before, and no event tells of it. */
export class MongoProxyInstances implements ProxyInstanceStore {
  readonly #instances: Collection<ProxyInstanceDocument>

  constructor(db: Db) {
    this.#instances = new Collection(db, 'proxy_instances')
  }

  async report(report: ProxyReport, max: number, silentSince: string): Promise<Reported> {
    const { tenant_id, instance_id, last_seen } = report
    const id = idOf(tenant_id, instance_id)
    const update = { $set: { ...report } }
    const found = await this.#instances.update(equal({ _id: id }), update)
    if (found !== undefined) return { isKept: true, before: toRecord(found) }
    if (!(await this.#makeRoom(tenant_id, max, silentSince))) return { isKept: false, before: undefined }
    const before = await this.#instances.upsert(id, {
      ...update,
      $setOnInsert: { first_seen: last_seen, alert_id: null },
    })
    return { isKept: true, before: before && toRecord(before) }
  }

  async get(tenantId: string, instanceId: string): Promise<ProxyInstanceRecord | undefined> {
    const found = await this.#instances.findOne(equal({ _id: idOf(tenantId, instanceId) }))
    return found && toRecord(found)
  }

  async list(tenantId: string): Promise<ProxyInstanceRecord[]> {
    const found = await this.#instances.find(equal({ tenant_id: tenantId }), [])
    return found.map(toRecord).toSorted(byName)
  }

  async noteAlert(
    tenantId: string,
    instanceId: string,
    lastSeen: string | undefined,
    alertId: string | null,
    note: AlertNote = 'alert_id',
  ): Promise<boolean> {
    const _id = idOf(tenantId, instanceId)
    const unchanged = equal(lastSeen === undefined ? { _id } : { _id, last_seen: lastSeen })
    return (await this.#instances.update(unchanged, { $set: { [note]: alertId } })) !== undefined
  }

  async forget(tenantId: string, instanceId: string, lastSeen: string): Promise<void> {
    await this.#instances.delete(equal({ _id: idOf(tenantId, instanceId), last_seen: lastSeen }))
  }

  /**
   * @returns whether there is room for one more. Several that come at once may each find the last place: one more is
   * then kept for each of them, and the next finds none.
   */
  async #makeRoom(tenantId: string, max: number, silentSince: string): Promise<boolean> {
    if ((await this.#instances.count(equal({ tenant_id: tenantId }))) < max) return true
    const gone = dispensable(await this.list(tenantId), silentSince)
    if (gone === undefined) return false
    await this.forget(tenantId, gone.instance_id, gone.last_seen)
    return true
  }
}

function idOf(tenantId: string, instanceId: string): string {
  return `${tenantId}:${instanceId}`
}

function toRecord({ _id, ...record }: ProxyInstanceDocument): ProxyInstanceRecord {
  return record
}
