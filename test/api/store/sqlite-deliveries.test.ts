import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test, { type ExecutionContext } from 'ava'
import { pino } from 'pino'
import { openStore } from '../../../api/store/open-store.ts'
import { SqliteAudit } from '../../../api/store/sqlite/audit.ts'
import { Database } from '../../../api/store/sqlite/database.ts'
import { DELIVERED_EVENTS_SCHEMA } from '../../../api/store/sqlite/delivered-events-schema.ts'
import { SqliteDeliveries } from '../../../api/store/sqlite/deliveries.ts'
import { EventDeliveries } from '../../../api/store/sqlite/event-deliveries.ts'
import { MIGRATIONS } from '../../../api/store/sqlite/migrations.ts'
import { SqliteOutbox } from '../../../api/store/sqlite/outbox.ts'
import { openSqliteStore } from '../../../api/store/sqlite/sqlite-store.ts'
import { SqliteWebhooks } from '../../../api/store/sqlite/webhooks.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { testEventDeliveries } from './contract-event-deliveries.ts'
import { AT, aDelivery, anEvent, aPolicy, aWebhook, FIRST_PAGE } from './fixtures.ts'
import { createSuite, type OpenStore } from './suite.ts'

const LATER = '2026-11-21T10:05:00.000Z'
const TENANT = '00000000-0000-4000-8000-000000000001'

const open: OpenStore = async (t, place = join(temporaryFolder(t), 'weir.sqlite')) => {
  const store = openSqliteStore(place)
  t.teardown(() => store.close())
  return { store, place }
}

testEventDeliveries(createSuite(test, 'sqlite', open), async (t, place, backlog, bytes) => {
  const db = new Database(place)
  t.teardown(() => db.close())
  const deliveries = new EventDeliveries(db, backlog, bytes)
  return {
    wantedTypes: async (tenantId) => db.write(() => deliveries.wantedTypes(tenantId)),
    insertForEvents: async (tenantId, events) => db.write(() => deliveries.insertForEvents(tenantId, events)),
  }
})

/** Remembers what is asked of it. */
class RecordingDatabase extends Database {
  readonly statements = new Set<string>()

  override run(...[sql, ...values]: Parameters<Database['run']>) {
    this.statements.add(sql)
    return super.run(sql, ...values)
  }

  override get(...[sql, ...values]: Parameters<Database['get']>) {
    this.statements.add(sql)
    return super.get(sql, ...values)
  }

  override all(...[sql, ...values]: Parameters<Database['all']>) {
    this.statements.add(sql)
    return super.all(sql, ...values)
  }
}

async function openParts(t: ExecutionContext<unknown>) {
  const { store, place } = await open(t)
  await store.tenants.insert({ id: TENANT, name: 'Acme', created_at: AT })
  const db = new RecordingDatabase(place)
  t.teardown(() => db.close())
  const eventDeliveries = new EventDeliveries(db, 1000)
  const outbox = new SqliteOutbox(db, eventDeliveries, new SqliteAudit(db, undefined), () => new Date())
  const deliveries = new SqliteDeliveries(db, eventDeliveries, outbox)
  return { store, place, db, eventDeliveries, deliveries, webhooks: new SqliteWebhooks(db, deliveries, outbox) }
}

