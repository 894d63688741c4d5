import { randomUUID } from 'node:crypto'
import test from 'ava'
import { type Db, MongoClient } from 'mongodb'
import { pino } from 'pino'
import { MongoAudit } from '../../../api/store/mongodb/audit.ts'
import { MongoChanges } from '../../../api/store/mongodb/changes.ts'
import { MongoDeliveries } from '../../../api/store/mongodb/deliveries.ts'
import { EventDeliveries } from '../../../api/store/mongodb/event-deliveries.ts'
import { migrate } from '../../../api/store/mongodb/migrate.ts'
import { openMongoStore } from '../../../api/store/mongodb/mongo-store.ts'
import { MongoOutbox } from '../../../api/store/mongodb/outbox.ts'
import { STEPS } from '../../../api/store/mongodb/schema.ts'
import { MongoWebhooks } from '../../../api/store/mongodb/webhooks.ts'
import { TestMongo, testWithMongo } from '../../support/mongodb.ts'
import { dyingAt, Gone, hangingAt, slowAt } from '../../support/mongodb-faults.ts'
import { testEventDeliveries } from './contract-event-deliveries.ts'
import { AT, aDelivery, anEvent, aWebhook } from './fixtures.ts'
import { createSuite } from './suite.ts'

const LATER = '2026-11-21T10:05:00.000Z'

const logger = pino({ level: 'silent' })
const mongo = new TestMongo()
test.after.always(() => mongo.close())
const testHere = testWithMongo(test)

const suite = createSuite(testHere, 'mongodb', async (t, place) => {
  const url = place ?? (await mongo.newDatabase())
  const store = await openMongoStore(url, logger)
  t.teardown(() => store.close())
  return { store, place: url }
})

testEventDeliveries(suite, async (t, place, backlog, bytes) => {
  const client = new MongoClient(place)
  t.teardown(() => client.close())
  return new EventDeliveries(client.db(), backlog, bytes)
})

/** One process. */
async function openParts(db: Db, backlog = 1000) {
  const eventDeliveries = new EventDeliveries(db, backlog)
  const outbox = new MongoOutbox(eventDeliveries, new MongoAudit(db, undefined), logger, () => new Date())
  const deliveries = new MongoDeliveries(db, eventDeliveries, outbox)
  const webhooks = new MongoWebhooks(db, await MongoChanges.open(db, logger), deliveries, outbox)
  return { eventDeliveries, deliveries, webhooks }
}

async function openDatabase(): Promise<Db> {
  const { db } = await mongo.open()
  await migrate(db)
  return db
}

testHere('wherever a process dies in writing deliveries, writing them again completes them', async (t) => {
  const db = await openDatabase()
  const { eventDeliveries, deliveries, webhooks } = await openParts(db)
  for (const fatal of [1, 2, 3, 4]) {
    const tenant = randomUUID()
    const each = [aWebhook(tenant), aWebhook(tenant)]
    for (const webhook of each) await webhooks.insert(webhook)
    const events = Array.from({ length: 5 }, () => anEvent(tenant))
    const dying = new EventDeliveries(dyingAt(db, fatal), 1000)
    // It has three writes to make: of the events, and of the deliveries to each.
    if (fatal < 4) await t.throwsAsync(dying.insertForEvents(tenant, events), { instanceOf: Gone })
    else await dying.insertForEvents(tenant, events)
    const written = await eventDeliveries.insertForEvents(tenant, events)
    t.is(new Set(written.map(({ id }) => id)).size, 10)
    for (const { id } of each) t.is((await deliveries.list(tenant, id, 10)).total, 5)
  }
})

testHere('wherever a process dies in deleting a webhook, the webhook is whole or all of it goes', async (t) => {
  const db = await openDatabase()
  const healthy = await openParts(db)
  for (const fatal of [1, 2, 3, 4, 5]) {
    const tenant = randomUUID()
    const webhook = aWebhook(tenant)
    await healthy.webhooks.insert(webhook)
    for (let count = 0; count < 3; count += 1) await healthy.deliveries.insert(aDelivery(webhook))
    const dying = await openParts(dyingAt(db, fatal))
    // The mark, the webhook, the two counters of changes, the deliveries.
    await dying.webhooks.delete(tenant, webhook.id).catch((error) => t.true(error instanceof Gone))
    const isThere = (await healthy.webhooks.get(tenant, webhook.id)) !== undefined
    t.is(isThere, fatal <= 2)
    await healthy.deliveries.deleteOrphans(10)
    t.is(await db.collection('deliveries').countDocuments({ webhook_id: webhook.id }), isThere ? 3 : 0)
  }
})

