import { hashErasedId } from '../erased-ids.ts'
import type { NamedKeys } from '../named-keys.ts'
import type { Database } from './database.ts'

/** Part of the caller's transaction, but for `forget`. */
export class SqliteErasedInteractions {
  readonly #db: Database
  readonly #keys: Pick<NamedKeys, 'current' | 'all'> | undefined
  readonly #now: () => Date

  constructor(db: Database, keys: Pick<NamedKeys, 'current' | 'all'> | undefined, now: () => Date) {
    this.#db = db
    this.#keys = keys
    this.#now = now
  }

  add(tenantId: string, ids: readonly string[]): void {
    if (this.#keys === undefined || ids.length === 0) return
    const at = this.#now().getTime()
    const { key } = this.#keys.current
    for (const id of ids) {
      const hash = hashErasedId(key, tenantId, id)
      this.#db.run('INSERT OR REPLACE INTO erased_interactions VALUES (?, ?, ?)', tenantId, hash, at)
    }
  }

  /** Those that were not erased before. It costs next to nothing for a tenant of which nothing was. */
  without<T extends { readonly id: string }>(tenantId: string, interactions: readonly T[]): readonly T[] {
    if (this.#keys === undefined || !this.#hasAny(tenantId)) return interactions
    const keys = this.#keys.all
    const find = 'SELECT 1 FROM erased_interactions WHERE tenant_id = ? AND hash = ?'
    const isErased = (id: string) =>
      keys.some(({ key }) => this.#db.get(find, tenantId, hashErasedId(key, tenantId, id)) !== undefined)
    return interactions.filter(({ id }) => !isErased(id))
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
