import { randomUUID } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import type { Db } from 'mongodb'
import { LastAdminError } from '../../../api/store/errors.ts'
import { MongoAudit } from '../../../api/store/mongodb/audit.ts'
import { migrate } from '../../../api/store/mongodb/migrate.ts'
import type { MongoUsers } from '../../../api/store/mongodb/users.ts'
import type { Effects } from '../../../api/store/outbox.ts'
import type { Changed } from '../../../api/store/paging.ts'
import type { UserChanges, UserRecord } from '../../../api/store/user-store.ts'
import { TestMongo, testWithMongo } from '../../support/mongodb.ts'
import { counting, dyingAt, Gone, hangingAt } from '../../support/mongodb-faults.ts'
import { storesOn } from '../../support/mongodb-stores.ts'
import { AT, aUser } from './fixtures.ts'

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

/** As SCIM changes roles: an entry of the audit log for each. */
const AUDITED: Effects<Changed<UserRecord>> = {
  audit: ({ before, after }) =>
    before.role === after.role
      ? []
      : [
          {
            ...{ id: randomUUID(), timestamp: AT, actor_id: null, actor_email: null, action: 'user.role_changed' },
            ...{ target_type: 'user', target_id: after.id, ip: null, details: {} },
          },
        ],
}

const all = (ids: readonly string[], changes: UserChanges) => new Map(ids.map((id) => [id, changes] as const))

/** The users of its entries; the chain is whole. */
async function auditedIn(t: ExecutionContext, db: Db, tenant: string): Promise<string[]> {
  const entries = await new MongoAudit(db, undefined).read(tenant, { offset: 0, limit: 10_000 })
  let last = '0'.repeat(64)
  for (const entry of entries) {
    t.is(entry.prev_hash, last)
    last = entry.hash
  }
  t.is(await db.collection('users').countDocuments({ outbox: { $exists: true } }), 0, 'all is delivered')
  return entries.map(({ target_id }) => target_id ?? '').sort()
}

testHere('users who change in one go take a few writes, and have an entry of the audit log each', async (t) => {
  const db = await openDatabase()
  const counted = counting(db)
  const users = await openUsers(counted.db)
  const { tenant, ids } = await insertAdmins(users, 51)
  const before = counted.writes()
  const most = ids.slice(1)
  t.is((await users.updateMany(tenant, all(most, { role: 'viewer' }), AUDITED)).length, 50)
  t.true(counted.writes() - before <= 8, `${counted.writes() - before} writes`)
  t.deepEqual(await activeAdmins(users, tenant), ids.slice(0, 1))
  t.deepEqual(await auditedIn(t, db, tenant), most.toSorted())
})

testHere('of admins whom three processes take away in slices, one stays', async (t) => {
  const db = await openDatabase()
  const processes = [await openUsers(db), await openUsers(db), await openUsers(db)] as const
  const { tenant, ids } = await insertAdmins(processes[0], 9)
  const slices = [ids.slice(0, 4), ids.slice(4, 7), ids.slice(7)]
  const results = await Promise.allSettled(
    processes.flatMap((users, index) => [
      users.updateMany(tenant, all(slices[index] ?? [], { role: 'viewer' }), AUDITED),
      users.updateMany(tenant, all(slices[(index + 1) % 3] ?? [], { status: 'inactive' }), AUDITED),
    ]),
  )
  t.true((await activeAdmins(processes[0], tenant)).length >= 1)
  const refusals = results.filter((result) => result.status === 'rejected')
  t.true(refusals.every(({ reason }) => reason instanceof LastAdminError))
  await auditedIn(t, db, tenant)
})

testHere('who changes while several do is changed all the same, and each change has one entry', async (t) => {
  const db = await openDatabase()
  const healthy = await openUsers(db)
  for (const held of [1, 2]) {
    const { tenant, ids } = await insertAdmins(healthy, 4)
    const [, one = '', ...rest] = ids
    const { db: slow, hangs, resume } = hangingAt(db, held)
    const users = await openUsers(slow)
    const done = users.updateMany(tenant, all([one, ...rest], { role: 'viewer' }), AUDITED)
    await hangs
    await healthy.update(tenant, one, { display_name: 'Meanwhile' })
    resume()
    t.is((await done).length, 3)
    t.like(await healthy.get(tenant, one), { role: 'viewer', display_name: 'Meanwhile' })
    t.deepEqual(await activeAdmins(healthy, tenant), ids.slice(0, 1))
    t.deepEqual(await auditedIn(t, db, tenant), ids.slice(1).toSorted())
  }
})

testHere('wherever a process dies in changing several, others deliver what it changed, once', async (t) => {
  const db = await openDatabase()
  const healthy = await openUsers(db)
  for (const fatal of [1, 2, 3, 4, 5]) {
    const { tenant, ids } = await insertAdmins(healthy, 4)
    const dying = await openUsers(dyingAt(db, fatal))
    await t.throwsAsync(dying.updateMany(tenant, all(ids.slice(1), { role: 'viewer' }), AUDITED), { instanceOf: Gone })
    const { outbox } = await storesOn(db)
    await outbox.sweep()
    const admins = new Set(await activeAdmins(healthy, tenant))
    const demoted = ids.filter((id) => !admins.has(id))
    t.deepEqual(await auditedIn(t, db, tenant), demoted.toSorted())
    t.is((await healthy.updateMany(tenant, all(ids.slice(1), { role: 'viewer' }), AUDITED)).length, 3)
    t.deepEqual(await auditedIn(t, db, tenant), ids.slice(1).toSorted())
  }
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
