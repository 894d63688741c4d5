import type { StoredKey } from '../keyring-store.ts'
import { connect } from './connection.ts'
import { attempt } from './failures.ts'

/** What api/store/glance.ts tells of a database, here of MongoDB. @throws StoreError */
export async function glanceAtMongo(url: string) {
  const { client, db } = await connect(url)
  try {
    return await attempt('id', async () => {
      if (!(await db.listCollections({}, { nameOnly: true }).hasNext())) return undefined
      const tenants = await db
        .collection<{ _id: string }>('tenants')
        .find({}, { projection: { _id: 1 } })
        .toArray()
      const keyring = await db.collection<{ _id: string; keys: string }>('keyring').findOne({ _id: 'keyring' })
      return {
        tenants: tenants.map(({ _id }) => _id),
        keys: keyring === null ? [] : (JSON.parse(keyring.keys) as StoredKey[]),
      }
    })
  } finally {
    await client.close()
  }
}
