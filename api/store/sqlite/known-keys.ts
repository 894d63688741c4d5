import type { Database } from './database.ts'

/** Some two megabytes. */
const KEYS_MAX = 20_000

/**
 * Keys that were found in a table, so that nobody asks for them again with every batch. They stand there as long as this
 * connection removes none and no other one writes, of which SQLite tells (sqlite.org/pragma.html#pragma_data_version).
 */
export class KnownKeys {
  readonly #db: Database
  readonly #keys = new Set<string>()
  #version = -1

  constructor(db: Database) {
    this.#db = db
  }

  /** Called within a transaction that writes, before keys are asked for: no other connection writes until it ends. */
  renew(): void {
    const version = this.#db.dataVersion()
    if (version !== this.#version) this.#keys.clear()
    this.#version = version
  }

  has(key: string): boolean {
    return this.#keys.has(key)
  }

  /** Called for a key that a transaction before has written: what this one writes may be rolled back. */
  add(key: string): void {
    if (this.#keys.size >= KEYS_MAX) this.#keys.clear()
    this.#keys.add(key)
  }

  /** Called where some may be removed. */
  clear(): void {
    this.#keys.clear()
  }
}