testHere('a delivery that is written when its webhook is just gone is found and deleted', async (t) => {
  const db = await openDatabase()
  const healthy = await openParts(db)
  const tenant = randomUUID()
  const webhook = aWebhook(tenant)
  await healthy.webhooks.insert(webhook)
  const { db: hangingDb, hangs, resume } = hangingAt(db, 1)
  const writing = new EventDeliveries(hangingDb, 10).insertForEvents(tenant, [anEvent(tenant)])
  await hangs
  await healthy.webhooks.delete(tenant, webhook.id)
  t.is(await healthy.deliveries.deleteOrphans(10), 0)
  resume()
  await writing
  t.deepEqual(await healthy.deliveries.dueWebhooks(LATER, 10), [])
  t.deepEqual(await healthy.deliveries.claimDue(webhook.id, LATER, LATER, 10), [])
  t.is(await healthy.deliveries.deleteOrphans(10), 1)
  t.is(await healthy.deliveries.deleteOrphans(10), 0)
})

testHere('what is erased between the check of a redelivery and its writing is not sent again', async (t) => {
  const db = await openDatabase()
  const { deliveries, webhooks } = await openParts(db)
  const tenant = randomUUID()
  const webhook = aWebhook(tenant)
  await webhooks.insert(webhook)
  const interaction_id = randomUUID()
  const original = aDelivery(webhook, { interaction_id, state: 'succeeded', next_attempt_at: null })
  await deliveries.insert(original)
  const { db: hangingDb, hangs, resume } = hangingAt(db, 1)
  const slow = await openParts(hangingDb)
  const again = aDelivery(webhook, { interaction_id, body: original.body })
  const inserting = slow.deliveries.insert(again, undefined, original.id)
  await hangs
  t.is(await deliveries.erase(tenant, [interaction_id]), 1)
  resume()
  t.false(await inserting)
  t.is(await deliveries.get(tenant, webhook.id, again.id), undefined)
  t.deepEqual(await deliveries.claimDue(webhook.id, LATER, LATER, 10), [])
})

for (const event_type of ['interaction.high_risk', 'alert.created'] as const) {
  testHere(`an erasure comes to what is sent again while it goes on: ${event_type}`, async (t) => {
    const db = await openDatabase()
    const { deliveries, webhooks } = await openParts(db)
    const tenant = randomUUID()
    const webhook = aWebhook(tenant)
    await webhooks.insert(webhook)
    const [interaction_id, user_id] = [randomUUID(), randomUUID()]
    const body = JSON.stringify(anEvent(tenant, { event_type, data: { id: randomUUID(), interaction_id, user_id } }))
    const [original, again] = [0, 1].map(() => aDelivery(webhook, { event_type, interaction_id, body }))
    if (original === undefined || again === undefined) return t.fail()
    await deliveries.insert(original)
    const redeliver = async () => t.true(await deliveries.insert(again, undefined, original.id))
    const slow = await openParts(slowAt(db, 1, redeliver))
    await slow.deliveries.erase(tenant, [interaction_id])
    for (const { id } of [original, again]) {
      const left = await deliveries.get(tenant, webhook.id, id)
      t.is(left?.interaction_id, null)
      t.false(left?.body.includes(user_id))
    }
  })
}

testHere('a process that hangs while it claims gets what others have left, and takes nothing from them', async (t) => {
  const db = await openDatabase()
  const fast = await openParts(db)
  const webhook = aWebhook(randomUUID())
  await fast.webhooks.insert(webhook)
  const ids = []
  for (let second = 0; second < 6; second += 1) {
    const delivery = aDelivery(webhook, { next_attempt_at: new Date(Date.parse(AT) + second * 1000).toISOString() })
    await fast.deliveries.insert(delivery)
    ids.push(delivery.id)
  }
  const { db: hangingDb, hangs, resume } = hangingAt(db, 1)
  const slow = await openParts(hangingDb)
  const claiming = slow.deliveries.claimDue(webhook.id, '2026-11-21T10:01:00.000Z', LATER, 3)
  await hangs
  const others = await fast.deliveries.claimDue(webhook.id, '2026-11-21T10:01:00.000Z', LATER, 3)
  resume()
  t.deepEqual(
    others.map(({ id }) => id),
    ids.slice(0, 3),
  )
  t.deepEqual(
    (await claiming).map(({ id }) => id),
    ids.slice(3),
  )
  for (const { id, claim } of others)
    t.true(await fast.deliveries.settle(id, claim, { state: 'dropped', attempt: null }))
})

