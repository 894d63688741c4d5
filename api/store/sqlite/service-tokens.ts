import { z } from 'zod'
import { Scope } from '../../../core/model/service-token.ts'
import type { Effects } from '../outbox.ts'
import type { Listed, Page } from '../paging.ts'
import type { ServiceTokenRecord, ServiceTokenStore } from '../service-token-store.ts'
import type { Database, Row } from './database.ts'
import type { SqliteOutbox } from './outbox.ts'
import { orDuplicate } from './sql.ts'

const Scopes = z.array(Scope)

export class SqliteServiceTokens implements ServiceTokenStore {
  readonly #db: Database
  readonly #outbox: SqliteOutbox

  constructor(db: Database, outbox: SqliteOutbox) {
    this.#db = db
    this.#outbox = outbox
  }

  async insert(token: ServiceTokenRecord, effects?: Effects<ServiceTokenRecord>): Promise<void> {
    await this.#outbox.change(token.tenant_id, (draft) => {
      orDuplicate('name', () =>
        this.#db.run(
          `INSERT INTO service_tokens (id, tenant_id, name, scopes, token_hash, created_at, created_by)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
          token.id,
          token.tenant_id,
          token.name,
          JSON.stringify(token.scopes),
          token.token_hash,
          token.created_at,
          token.created_by,
        ),
      )
      draft.publish(effects, token)
    })
  }

  async findByHash(tokenHash: string): Promise<ServiceTokenRecord | undefined> {
    const row = this.#db.get('SELECT * FROM service_tokens WHERE token_hash = ?', tokenHash)
    return row === undefined ? undefined : toServiceToken(row)
  }

  async findByName(tenantId: string, name: string): Promise<ServiceTokenRecord | undefined> {
    const row = this.#db.get('SELECT * FROM service_tokens WHERE tenant_id = ? AND name = ?', tenantId, name)
    return row === undefined ? undefined : toServiceToken(row)
  }

  async list(tenantId: string, page: Page): Promise<Listed<ServiceTokenRecord>> {
    const rows = this.#db.all(
      'SELECT * FROM service_tokens WHERE tenant_id = ? ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?',
      tenantId,
      page.limit,
      page.offset,
    )
    const count = this.#db.get('SELECT count(*) AS total FROM service_tokens WHERE tenant_id = ?', tenantId)
    return { items: rows.map(toServiceToken), total: Number(count?.total) }
  }

  async noteUse(id: string, at: string): Promise<void> {
    await this.#db.write(() => this.#db.run('INSERT OR REPLACE INTO service_token_uses VALUES (?, ?)', id, at), 'group')
  }

  async lastUses(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const uses = new Map<string, string>()
    for (const id of ids) {
      const row = this.#db.get('SELECT at FROM service_token_uses WHERE id = ?', id)
      if (row !== undefined) uses.set(id, String(row.at))
    }
    return uses
  }

  async delete(
    tenantId: string,
    id: string,
    effects?: Effects<ServiceTokenRecord>,
  ): Promise<ServiceTokenRecord | undefined> {
    return this.#outbox.change(tenantId, (draft) => {
      const row = this.#db.get('DELETE FROM service_tokens WHERE id = ? AND tenant_id = ? RETURNING *', id, tenantId)
      if (row === undefined) return undefined
      this.#db.run('DELETE FROM service_token_uses WHERE id = ?', id)
      const token = toServiceToken(row)
      draft.publish(effects, token)
      return token
    })
  }
}

function toServiceToken(row: Row): ServiceTokenRecord {
  return {
    id: String(row.id),
    tenant_id: String(row.tenant_id),
    name: String(row.name),
    scopes: Scopes.parse(JSON.parse(String(row.scopes))),
    token_hash: String(row.token_hash),
    created_at: String(row.created_at),
    created_by: String(row.created_by),
  }
}
