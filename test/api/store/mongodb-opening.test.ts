import test from 'ava'
import { pino } from 'pino'
import { StoreError } from '../../../api/store/errors.ts'
import { migrate } from '../../../api/store/mongodb/migrate.ts'
import { openMongoStore } from '../../../api/store/mongodb/mongo-store.ts'
import { STEPS } from '../../../api/store/mongodb/schema.ts'
import { TestMongo, testWithMongo } from '../../support/mongodb.ts'
import { anInteraction, aUser, aWebhook, NEWEST } from './fixtures.ts'

const logger = pino({ level: 'silent' })
const mongo = new TestMongo()
test.after.always(() => mongo.close())
const testHere = testWithMongo(test)

testHere('of eight processes that start at once on an empty database one makes the schema', async (t) => {
  const { db } = await mongo.open()
  const runs: string[] = []
  const steps = ['first', 'second'].map((name) => async () => {
    runs.push(name)
  })
  await Promise.all(Array.from({ length: 8 }, () => migrate(db, steps)))
  t.deepEqual(runs, ['first', 'second'])
  await migrate(db, [...steps, async () => void runs.push('third')])
  t.deepEqual(runs, ['first', 'second', 'third'])
})

testHere('stores that are opened at once all work', async (t) => {
  const { url } = await mongo.open()
  const stores = await Promise.all(Array.from({ length: 5 }, () => openMongoStore(url, logger)))
  for (const store of stores) {
    t.teardown(() => store.close())
    await store.ping()
  }
  const insert = await Promise.allSettled(
    stores.map((store, index) => store.tenants.insert({ id: `t${index}`, name: 'Only', created_at: '' })),
  )
  t.is(insert.filter(({ status }) => status === 'fulfilled').length, 1)
})

testHere(
  'a migration that nobody finished is taken over when its lease is over, and failed ones are tried again',
  async (t) => {
    const { db } = await mongo.open()
    const lease = { owner: 'dead', expires_at: new Date(Date.now() + 700).toISOString() }
    await db.collection<{ _id: string }>('schema').insertOne({ _id: 'schema', version: 0, lease } as never)
    let runs = 0
    const step = async () => {
      runs += 1
      if (runs === 1) throw new Error('no room')
    }
    await t.throwsAsync(migrate(db, [step]), { message: 'no room' })
    t.true(Date.now() >= Date.parse(lease.expires_at))
    await migrate(db, [step])
    t.is(runs, 2)
  },
)

testHere('a database of every release before is brought up to date', async (t) => {
  for (let version = 1; version < STEPS.length; version += 1) {
    const { db, url } = await mongo.open()
    await migrate(db, STEPS.slice(0, version))
    const store = await openMongoStore(url, logger)
    t.teardown(() => store.close())
    await store.webhooks.insert(aWebhook('tenant'))
    const indexes = await db.collection('deliveries').indexes()
    t.true(indexes.some(({ name }) => name === 'by_due'))
  }
})

testHere('a database of a newer release is not touched', async (t) => {
  const { db, url } = await mongo.open()
  await migrate(db, [...STEPS, async () => {}])
  const error = await t.throwsAsync(openMongoStore(url, logger), { instanceOf: StoreError })
  t.regex(error.message, /newer release/)
})

const BAD_URLS = [
  'mongodb://jo:s3cret-w0rd@localhost/?colour=s3cret-w0rd',
  'mongodb://jo:s3cret-w0rd@localhost:0/',
  'mongodb://jo:s3cret-w0rd@/weir',
  'mongodb://jo:s3cret-w0rd@[::1/weir',
  'mongodb://jo:s3cret-w0rd%zz@localhost/',
  'mongo://jo:s3cret-w0rd@localhost/',
]

test('what is wrong with a connection string is said without its credentials', async (t) => {
  for (const url of BAD_URLS) {
    const error = await t.throwsAsync(openMongoStore(url, logger), { instanceOf: StoreError }, url)
    t.false(JSON.stringify([error.message, error.stack, error.cause]).includes('s3cret'), error.message)
  }
})

