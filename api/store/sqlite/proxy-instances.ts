import {
  type AlertNote,
  byName,
  dispensable,
  type ProxyInstanceRecord,
  type ProxyInstanceStore,
  type ProxyReport,
  type Reported,
} from '../proxy-instance-store.ts'
import type { Database, Row } from './database.ts'

/** Statuses of proxies: each heartbeat replaces the one before, and no event tells of it. */
export class SqliteProxyInstances implements ProxyInstanceStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  report(report: ProxyReport, max: number, silentSince: string): Promise<Reported> {
    const { tenant_id, instance_id, last_seen } = report
    return this.#db.write(() => {
      const before = this.#get(tenant_id, instance_id)
      if (before === undefined && !this.#makeRoom(tenant_id, max, silentSince)) return { isKept: false, before }
      const record: ProxyInstanceRecord = {
        ...report,
        first_seen: before?.first_seen ?? last_seen,
        alert_id: before?.alert_id ?? null,
        ...(before?.behind_alert_id !== undefined && { behind_alert_id: before.behind_alert_id }),
      }
      this.#db.run(
        'INSERT OR REPLACE INTO proxy_instances (tenant_id, instance_id, document) VALUES (?, ?, ?)',
        tenant_id,
        instance_id,
        JSON.stringify(record),
      )
      return { isKept: true, before }
    }, 'group')
  }

  async get(tenantId: string, instanceId: string): Promise<ProxyInstanceRecord | undefined> {
    return this.#get(tenantId, instanceId)
  }

  async list(tenantId: string): Promise<ProxyInstanceRecord[]> {
    const rows = this.#db.all('SELECT document FROM proxy_instances WHERE tenant_id = ?', tenantId)
    return rows.map(toRecord).toSorted(byName)
  }

  noteAlert(
    tenantId: string,
    instanceId: string,
    lastSeen: string | undefined,
    alertId: string | null,
    note: AlertNote = 'alert_id',
  ): Promise<boolean> {
    return this.#db.write(() => {
      const found = this.#get(tenantId, instanceId)
      if (found === undefined || (lastSeen !== undefined && found.last_seen !== lastSeen)) return false
      this.#db.run(
        'UPDATE proxy_instances SET document = ? WHERE tenant_id = ? AND instance_id = ?',
        JSON.stringify({ ...found, [note]: alertId }),
        tenantId,
        instanceId,
      )
      return true
    }, 'group')
  }

  async forget(tenantId: string, instanceId: string, lastSeen: string): Promise<void> {
    await this.#db.write(() => {
      if (this.#get(tenantId, instanceId)?.last_seen === lastSeen) this.#delete(tenantId, instanceId)
    }, 'group')
  }

  /** @returns whether there is room for one more */
  #makeRoom(tenantId: string, max: number, silentSince: string): boolean {
    const known = this.#db.all('SELECT document FROM proxy_instances WHERE tenant_id = ?', tenantId).map(toRecord)
    if (known.length < max) return true
    const gone = dispensable(known, silentSince)
    if (gone === undefined) return false
    this.#delete(tenantId, gone.instance_id)
    return true
  }

  #get(tenantId: string, instanceId: string): ProxyInstanceRecord | undefined {
    const row = this.#db.get(
      'SELECT document FROM proxy_instances WHERE tenant_id = ? AND instance_id = ?',
      tenantId,
      instanceId,
    )
    return row && toRecord(row)
  }

  #delete(tenantId: string, instanceId: string): void {
    this.#db.run('DELETE FROM proxy_instances WHERE tenant_id = ? AND instance_id = ?', tenantId, instanceId)
  }
}

/** What is in the table was written by `report`. */
function toRecord({ document }: Row): ProxyInstanceRecord {
  return JSON.parse(String(document)) as ProxyInstanceRecord
}
