import type { Effects } from '../outbox.ts'
import type { Database, Row } from './database.ts'
import type { SqliteOutbox } from './outbox.ts'

/** What a tenant has for a time, or until it is removed. */
interface Ending {
  readonly id: string
  readonly tenant_id: string
  readonly created_at: string
  readonly expires_at: string | null
}

interface Options<T extends Ending> {
  readonly table: 'exceptions' | 'service_switches'
  /** Reads a document as it was stored. */
  readonly parse: (document: unknown) => Omit<T, 'tenant_id'>
}

/** A table of documents that end: each stands whole in its row, beside the columns that it is found by. */
export class EndingDocuments<T extends Ending> {
  readonly #db: Database
  readonly #outbox: SqliteOutbox
  readonly #options: Options<T>

  constructor(db: Database, outbox: SqliteOutbox, options: Options<T>) {
    this.#db = db
    this.#outbox = outbox
    this.#options = options
  }

  async insert(one: T, effects?: Effects<T>): Promise<void> {
    const { tenant_id, ...document } = one
    await this.#outbox.change(tenant_id, (draft) => {
      this.#db.run(
        `INSERT INTO ${this.#options.table} (id, tenant_id, document, created_at, expires_at) VALUES (?, ?, ?, ?, ?)`,
        one.id,
        tenant_id,
        JSON.stringify(document),
        one.created_at,
        one.expires_at,
      )
      draft.publish(effects, one)
    })
  }

  async delete(tenantId: string, id: string, effects?: Effects<T>): Promise<T | undefined> {
    return this.#outbox.change(tenantId, (draft) => {
      const row = this.#db.get(
        `DELETE FROM ${this.#options.table} WHERE id = ? AND tenant_id = ? RETURNING *`,
        id,
        tenantId,
      )
      if (row === undefined) return undefined
      const gone = this.toRecord(row)
      draft.publish(effects, gone)
      return gone
    })
  }

  readonly toRecord = ({ tenant_id, document }: Row): T => {
    return { ...this.#options.parse(JSON.parse(String(document))), tenant_id: String(tenant_id) } as T
  }
}
