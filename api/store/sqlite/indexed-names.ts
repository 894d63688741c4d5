import type { Interaction } from '../../../core/model/interaction.ts'
import { admitNames, type IndexedNames, namesOf } from '../indexed-names.ts'
import { dayOf, type Sender } from '../new-names.ts'
import type { Database } from './database.ts'

/** Of all tenants, in memory. */
const KEPT_MAX = 20_000

/** Which names lists and statistics know. Runs within the caller's transaction. */
export class SqliteIndexedNames {
  readonly #db: Database
  /** By tenant: names that were seen in the table, so that most batches ask it nothing. They are never removed. */
  readonly #kept = new Map<number, Set<string>>()
  #keptCount = 0

  constructor(db: Database) {
    this.#db = db
  }

  /** @param sender who adds what is new; without one, any number may be added */
  of(
    tenant: number,
    interactions: readonly Interaction[],
    sender: Pick<Sender, 'id'> | undefined,
    now: Date,
  ): readonly IndexedNames[] {
    const named = namesOf(interactions)
    const known = this.#known(tenant, named.open)
    if (known.size === named.open.length) return admitNames(named, known, undefined).indexed
    const day = dayOf(now)
    const { indexed, added } = admitNames(named, known, sender && this.#added(tenant, sender.id, day))
    for (const name of added) {
      this.#db.run('INSERT INTO indexed_names VALUES (?, ?, ?, ?)', tenant, name, sender?.id ?? null, day)
    }
    return indexed
  }

  #known(tenant: number, names: readonly string[]): ReadonlySet<string> {
    const kept = this.#keptOf(tenant)
    const known = names.filter((name) => kept.has(name) || this.#find(tenant, name, kept))
    return new Set(known)
  }

  #find(tenant: number, name: string, kept: Set<string>): boolean {
    const found = this.#db.get('SELECT 1 FROM indexed_names WHERE tenant = ? AND name = ?', tenant, name) !== undefined
    if (found) {
      kept.add(name)
      this.#keptCount += 1
    }
    return found
  }

  #added(tenant: number, sender: string, day: string): number {
    const sql = 'SELECT count(*) AS count FROM indexed_names WHERE tenant = ? AND added_by = ? AND added_on = ?'
    return Number(this.#db.get(sql, tenant, sender, day)?.count)
  }

  #keptOf(tenant: number): Set<string> {
    if (this.#keptCount > KEPT_MAX) {
      this.#kept.clear()
      this.#keptCount = 0
    }
    const kept = this.#kept.get(tenant) ?? new Set<string>()
    this.#kept.set(tenant, kept)
    return kept
  }
}
