import type { KeyringStore, StoredKey, StoredKeyring } from '../keyring-store.ts'
import type { Database } from './database.ts'

export class SqliteKeyring implements KeyringStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async read(): Promise<StoredKeyring | undefined> {
    const row = this.#db.get('SELECT version, keys FROM keyring')
    // Written by `write` only.
    return row && { version: Number(row.version), keys: JSON.parse(String(row.keys)) as StoredKey[] }
  }

  async write(keys: readonly StoredKey[], replaced: number | undefined): Promise<boolean> {
    const text = JSON.stringify(keys)
    const { changes } = await this.#db.write(() =>
      replaced === undefined
        ? this.#db.run('INSERT OR IGNORE INTO keyring (id, version, keys) VALUES (1, 1, ?)', text)
        : this.#db.run('UPDATE keyring SET version = version + 1, keys = ? WHERE version = ?', text, replaced),
    )
    return changes > 0
  }
}