test('a server that cannot be reached is named, its credentials are not', async (t) => {
  const url = 'mongodb://jo:s3cret-w0rd@127.0.0.1:1/weir'
  const error = await t.throwsAsync(openMongoStore(url, logger), { instanceOf: StoreError })
  t.regex(error.message, /127\.0\.0\.1:1\b/)
  t.false(JSON.stringify([error.message, error.stack, error.cause]).includes('s3cret'))
})

testHere('a failure of the server does not quote the record', async (t) => {
  const { url } = await mongo.open()
  const store = await openMongoStore(url, logger)
  t.teardown(() => store.close())
  const user = aUser('tenant', { email: 'secret-address@example.com' })
  await store.users.insert(user)
  const error = await t.throwsAsync(store.users.insert({ ...user, id: 'other' }))
  t.false(JSON.stringify([error.message, error.stack, error.cause]).includes('secret-address'))
})

testHere('what looks like an operator is a value', async (t) => {
  const { url } = await mongo.open()
  const store = await openMongoStore(url, logger)
  t.teardown(() => store.close())
  const user = aUser('tenant', { invitation: { token_hash: 'f'.repeat(64), expires_at: '' } })
  await store.users.insert(user)
  await store.interactions.record('tenant', [anInteraction('tenant')])
  for (const hostile of [
    { $ne: null },
    { $gt: '' },
    { $regex: '' },
    { $exists: true },
    { $in: [user.id] },
  ] as never[]) {
    t.is(await store.users.get('tenant', hostile), undefined)
    t.is(await store.users.get(hostile, user.id), undefined)
    t.deepEqual(await store.users.findByEmail(hostile), [])
    t.is(await store.users.findByInvitation(hostile), undefined)
    t.is(await store.users.update('tenant', hostile, { display_name: 'X' }), undefined)
    t.is(await store.serviceTokens.findByHash(hostile), undefined)
    const found = await store.interactions.list('tenant', { platform_id: hostile }, NEWEST, { offset: 0, limit: 10 })
    t.is(found.total, 0)
  }
})

testHere('metadata keeps field names that mean something to the database', async (t) => {
  const { url } = await mongo.open()
  const store = await openMongoStore(url, logger)
  t.teardown(() => store.close())
  const content_metadata = JSON.parse(
    '{"$where":"1","a.b":{"$set":{"x":1}},"":0,"__proto__":{"y":2},"n":1e300,"z":[null]}',
  )
  const interaction = anInteraction('tenant', { content_metadata })
  await store.interactions.record('tenant', [interaction])
  t.is(
    JSON.stringify((await store.interactions.get('tenant', interaction.id))?.content_metadata),
    JSON.stringify(content_metadata),
  )
})

/** Filters with an order each, as lists use them; every one has an index that begins with the filter and goes on in that order. */
const LISTS: readonly (readonly [collection: string, fields: readonly string[]])[] = [
  ...['platform_id', 'types', 'source', 'direction', 'user_id', 'content_hash', 'risk_score'].map(
    (field) => ['interactions', [field, 'timestamp', '_id']] as const,
  ),
  ['interactions', ['timestamp', '_id']],
  ['users', ['email']],
  ['users', ['created_at', '_id']],
  ['policies', ['name']],
  ['policies', ['priority', 'created_at', '_id']],
  ['policies', ['created_at', '_id']],
  ['service_tokens', ['created_at', '_id']],
  ['webhooks', ['created_at', '_id']],
  ...['status', 'severity', 'type', 'user_id', 'updated_at'].map(
    (field) => ['alerts', [field, 'created_at', '_id']] as const,
  ),
  ['alerts', ['created_at', '_id']],
  ...['actor_id', 'action', 'target_type', 'target_id', 'timestamp'].map(
    (field) => ['audit_log', [field, 'number']] as const,
  ),
]

testHere('every documented filter and sort has an index of its tenant', async (t) => {
  const { db } = await mongo.open()
  await migrate(db)
  for (const [collection, fields] of LISTS) {
    const indexes = await db.collection(collection).indexes()
    const wanted = ['tenant_id', ...fields].join(' ')
    const known = indexes.map(({ key }) => Object.keys(key).join(' '))
    t.true(
      known.some((key) => key === wanted),
      `${collection}: ${wanted}`,
    )
  }
})