testHere('a process sees at once that its own deliveries have ended and made room', async (t) => {
  const db = await openDatabase()
  const { eventDeliveries, deliveries, webhooks } = await openParts(db, 4)
  const tenant = randomUUID()
  const webhook = aWebhook(tenant)
  await webhooks.insert(webhook)
  const write = async (count: number) =>
    (
      await eventDeliveries.insertForEvents(
        tenant,
        Array.from({ length: count }, () => anEvent(tenant)),
      )
    ).length
  t.is(await write(5), 4)
  t.is(await write(1), 0)
  const [first, second] = await deliveries.claimDue(webhook.id, AT, LATER, 2)
  const attempt = { timestamp: AT, status_code: 200, response_time_ms: 1, error: null }
  await deliveries.settle(first?.id ?? '', first?.claim ?? '', { state: 'succeeded', attempt })
  const later = { state: 'pending', attempt, next_attempt_at: LATER } as const
  await deliveries.settle(second?.id ?? '', second?.claim ?? '', later)
  t.is(await write(2), 1)
  await deliveries.dropPending(tenant, webhook.id)
  t.is(await write(9), 4)
  t.deepEqual(await deliveries.totals(), { pending: 4, overflowed: 1 + 1 + 1 + 5 })
})

testHere('of events written at once by one process no more wait than may', async (t) => {
  const db = await openDatabase()
  const { eventDeliveries, deliveries, webhooks } = await openParts(db, 10)
  const tenant = randomUUID()
  const webhook = aWebhook(tenant)
  await webhooks.insert(webhook)
  await Promise.all(
    Array.from({ length: 20 }, () => eventDeliveries.insertForEvents(tenant, [anEvent(tenant), anEvent(tenant)])),
  )
  t.deepEqual(await deliveries.totals(), { pending: 10, overflowed: 30 })
})

testHere('the index of what is due knows of pending deliveries alone', async (t) => {
  const db = await openDatabase()
  const { deliveries, webhooks } = await openParts(db)
  const webhook = aWebhook(randomUUID())
  await webhooks.insert(webhook)
  const done = aDelivery(webhook, { state: 'succeeded', next_attempt_at: null })
  const waiting = aDelivery(webhook)
  for (const delivery of [done, waiting]) await deliveries.insert(delivery)
  const claimed = await deliveries.claim(waiting.id, AT, LATER)
  await deliveries.settle(waiting.id, claimed?.claim ?? '', { state: 'dropped', attempt: null })
  const documents = await db.collection('deliveries').find().toArray()
  for (const document of documents) t.false('pending_for' in document || 'due_at' in document || 'claim' in document)
  const indexes = await db.collection('deliveries').indexes()
  const known = indexes.map(({ key, sparse = false }) => `${Object.keys(key).join(' ')} ${sparse}`)
  t.deepEqual(known.sort(), [
    '_id false',
    'event_id false',
    'pending_for due_at true',
    'pending_for pending_bytes true',
    'webhook_id created_at _id false',
  ])
})

testHere('an event that was erased is delivered to nobody, however late it is written again', async (t) => {
  const db = await openDatabase()
  const { eventDeliveries, deliveries, webhooks } = await openParts(db)
  const tenant = randomUUID()
  const each = [1, 2].map(() => aWebhook(tenant, { events: ['interaction.high_risk'] }))
  const [webhook, newer] = each
  if (webhook === undefined || newer === undefined) return t.fail()
  await webhooks.insert(webhook)
  const id = randomUUID()
  const event = anEvent(tenant, { event_type: 'interaction.high_risk', data: { id } })
  await eventDeliveries.insertForEvents(tenant, [event])
  t.is(await deliveries.erase(tenant, [id]), 1)
  await webhooks.insert(newer)
  t.deepEqual(await eventDeliveries.insertForEvents(tenant, [event]), [])
  t.is((await deliveries.list(tenant, newer.id, 10)).total, 0)
  t.is((await deliveries.list(tenant, webhook.id, 10)).items[0]?.body, '')
})

