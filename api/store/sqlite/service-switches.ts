import { ServiceSwitch } from '../../../core/model/service-switch.ts'
import type { Effects } from '../outbox.ts'
import type { ServiceSwitchRecord, ServiceSwitchStore } from '../service-switch-store.ts'
import type { Database } from './database.ts'
import { EndingDocuments } from './ending-documents.ts'
import type { SqliteOutbox } from './outbox.ts'

export class SqliteServiceSwitches implements ServiceSwitchStore {
  readonly #db: Database
  readonly #documents: EndingDocuments<ServiceSwitchRecord>

  constructor(db: Database, outbox: SqliteOutbox) {
    this.#db = db
    const parse = (document: unknown) => ServiceSwitch.parse(document)
    this.#documents = new EndingDocuments(db, outbox, { table: 'service_switches', parse })
  }

  insert(one: ServiceSwitchRecord, effects?: Effects<ServiceSwitchRecord>): Promise<void> {
    return this.#documents.insert(one, effects)
  }

  async list(tenantId: string, now: string): Promise<ServiceSwitchRecord[]> {
    return this.#db
      .all(
        `SELECT tenant_id, document FROM service_switches
         WHERE tenant_id = ? AND (expires_at IS NULL OR expires_at > ?) ORDER BY created_at, id`,
        tenantId,
        now,
      )
      .map(this.#documents.toRecord)
  }

  delete(
    tenantId: string,
    id: string,
    effects?: Effects<ServiceSwitchRecord>,
  ): Promise<ServiceSwitchRecord | undefined> {
    return this.#documents.delete(tenantId, id, effects)
  }

  async deleteEnded(tenantId: string, before: string): Promise<void> {
    await this.#db.write(
      () => this.#db.run('DELETE FROM service_switches WHERE tenant_id = ? AND expires_at <= ?', tenantId, before),
      'group',
    )
  }
}
