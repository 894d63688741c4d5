import type { Database } from '../database.ts'
import { KnownKeys } from '../known-keys.ts'
import { uuidToBytes } from '../sql.ts'

/**
 * Gives the users of a tenant's interactions small numbers, counted from 1. Lists are filtered by their binary digits: a
 * bitmap a digit, however many users there are and however busy one of them is. Runs within the caller's transaction.
 */
export class UserNumbers {
  readonly #db: Database
  /** Users who have one. */
  readonly #known: KnownKeys

  constructor(db: Database) {
    this.#db = db
    this.#known = new KnownKeys(db)
  }

  find(tenant: number, user: Uint8Array): number | undefined {
    const row = this.#db.get('SELECT number FROM interaction_users WHERE tenant = ? AND user = ?', tenant, user)
    return row === undefined ? undefined : Number(row.number)
  }

  /** Gives each of the users, by their ids, a number that no user of the tenant has, unless there is one already. */
  add(tenant: number, users: Iterable<string>): void {
    this.#known.renew()
    for (const user of users) {
      const key = `${tenant} ${user}`
      if (this.#known.has(key)) continue
      if (this.#isNew(tenant, uuidToBytes(user))) continue
      this.#known.add(key)
    }
  }

  /** Whether the user has got a number only now. */
  #isNew(tenant: number, user: Uint8Array): boolean {
    if (this.find(tenant, user) !== undefined) return false
    this.#db.run(
      'INSERT INTO interaction_users (tenant, user, number) VALUES (?, ?, ?)',
      tenant,
      user,
      this.greatest(tenant) + 1,
    )
    return true
  }

  /** Removes the numbers of users without interactions: even a number would reveal that they had some. */
  removeUnused(tenant: number, users: Iterable<string>): void {
    this.#known.clear()
    for (const id of users) {
      const user = uuidToBytes(id)
      const used = this.#db.get(
        `SELECT 1 FROM inventory i JOIN inventory_users u ON u.tenant = i.tenant AND u.platform = i.platform AND u.user = ?
         WHERE i.tenant = ? LIMIT 1`,
        user,
        tenant,
      )
      if (used !== undefined) continue
      this.#db.run('DELETE FROM interaction_users WHERE tenant = ? AND user = ?', tenant, user)
    }
  }

  /** 0 if nobody has one. */
  greatest(tenant: number): number {
    const row = this.#db.get('SELECT max(number) AS number FROM interaction_users WHERE tenant = ?', tenant)
    return Number(row?.number ?? 0)
  }
}
