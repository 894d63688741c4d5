import type { ChangeFeed, ChangeListener, Topic } from '../change-feed.ts'
import type { Database } from './database.ts'

/** Asking costs a few microseconds: the file's version is in shared memory. */
const POLL_MS = 250

/** Watches what other connections, which are other processes, do to the file. */
export class SqliteChanges implements ChangeFeed {
  readonly #db: Database
  readonly #listeners = new Set<ChangeListener>()
  /** How many changes of a tenant and topic listeners know of. */
  readonly #known = new Map<string, number>()
  #version: unknown
  #timer: NodeJS.Timeout | undefined

  constructor(db: Database) {
    this.#db = db
  }

  watch(listener: ChangeListener): () => void {
    this.#listeners.add(listener)
    if (this.#timer === undefined) {
      this.#look(() => {})
      this.#timer = setInterval(() => this.#look((change) => this.#tell(change)), POLL_MS).unref()
    }
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.close()
    }
  }

  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #tell(change: Parameters<ChangeListener>[0]): void {
    for (const listener of [...this.#listeners]) listener(change)
  }

  #look(report: ChangeListener): void {
    // Changes only when another connection commits (sqlite.org/pragma.html#pragma_data_version).
    const version = this.#db.get('PRAGMA data_version')?.data_version
    if (version === this.#version) return
    this.#version = version
    for (const row of this.#db.all('SELECT tenant_id, topic, count FROM changes')) {
      const key = `${row.topic} ${row.tenant_id}`
      const count = Number(row.count)
      if (this.#known.get(key) === count) continue
      this.#known.set(key, count)
      report({ tenant_id: String(row.tenant_id), topic: row.topic as Topic })
    }
  }
}
