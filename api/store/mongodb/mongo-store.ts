import type { Store } from '../store.ts'
import { connect } from './connection.ts'
import { attempt } from './failures.ts'
import { MongoInteractions } from './interactions.ts'
import { migrate } from './migrate.ts'
import { MongoPolicies } from './policies.ts'
import { MongoServiceTokens } from './service-tokens.ts'
import { MongoTenants } from './tenants.ts'
import { MongoUsers } from './users.ts'

/**
 * The engine beyond one machine: any number of processes on one MongoDB database, version 7 or newer.
 * @param url a connection string; its credentials appear in no error
 * @throws StoreError where the server cannot be reached or used, or a newer release wrote the database
 */
export async function openMongoStore(url: string): Promise<Store> {
  const { client, db } = await connect(url)
  try {
    await migrate(db)
  } catch (error) {
    await client.close()
    throw error
  }
  return {
    tenants: new MongoTenants(db),
    users: new MongoUsers(db),
    policies: new MongoPolicies(db),
    interactions: new MongoInteractions(db),
    serviceTokens: new MongoServiceTokens(db),
    ping: async () => {
      await attempt('id', () => db.command({ ping: 1 }))
    },
    close: () => client.close(),
  }
}
