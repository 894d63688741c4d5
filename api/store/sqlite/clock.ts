import type { ClockState, ClockStore } from '../clock-store.ts'
import type { Database } from './database.ts'

export class SqliteClock implements ClockStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async get(): Promise<ClockState | undefined> {
    const row = this.#db.get('SELECT seen_at, held_until FROM retention_clock')
    if (row === undefined) return undefined
    return { seen_at: String(row.seen_at), held_until: row.held_until === null ? null : String(row.held_until) }
  }

  async set(before: ClockState | undefined, { seen_at, held_until }: ClockState): Promise<boolean> {
    const { changes } = await this.#db.write(() =>
      before === undefined
        ? this.#db.run('INSERT OR IGNORE INTO retention_clock VALUES (1, ?, ?)', seen_at, held_until)
        : this.#db.run(
            'UPDATE retention_clock SET seen_at = ?, held_until = ? WHERE seen_at = ? AND held_until IS ?',
            seen_at,
            held_until,
            before.seen_at,
            before.held_until,
          ),
    )
    return changes > 0
  }
}
