import { LegalHold } from '../../../core/model/legal-hold.ts'
import type { LegalHoldRecord, LegalHoldStore } from '../legal-hold-store.ts'
import type { Effects } from '../outbox.ts'
import type { Database, Row } from './database.ts'
import type { SqliteOutbox } from './outbox.ts'

export class SqliteLegalHolds implements LegalHoldStore {
  readonly #db: Database
  readonly #outbox: SqliteOutbox

  constructor(db: Database, outbox: SqliteOutbox) {
    this.#db = db
    this.#outbox = outbox
  }

  async insert({ tenant_id, ...hold }: LegalHoldRecord, effects?: Effects<LegalHoldRecord>): Promise<void> {
    await this.#outbox.change(tenant_id, (draft) => {
      this.#db.run(
        'INSERT INTO legal_holds (id, tenant_id, document, created_at) VALUES (?, ?, ?, ?)',
        hold.id,
        tenant_id,
        JSON.stringify(hold),
        hold.created_at,
      )
      draft.publish(effects, { ...hold, tenant_id })
    })
  }

  async list(tenantId: string): Promise<LegalHoldRecord[]> {
    return this.#db
      .all('SELECT tenant_id, document FROM legal_holds WHERE tenant_id = ? ORDER BY created_at, id', tenantId)
      .map(toHold)
  }

  async delete(tenantId: string, id: string, effects?: Effects<LegalHoldRecord>): Promise<LegalHoldRecord | undefined> {
    return this.#outbox.change(tenantId, (draft) => {
      const row = this.#db.get('DELETE FROM legal_holds WHERE id = ? AND tenant_id = ? RETURNING *', id, tenantId)
      if (row === undefined) return undefined
      const gone = toHold(row)
      draft.publish(effects, gone)
      return gone
    })
  }
}

function toHold({ tenant_id, document }: Row): LegalHoldRecord {
  return { ...LegalHold.parse(JSON.parse(String(document))), tenant_id: String(tenant_id) }
}
