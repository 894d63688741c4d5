import { ServiceSwitch } from '../../../core/model/service-switch.ts'
import type { Effects } from '../outbox.ts'
import type { ServiceSwitchRecord, ServiceSwitchStore } from '../service-switch-store.ts'
import type { Database, Row } from './database.ts'
import type { SqliteOutbox } from './outbox.ts'

export class SqliteServiceSwitches implements ServiceSwitchStore {
  readonly #db: Database
  readonly #outbox: SqliteOutbox

  constructor(db: Database, outbox: SqliteOutbox) {
    this.#db = db
    this.#outbox = outbox
  }

  async insert({ tenant_id, ...one }: ServiceSwitchRecord, effects?: Effects<ServiceSwitchRecord>): Promise<void> {
    await this.#outbox.change(tenant_id, (draft) => {
      this.#db.run(
        'INSERT INTO service_switches (id, tenant_id, document, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
        one.id,
        tenant_id,
        JSON.stringify(one),
        one.created_at,
        one.expires_at,
      )
      draft.publish(effects, { ...one, tenant_id })
    })
  }

  async list(tenantId: string, now: string): Promise<ServiceSwitchRecord[]> {
    return this.#db
      .all(
        `SELECT tenant_id, document FROM service_switches
         WHERE tenant_id = ? AND (expires_at IS NULL OR expires_at > ?) ORDER BY created_at, id`,
        tenantId,
        now,
      )
      .map(toSwitch)
  }

  async delete(
    tenantId: string,
    id: string,
    effects?: Effects<ServiceSwitchRecord>,
  ): Promise<ServiceSwitchRecord | undefined> {
    return this.#outbox.change(tenantId, (draft) => {
      const row = this.#db.get('DELETE FROM service_switches WHERE id = ? AND tenant_id = ? RETURNING *', id, tenantId)
      if (row === undefined) return undefined
      const gone = toSwitch(row)
      draft.publish(effects, gone)
      return gone
    })
  }

  async deleteEnded(tenantId: string, before: string): Promise<void> {
    await this.#db.write(
      () => this.#db.run('DELETE FROM service_switches WHERE tenant_id = ? AND expires_at <= ?', tenantId, before),
      'group',
    )
  }
}

function toSwitch({ tenant_id, document }: Row): ServiceSwitchRecord {
  return { ...ServiceSwitch.parse(JSON.parse(String(document))), tenant_id: String(tenant_id) }
}
