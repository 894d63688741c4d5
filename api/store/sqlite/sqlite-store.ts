import type { Store } from '../store.ts'
import { Database } from './database.ts'
import { SqliteInteractions } from './interactions.ts'
import { SqlitePolicies } from './policies.ts'
import { SqliteServiceTokens } from './service-tokens.ts'
import { SqliteTenants } from './tenants.ts'
import { SqliteUsers } from './users.ts'

/**
 * The embedded engine: one SQLite file.
 * @throws StoreError where the file cannot be opened
 */
export function openSqliteStore(file: string): Store {
  const db = new Database(file)
  const tenants = new SqliteTenants(db)
  return {
    tenants,
    users: new SqliteUsers(db),
    policies: new SqlitePolicies(db),
    interactions: new SqliteInteractions(db, tenants),
    serviceTokens: new SqliteServiceTokens(db),
    ping: async () => {
      db.get('SELECT 1')
    },
    close: async () => db.close(),
  }
}