test('whatever is asked about deliveries is answered from an index, without sorting many', async (t) => {
  const { place, db, eventDeliveries, deliveries, webhooks } = await openParts(t)
  const webhook = aWebhook(TENANT)
  await webhooks.insert(webhook)
  db.write(() => eventDeliveries.insertForEvents(TENANT, [anEvent(TENANT)]))
  const delivery = aDelivery(webhook)
  await deliveries.insert(delivery)
  await deliveries.dueWebhooks(AT, 10)
  await deliveries.nextDue(AT)
  const claimed = await deliveries.claim(delivery.id, AT, LATER)
  const attempt = { timestamp: AT, status_code: 200, response_time_ms: 1, error: null }
  await deliveries.settle(delivery.id, claimed?.claim ?? '', { state: 'succeeded', attempt })
  await deliveries.claimDue(webhook.id, AT, LATER, 10)
  await deliveries.dropPending(TENANT, webhook.id)
  await deliveries.countPending(webhook.id)
  await deliveries.totals()
  await deliveries.get(TENANT, webhook.id, delivery.id)
  await deliveries.list(TENANT, webhook.id, 10)
  await deliveries.erase(TENANT, [TENANT])
  await deliveries.deleteOld(TENANT, AT, 10)
  await deliveries.deleteOrphans(10)
  await webhooks.list(TENANT, { active: true }, FIRST_PAGE)
  await webhooks.delete(TENANT, webhook.id)
  t.true(db.statements.size > 20)
  const plain = new DatabaseSync(place)
  t.teardown(() => plain.close())
  for (const sql of db.statements) {
    const plan = plain
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail))
    t.deepEqual(
      plan.filter((step) => /^SCAN (?:deliveries|d)\b/.test(step) || /TEMP B-TREE/.test(step)),
      // By the time they are due: of webhooks, each of which comes once.
      sql.includes('ORDER BY due, w.id') ? ['USE TEMP B-TREE FOR ORDER BY'] : [],
      `${sql}: ${plan.join('; ')}`,
    )
  }
})

test('no more wait for a webhook than the settings allow', async (t) => {
  const settings = { mongodbUrl: undefined, dataDir: temporaryFolder(t), webhookBacklog: 2 }
  const store = await openStore(settings, pino({ level: 'silent' }))
  t.teardown(() => store.close())
  await store.tenants.insert({ id: TENANT, name: 'Acme', created_at: AT })
  await store.webhooks.insert(aWebhook(TENANT))
  for (let count = 0; count < 3; count += 1) {
    await store.policies.insert(aPolicy(TENANT), ({ id }) => [{ event_type: 'policy.created', data: () => ({ id }) }])
  }
  t.deepEqual(await store.deliveries.totals(), { pending: 2, overflowed: 1 })
})

test('while a webhook is deleted with thousands of deliveries, others get their turn', async (t) => {
  const { store, db } = await openParts(t)
  const webhook = aWebhook(TENANT)
  await store.webhooks.insert(webhook)
  db.write(() => {
    const events = Array.from({ length: 1000 }, () => anEvent(TENANT))
    const large = new EventDeliveries(db, 10_000)
    for (let times = 0; times < 3; times += 1) {
      large.insertForEvents(
        TENANT,
        events.map((event, index) => ({ ...event, id: `evt_${times}_${index}` })),
      )
    }
  })
  let isDeleted = false
  const deletion = store.webhooks.delete(TENANT, webhook.id).then(() => {
    isDeleted = true
  })
  t.is(await store.webhooks.get(TENANT, webhook.id), undefined)
  t.false(isDeleted)
  const left = () => Number(db.get('SELECT count(*) AS count FROM deliveries')?.count)
  t.true(left() > 0)
  await deletion
  t.is(left(), 0)
  t.is(Number(db.get('SELECT count(*) AS count FROM deleted_webhooks')?.count), 0)
})

test('what a process left that died while it deleted a webhook is deleted later', async (t) => {
  const { store, place, db, deliveries } = await openParts(t)
  const [webhook, kept] = [aWebhook(TENANT), aWebhook(TENANT)]
  for (const each of [webhook, kept]) await store.webhooks.insert(each)
  await store.deliveries.insert(aDelivery(kept))
  const events = Array.from({ length: 900 }, (_, index) => anEvent(TENANT, { id: `evt_${index}` }))
  db.write(() => new EventDeliveries(db, 10_000).insertForEvents(TENANT, events))
  const dying = openSqliteStore(place)
  const deletion = dying.webhooks.delete(TENANT, webhook.id)
  await dying.close()
  await t.throwsAsync(deletion)
  t.deepEqual(await deliveries.dueWebhooks(LATER, 10), [{ tenant_id: TENANT, webhook_id: kept.id }])
  t.is((await deliveries.list(TENANT, webhook.id, 10)).total, 0)
  const deleted: number[] = []
  do deleted.push(await store.deliveries.deleteOrphans(300))
  while (deleted.at(-1) === 300)
  t.deepEqual(deleted, [300, 300, 300, 0])
  t.is(Number(db.get('SELECT count(*) AS count FROM deleted_webhooks')?.count), 0)
  t.is((await deliveries.list(TENANT, kept.id, 10)).total, 901)
})