testHere('what is erased while its deliveries are being written is sent to nobody', async (t) => {
  const db = await openDatabase()
  const { deliveries, webhooks } = await openParts(db)
  const tenant = randomUUID()
  const webhook = aWebhook(tenant, { events: ['interaction.high_risk'] })
  await webhooks.insert(webhook)
  const id = randomUUID()
  // The event is written, and not yet its delivery.
  const { db: hangingDb, hangs, resume } = hangingAt(db, 2)
  const event = anEvent(tenant, { event_type: 'interaction.high_risk', data: { id } })
  const writing = new EventDeliveries(hangingDb, 10).insertForEvents(tenant, [event])
  await hangs
  await deliveries.erase(tenant, [id])
  resume()
  const [written] = await writing
  t.is(await deliveries.claim(written?.id ?? '', LATER, LATER), undefined)
  t.deepEqual(await deliveries.claimDue(webhook.id, LATER, LATER, 10), [])
  t.like(await deliveries.get(tenant, webhook.id, written?.id ?? ''), { state: 'dropped', body: '' })
})

testHere('a body is stored once for however many webhooks, and goes when its deliveries are old', async (t) => {
  const db = await openDatabase()
  const { eventDeliveries, deliveries, webhooks } = await openParts(db)
  const tenant = randomUUID()
  const all = Array.from({ length: 5 }, () => aWebhook(tenant))
  for (const webhook of all) await webhooks.insert(webhook)
  const event = anEvent(tenant)
  await eventDeliveries.insertForEvents(tenant, [event])
  const events = db.collection<{ _id: string; body: string }>('delivered_events')
  t.deepEqual(await events.find({}, { projection: { body: 1 } }).toArray(), [
    { _id: event.id, body: JSON.stringify(event) },
  ])
  t.is(await db.collection('deliveries').countDocuments({ event_id: event.id, body: { $exists: false } }), 5)
  t.is(await deliveries.deleteOld(tenant, LATER, 3), 3)
  t.is(await events.countDocuments({}), 1)
  t.is(await deliveries.deleteOld(tenant, LATER, 3), 2)
  t.is(await events.countDocuments({}), 0)
})

testHere('what an earlier release has stored of deliveries is moved, with what waits', async (t) => {
  const { db, url } = await mongo.open()
  const version = STEPS.length - 1
  await migrate(db, STEPS.slice(0, version))
  const tenant = randomUUID()
  const [one, two] = [aWebhook(tenant), aWebhook(tenant)]
  const shared = aDelivery(one, { interaction_id: randomUUID() })
  const ended = { state: 'succeeded', next_attempt_at: null } as const
  const all = [
    shared,
    { ...shared, id: 'dlv_2', webhook_id: two.id },
    aDelivery(one, ended),
    aDelivery(two, { ...ended, body: '' }),
  ]
  const pending = ({ webhook_id, next_attempt_at }: (typeof all)[number]) =>
    next_attempt_at === null ? {} : { pending_for: webhook_id, due_at: next_attempt_at }
  await db.collection<{ _id: string }>('deliveries').insertMany(
    all.map(({ id, interaction_id, ...fields }) => ({
      ...{ _id: id, ...fields, ...pending({ id, interaction_id, ...fields }) },
      ...(interaction_id !== null && { interaction_id }),
    })),
  )
  const store = await openMongoStore(url, logger)
  t.teardown(() => store.close())
  for (const webhook of [one, two]) await store.webhooks.insert(webhook)
  for (const one of all) t.deepEqual(await store.deliveries.get(tenant, one.webhook_id, one.id), one)
  t.is(await db.collection('delivered_events').countDocuments({}), 3)
  t.is(await db.collection('deliveries').countDocuments({ pending_bytes: Buffer.byteLength(shared.body) }), 2)
  t.is(await store.deliveries.erase(tenant, [shared.interaction_id ?? '']), 2)
  t.is(await store.deliveries.countPending(two.id), 0)
})
