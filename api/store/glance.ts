import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Settings } from '../../config/settings.ts'
import type { StoredKey } from './keyring-store.ts'
import { DATABASE_FILE, storeExists } from './open-store.ts'

/** How long another process may hold the database, in milliseconds. */
const WAIT_MS = 2000

/** What tells one database from another. */
export interface Glance {
  /** Their ids. */
  readonly tenants: readonly string[]
  /** None in one of a release before the keyring. */
  readonly keys: readonly StoredKey[]
}

/**
 * Looks at the database of the settings without opening it as the API does, since that brings older data to this release's form.
 * @returns undefined where there is none
 * @throws StoreError if MongoDB cannot be asked; SQLite's own error
 */
export async function glanceAt(settings: Pick<Settings, 'mongodbUrl' | 'dataDir'>): Promise<Glance | undefined> {
  if (settings.mongodbUrl !== undefined) {
    // The driver takes a fifth of a second to load.
    const { glanceAtMongo } = await import('./mongodb/glance.ts')
    return glanceAtMongo(settings.mongodbUrl)
  }
  return (await storeExists(settings)) ? glanceAtFile(join(settings.dataDir, DATABASE_FILE)) : undefined
}

function glanceAtFile(file: string): Glance {
  const database = new DatabaseSync(file, { readOnly: true, timeout: WAIT_MS })
  try {
    const schema = database.prepare("SELECT name FROM sqlite_schema WHERE name IN ('tenants', 'keyring')").all()
    const has = (table: string) => schema.some(({ name }) => name === table)
    const tenants = has('tenants') ? database.prepare('SELECT id FROM tenants').all() : []
    const keyring = has('keyring') ? database.prepare('SELECT keys FROM keyring').get() : undefined
    return {
      tenants: tenants.map(({ id }) => String(id)),
      keys: keyring === undefined ? [] : (JSON.parse(String(keyring.keys)) as StoredKey[]),
    }
  } finally {
    database.close()
  }
}