test('a body is stored once for however many webhooks, and goes with the last delivery of it', async (t) => {
  const { db, eventDeliveries, deliveries, webhooks } = await openParts(t)
  const all = Array.from({ length: 30 }, () => aWebhook(TENANT))
  for (const webhook of all) await webhooks.insert(webhook)
  const event = anEvent(TENANT, { data: { text: 'x'.repeat(100_000) } })
  const pages = () => Number(db.get('PRAGMA page_count')?.page_count) * Number(db.get('PRAGMA page_size')?.page_size)
  const before = pages()
  await db.write(() => eventDeliveries.insertForEvents(TENANT, [event]))
  t.true(pages() - before < 200_000, `${pages() - before} bytes`)
  for (const { id } of all) {
    t.is((await deliveries.list(TENANT, id, 10)).items[0]?.body, JSON.stringify(event))
    await webhooks.delete(TENANT, id)
  }
  t.is(db.get('SELECT count(*) AS left FROM delivered_events')?.left, 0)
})

test('what an earlier release has stored of deliveries is moved, with what waits', async (t) => {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  const former = new DatabaseSync(file)
  const version = MIGRATIONS.indexOf(DELIVERED_EVENTS_SCHEMA)
  for (const migration of MIGRATIONS.slice(0, version)) former.exec(migration)
  former.exec(
    `PRAGMA user_version = ${version}; INSERT INTO tenants (id, name, created_at) VALUES ('${TENANT}', 'Acme', '')`,
  )
  const [one, two] = [aWebhook(TENANT), aWebhook(TENANT)]
  const shared = aDelivery(one, { interaction_id: TENANT })
  const ended = { state: 'succeeded', next_attempt_at: null } as const
  const all = [
    shared,
    { ...shared, id: 'dlv_2', webhook_id: two.id },
    aDelivery(one, ended),
    aDelivery(two, { ...ended, body: '' }),
  ]
  for (const { id } of [one, two]) {
    former
      .prepare(
        `INSERT INTO webhooks (id, tenant_id, url, events, description, active, headers, signing_secret, created_at, updated_at,
           created_by, delivery_count) VALUES (?, ?, 'https://x.example', '[]', '', 1, '{}', 'x', ?, ?, 'x', 0)`,
      )
      .run(id, TENANT, AT, AT)
  }
  for (const { attempts, next_attempt_at, ...delivery } of all) {
    const row = { ...delivery, attempts: JSON.stringify(attempts), next_attempt_at, due_at: next_attempt_at }
    const marks = Object.keys(row).map(() => '?')
    former
      .prepare(`INSERT INTO deliveries (${Object.keys(row).join(', ')}) VALUES (${marks.join(', ')})`)
      .run(...Object.values(row))
  }
  former.close()
  const store = openSqliteStore(file)
  t.teardown(() => store.close())
  for (const one of all) t.deepEqual(await store.deliveries.get(TENANT, one.webhook_id, one.id), one)
  const db = new Database(file)
  t.teardown(() => db.close())
  t.is(db.get('SELECT count(*) AS events FROM delivered_events')?.events, 3)
  const waiting = db.all('SELECT pending, pending_bytes FROM webhooks')
  t.deepEqual(
    waiting.map((row) => ({ ...row })),
    [1, 2].map(() => ({ pending: 1, pending_bytes: Buffer.byteLength(shared.body) })),
  )
  t.is(await store.deliveries.erase(TENANT, [TENANT]), 2)
  t.is(await store.deliveries.countPending(two.id), 0)
  t.is(db.get('SELECT sum(pending_bytes) AS bytes FROM webhooks')?.bytes, 0)
})
