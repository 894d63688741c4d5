import type { Database } from '../database.ts'

/**
 * Gives the users of a tenant's interactions small numbers, counted from 1. Lists are filtered by their binary digits: a
 * bitmap a digit, however many users there are and however busy one of them is. Runs within the caller's transaction.
 */
export class UserNumbers {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  find(tenant: number, user: Uint8Array): number | undefined {
    const row = this.#db.get('SELECT number FROM interaction_users WHERE tenant = ? AND user = ?', tenant, user)
    return row === undefined ? undefined : Number(row.number)
  }

  /** Gives the user a number that no user of the tenant has, unless there is one already. */
  add(tenant: number, user: Uint8Array): void {
    if (this.find(tenant, user) === undefined) {
      this.#db.run(
        'INSERT INTO interaction_users (tenant, user, number) VALUES (?, ?, ?)',
        tenant,
        user,
        this.greatest(tenant) + 1,
      )
    }
  }

  /** Removes the numbers of users without interactions: even a number would reveal that they had some. */
  removeUnused(tenant: number, users: readonly Uint8Array[]): void {
    for (const user of users) {
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
