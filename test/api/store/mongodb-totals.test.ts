import test from 'ava'
import { type Db, MongoServerError } from 'mongodb'
import { pino } from 'pino'
import { StoreError } from '../../../api/store/errors.ts'
import { atLeast, Collection } from '../../../api/store/mongodb/collection.ts'
import { equal } from '../../../api/store/mongodb/conditions.ts'
import { openMongoStore } from '../../../api/store/mongodb/mongo-store.ts'
import { TestMongo, testWithMongo } from '../../support/mongodb.ts'

const mongo = new TestMongo()
test.after.always(() => mongo.close())

testWithMongo(test)('what would take too long to count is counted up to a bound, which is said', async (t) => {
  const { db } = await mongo.open()
  const things = new Collection<{ _id: string; kind: string }>(db, 'things')
  await things.insertNew(Array.from({ length: 25 }, (_, n) => ({ _id: `${n}`, kind: n < 20 ? 'many' : 'few' })))
  t.deepEqual(await things.countForList(equal({ kind: 'few' }), 10), { total: 5 })
  t.deepEqual(await things.countForList(equal({ kind: 'many' }), 20), { total: 20 })
  t.deepEqual(await things.countForList(equal({ kind: 'many' }), 10), { total: 10, isEstimate: true })
})

/** A server whose counts fail so. */
function failing(error: unknown): Db {
  const cursor = { sort: () => cursor, skip: () => cursor, limit: () => cursor, toArray: async () => [{ _id: 'a' }] }
  return { collection: () => ({ countDocuments: () => Promise.reject(error), find: () => cursor }) } as unknown as Db
}

test('a count that runs out of its time is an estimate of what is there at least, and the page is shown', async (t) => {
  const things = new Collection(failing(new MongoServerError({ message: 'too long', code: 50 })), 'things')
  const page = { offset: 400, limit: 50 }
  t.deepEqual(await things.list({}, [], page), { items: [{ _id: 'a' }], total: 401, isEstimate: true })
  const broken = new Collection(failing(new MongoServerError({ message: 'no', code: 13 })), 'things')
  await t.throwsAsync(broken.list({}, [], page), { instanceOf: StoreError })
})

test('an estimate is never less than what the pages have shown', (t) => {
  const estimate = { total: 100, isEstimate: true } as const
  t.deepEqual(atLeast(estimate, { offset: 0, limit: 50 }, 50), estimate)
  t.deepEqual(atLeast(estimate, { offset: 100, limit: 50 }, 50), { total: 150, isEstimate: true })
  t.deepEqual(atLeast(estimate, { offset: 1000, limit: 50 }, 0), estimate)
  t.deepEqual(atLeast({ total: 7 }, { offset: 0, limit: 50 }, 7), { total: 7 })
})

testWithMongo(test)('what alerts and the log are filtered by, in any order of theirs, has an index', async (t) => {
  const { db, url } = await mongo.open()
  const store = await openMongoStore(url, pino({ level: 'silent' }))
  t.teardown(() => store.close())
  const keys = async (name: string) =>
    (await db.collection(name).indexes()).map(({ key }) => Object.keys(key).join(' '))
  const alerts = await keys('alerts')
  for (const filter of ['status', 'severity', 'type', 'user_id']) {
    t.true(alerts.includes(`tenant_id ${filter} created_at _id`), filter)
    t.true(alerts.includes(`tenant_id ${filter} updated_at created_at _id`), filter)
  }
  t.true((await keys('audit_log')).includes('tenant_id action target_type number'))
  const interactions = await keys('interactions')
  t.true(interactions.includes('tenant_id types timestamp _id'))
  // A thousand findings of one record are no thousand entries of an index.
  t.false(interactions.some((key) => key.includes('classifications')))
})
