import { randomUUID } from 'node:crypto'
import test from 'ava'
import type { Db } from 'mongodb'
import { LastAdminError } from '../../../api/store/errors.ts'
import { migrate } from '../../../api/store/mongodb/migrate.ts'
import type { MongoUsers } from '../../../api/store/mongodb/users.ts'
import { TestMongo, testWithMongo } from '../../support/mongodb.ts'
import { dyingAt, Gone, hangingAt } from '../../support/mongodb-faults.ts'
import { storesOn } from '../../support/mongodb-stores.ts'
import { aUser } from './fixtures.ts'

const mongo = new TestMongo()
test.after.always(() => mongo.close())
const testHere = testWithMongo(test)

async function openDatabase(): Promise<Db> {
  const { db } = await mongo.open()
  await migrate(db)
  return db
}

async function openUsers(db: Db): Promise<MongoUsers> {
  return (await storesOn(db)).users
}

async function insertAdmins(users: MongoUsers, count: number) {
  const tenant = randomUUID()
  const admins = Array.from({ length: count }, () => aUser(tenant))
  for (const admin of admins) await users.insert(admin)
  return { tenant, ids: admins.map(({ id }) => id) }
}

async function activeAdmins(users: MongoUsers, tenant: string): Promise<string[]> {
  const filter = { role: 'admin', status: 'active' } as const
  const sort = { field: 'email', descending: false } as const
  return (await users.list(tenant, filter, sort, { offset: 0, limit: 100 })).items.map(({ id }) => id)
}

testHere('of six admins whom three processes take away in every way at once, one stays', async (t) => {
  const db = await openDatabase()
  const processes = [await openUsers(db), await openUsers(db), await openUsers(db)] as const
  const { tenant, ids } = await insertAdmins(processes[0], 6)
  const results = await Promise.allSettled(
    ids.flatMap((id) => [
      processes[0].update(tenant, id, { role: 'viewer' }),
      processes[1].delete(tenant, id),
      processes[2].update(tenant, id, { status: 'inactive', endSessions: { except: null } }),
    ]),
  )
  t.is((await activeAdmins(processes[0], tenant)).length, 1)
  const refusals = results.filter((result) => result.status === 'rejected')
  t.true(refusals.length > 0)
  t.true(refusals.every(({ reason }) => reason instanceof LastAdminError))
})

testHere('wherever a process dies in demoting an admin, others can demote, down to the last', async (t) => {
  const db = await openDatabase()
  const healthy = await openUsers(db)
  await Promise.all(
    [1, 2, 3, 4].map(async (fatal) => {
      const { tenant, ids } = await insertAdmins(healthy, 2)
      const [first = '', second = ''] = ids
      const dying = await openUsers(dyingAt(db, fatal))
      await t.throwsAsync(dying.update(tenant, first, { role: 'viewer' }), { instanceOf: Gone })
      const wasDemoted = (await healthy.get(tenant, first))?.role === 'viewer'
      const demotion = healthy.update(tenant, second, { role: 'viewer' })
      if (wasDemoted) await t.throwsAsync(demotion, { instanceOf: LastAdminError })
      else await demotion
      t.deepEqual(await activeAdmins(healthy, tenant), [wasDemoted ? second : first])
    }),
  )
})

testHere(
  'a process that hangs while it demotes an admin and wakes when the other one is gone does it not',
  async (t) => {
    const db = await openDatabase()
    const healthy = await openUsers(db)
    const { tenant, ids } = await insertAdmins(healthy, 2)
    const [first = '', second = ''] = ids
    // Its writes: the change that finds an active admin, the claim, then the change it has leave for.
    const { db: hangingDb, hangs, resume } = hangingAt(db, 3)
    const hanging = await openUsers(hangingDb)
    const demotion = hanging.update(tenant, first, { role: 'viewer' })
    await hangs
    await healthy.update(tenant, second, { role: 'viewer' })
    resume()
    await t.throwsAsync(demotion, { instanceOf: LastAdminError })
    t.deepEqual(await activeAdmins(healthy, tenant), [first])
  },
)

testHere('an admin who is promoted while another is demoted counts at once', async (t) => {
  const users = await openUsers(await openDatabase())
  const { tenant, ids } = await insertAdmins(users, 1)
  const viewer = aUser(tenant, { role: 'viewer' })
  await users.insert(viewer)
  await t.throwsAsync(users.update(tenant, ids[0] ?? '', { role: 'viewer' }), { instanceOf: LastAdminError })
  await users.update(tenant, viewer.id, { role: 'admin' })
  const demoted = await users.update(tenant, ids[0] ?? '', { role: 'viewer', display_name: 'Was admin' })
  t.is(demoted?.before.role, 'admin')
  t.is(demoted?.after.display_name, 'Was admin')
  t.deepEqual(await activeAdmins(users, tenant), [viewer.id])
})
