import type { Document, Owned, Resource } from '../../../core/resources/resource.ts'
import type { Documents } from '../documents.ts'
import type { Effects } from '../outbox.ts'
import type { Database, Row } from './database.ts'
import type { SqliteOutbox } from './outbox.ts'
import { orDuplicate } from './sql.ts'

/** The documents of one resource: each stands whole in its row, and SQLite makes the columns that it is found by from it. */
export class SqliteDocuments<T extends Document> implements Documents<T> {
  readonly #db: Database
  readonly #outbox: SqliteOutbox
  readonly #resource: Resource<T>

  constructor(db: Database, outbox: SqliteOutbox, resource: Resource<T>) {
    this.#db = db
    this.#outbox = outbox
    this.#resource = resource
  }

  async insert(owned: Owned<T>, effects?: Effects<Owned<T>>): Promise<void> {
    const { tenant_id, ...document } = owned
    await this.#outbox.change(tenant_id, (draft) => {
      orDuplicate('id', () =>
        this.#db.run(
          `INSERT INTO ${this.#resource.plural} (id, tenant_id, document) VALUES (?, ?, ?)`,
          owned.id,
          tenant_id,
          JSON.stringify(document),
        ),
      )
      draft.publish(effects, owned)
    })
  }

  async get(tenantId: string, id: string): Promise<Owned<T> | undefined> {
    const [found] = this.#select('tenant_id = ? AND id = ?', tenantId, id)
    return found
  }

  async list(tenantId: string): Promise<Owned<T>[]> {
    return this.#select('tenant_id = ? ORDER BY created_at, id', tenantId)
  }

  async delete(tenantId: string, id: string, effects?: Effects<Owned<T>>): Promise<Owned<T> | undefined> {
    return this.#outbox.change(tenantId, (draft) => {
      const row = this.#db.get(
        `DELETE FROM ${this.#resource.plural} WHERE id = ? AND tenant_id = ? RETURNING tenant_id, document`,
        id,
        tenantId,
      )
      if (row === undefined) return undefined
      const gone = this.#toOwned(row)
      draft.publish(effects, gone)
      return gone
    })
  }

  async ended(now: string): Promise<Owned<T>[]> {
    return this.#select('expires_at <= ?', now)
  }

  #select(condition: string, ...values: readonly string[]): Owned<T>[] {
    return this.#db
      .all(`SELECT tenant_id, document FROM ${this.#resource.plural} WHERE ${condition}`, ...values)
      .map((row) => this.#toOwned(row))
  }

  #toOwned({ tenant_id, document }: Row): Owned<T> {
    return { ...this.#resource.stored.parse(JSON.parse(String(document))), tenant_id: String(tenant_id) }
  }
}
