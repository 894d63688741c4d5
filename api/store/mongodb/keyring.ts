import type { Db } from 'mongodb'
import type { KeyringStore, StoredKey, StoredKeyring } from '../keyring-store.ts'
import { Collection, type Stored } from './collection.ts'
import { equal } from './conditions.ts'

/** The one document of the collection `keyring`. */
const ID = 'keyring'

interface KeyringDocument extends Stored {
  readonly version: number
  /** As JSON. */
  readonly keys: string
}

export class MongoKeyring implements KeyringStore {
  readonly #keyrings: Collection<KeyringDocument>

  constructor(db: Db) {
    this.#keyrings = new Collection(db, 'keyring')
  }

  async read(): Promise<StoredKeyring | undefined> {
    const found = await this.#keyrings.findOne(equal({ _id: ID }))
    // Written by `write` only.
    return found && { version: found.version, keys: JSON.parse(found.keys) as StoredKey[] }
  }

  async write(keys: readonly StoredKey[], replaced: number | undefined): Promise<boolean> {
    const text = JSON.stringify(keys)
    if (replaced === undefined) return this.#keyrings.insertIfAbsent({ _id: ID, version: 1, keys: text })
    const update = { $set: { version: replaced + 1, keys: text } }
    return (await this.#keyrings.update(equal({ _id: ID, version: replaced }), update)) !== undefined
  }
}
