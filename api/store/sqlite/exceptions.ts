import { StoredException } from '../../../core/model/exception.ts'
import type { ExceptionRecord, ExceptionStore } from '../exception-store.ts'
import type { Effects } from '../outbox.ts'
import type { Database } from './database.ts'
import { EndingDocuments } from './ending-documents.ts'
import type { SqliteOutbox } from './outbox.ts'

export class SqliteExceptions implements ExceptionStore {
  readonly #db: Database
  readonly #documents: EndingDocuments<ExceptionRecord>

  constructor(db: Database, outbox: SqliteOutbox) {
    this.#db = db
    const parse = (document: unknown) => StoredException.parse(document)
    this.#documents = new EndingDocuments(db, outbox, { table: 'exceptions', parse })
  }

  insert(one: ExceptionRecord, effects?: Effects<ExceptionRecord>): Promise<void> {
    return this.#documents.insert(one, effects)
  }

  async list(tenantId: string): Promise<ExceptionRecord[]> {
    return this.#db
      .all('SELECT tenant_id, document FROM exceptions WHERE tenant_id = ? ORDER BY created_at, id', tenantId)
      .map(this.#documents.toRecord)
  }

  async get(tenantId: string, id: string): Promise<ExceptionRecord | undefined> {
    const row = this.#db.get('SELECT tenant_id, document FROM exceptions WHERE id = ? AND tenant_id = ?', id, tenantId)
    return row && this.#documents.toRecord(row)
  }

  delete(tenantId: string, id: string, effects?: Effects<ExceptionRecord>): Promise<ExceptionRecord | undefined> {
    return this.#documents.delete(tenantId, id, effects)
  }

  async ended(now: string): Promise<ExceptionRecord[]> {
    return this.#db
      .all('SELECT tenant_id, document FROM exceptions WHERE expires_at <= ?', now)
      .map(this.#documents.toRecord)
  }
}
