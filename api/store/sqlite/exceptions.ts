import { StoredException } from '../../../core/model/exception.ts'
import type { ExceptionRecord, ExceptionStore } from '../exception-store.ts'
import type { Effects } from '../outbox.ts'
import type { Database, Row } from './database.ts'
import type { SqliteOutbox } from './outbox.ts'

export class SqliteExceptions implements ExceptionStore {
  readonly #db: Database
  readonly #outbox: SqliteOutbox

  constructor(db: Database, outbox: SqliteOutbox) {
    this.#db = db
    this.#outbox = outbox
  }

  async insert({ tenant_id, ...one }: ExceptionRecord, effects?: Effects<ExceptionRecord>): Promise<void> {
    await this.#outbox.change(tenant_id, (draft) => {
      this.#db.run(
        'INSERT INTO exceptions (id, tenant_id, document, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
        one.id,
        tenant_id,
        JSON.stringify(one),
        one.created_at,
        one.expires_at,
      )
      draft.publish(effects, { ...one, tenant_id })
    })
  }

  async list(tenantId: string): Promise<ExceptionRecord[]> {
    return this.#db
      .all('SELECT tenant_id, document FROM exceptions WHERE tenant_id = ? ORDER BY created_at, id', tenantId)
      .map(toException)
  }

  async get(tenantId: string, id: string): Promise<ExceptionRecord | undefined> {
    const row = this.#db.get('SELECT tenant_id, document FROM exceptions WHERE id = ? AND tenant_id = ?', id, tenantId)
    return row && toException(row)
  }

  async delete(tenantId: string, id: string, effects?: Effects<ExceptionRecord>): Promise<ExceptionRecord | undefined> {
    return this.#outbox.change(tenantId, (draft) => {
      const row = this.#db.get('DELETE FROM exceptions WHERE id = ? AND tenant_id = ? RETURNING *', id, tenantId)
      if (row === undefined) return undefined
      const gone = toException(row)
      draft.publish(effects, gone)
      return gone
    })
  }

  async ended(now: string): Promise<ExceptionRecord[]> {
    return this.#db.all('SELECT tenant_id, document FROM exceptions WHERE expires_at <= ?', now).map(toException)
  }
}

function toException({ tenant_id, document }: Row): ExceptionRecord {
  return { ...StoredException.parse(JSON.parse(String(document))), tenant_id: String(tenant_id) }
}
