import { hashErasedId } from '../erased-ids.ts'
import type { Database } from './database.ts'

/** Part of the caller's transaction, but for `forget`. */
export class SqliteErasedInteractions {
  readonly #db: Database
  readonly #key: Buffer | undefined
  readonly #now: () => Date

  constructor(db: Database, key: Buffer | undefined, now: () => Date) {
    this.#db = db
    this.#key = key
    this.#now = now
  }

  add(tenantId: string, ids: readonly string[]): void {
    if (this.#key === undefined) return
    const at = this.#now().getTime()
    for (const id of ids) {
      const hash = hashErasedId(this.#key, tenantId, id)
      this.#db.run('INSERT OR REPLACE INTO erased_interactions VALUES (?, ?, ?)', tenantId, hash, at)
    }
  }

  /** Those that were not erased before. It costs next to nothing for a tenant of which nothing was. */
  without<T extends { readonly id: string }>(tenantId: string, interactions: readonly T[]): readonly T[] {
    const key = this.#key
    if (key === undefined || !this.#hasAny(tenantId)) return interactions
    const find = 'SELECT 1 FROM erased_interactions WHERE tenant_id = ? AND hash = ?'
    return interactions.filter(({ id }) => this.#db.get(find, tenantId, hashErasedId(key, tenantId, id)) === undefined)
  }

  async forget(tenantId: string, before: string, limit: number): Promise<number> {
    if (!this.#hasAny(tenantId)) return 0
    const { changes } = await this.#db.write(
      () =>
        this.#db.run(
          `DELETE FROM erased_interactions WHERE tenant_id = ? AND hash IN
             (SELECT hash FROM erased_interactions WHERE tenant_id = ? AND at < ? LIMIT ?)`,
          tenantId,
          tenantId,
          Date.parse(before),
          limit,
        ),
      'group',
    )
    return changes
  }

  #hasAny(tenantId: string): boolean {
    return this.#db.get('SELECT 1 FROM erased_interactions WHERE tenant_id = ? LIMIT 1', tenantId) !== undefined
  }
}
