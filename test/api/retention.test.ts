import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { pino } from 'pino'
import { Retention } from '../../api/retention/retention.ts'
import { openMongoStore } from '../../api/store/mongodb/mongo-store.ts'
import { openSqliteStore } from '../../api/store/sqlite/sqlite-store.ts'
import type { Store } from '../../api/store/store.ts'
import type { AlertCandidate } from '../../core/alerting/candidate.ts'
import { startTestApi } from '../support/api.ts'
import { TestMongo, testWithMongo } from '../support/mongodb.ts'
import type { OptionalTest } from '../support/optional.ts'
import { temporaryFolder } from '../support/temp.ts'
import { aDelivery, anInteraction, aWebhook, finding } from './store/fixtures.ts'

const mongo = new TestMongo()
test.after.always(() => mongo.close())

const NOW = Date.parse('2026-11-21T10:00:00Z')
const DAY = 86_400_000
const FIRST_PAGE = { offset: 0, limit: 100 }
const NEWEST = { field: 'timestamp', descending: true } as const

const daysAgo = (days: number) => new Date(NOW - days * DAY).toISOString()

test('what is older than the retention goes, with its counts, in every tenant; the rest stays', async (t) => {
  const store = openSqliteStore(join(temporaryFolder(t), 'weir.sqlite'))
  t.teardown(() => store.close())
  const dependencies = { store, logger: pino({ level: 'silent' }), now: () => new Date(NOW) }
  const user_id = crypto.randomUUID()
  const tenants = [crypto.randomUUID(), crypto.randomUUID()]
  for (const [index, id] of tenants.entries()) {
    await store.tenants.insert({ id, name: `tenant ${index}`, created_at: daysAgo(400) })
    const old = Array.from({ length: 600 }, (_, item) =>
      anInteraction(id, { timestamp: daysAgo(30 + item / 10), user_id, classifications: [finding('EMAIL')] }),
    )
    const young = Array.from({ length: 3 }, () => anInteraction(id, { timestamp: daysAgo(29.9) }))
    await store.interactions.record(id, [...old, ...young])
    const candidate: Omit<AlertCandidate, 'platform_id'> = {
      type: 'policy_block',
      severity: 'low',
      title: '',
      description: '',
      interaction_id: null,
      user_id: null,
      policy_ids: [],
      count: 1,
    }
    for (const platform_id of ['old and resolved', 'resolved of late', 'old and open']) {
      await store.alerts.raise(id, [{ ...candidate, platform_id }], daysAgo(40), daysAgo(41))
    }
    const { items } = await store.alerts.list(id, {}, { field: 'created_at', descending: false }, FIRST_PAGE)
    const idOf = (platform: string) => items.find(({ platform_id }) => platform_id === platform)?.id ?? ''
    await store.alerts.setStatus(id, idOf('old and resolved'), 'resolved', 'jo', daysAgo(31))
    await store.alerts.setStatus(id, idOf('resolved of late'), 'resolved', 'jo', daysAgo(29))
    const webhook = aWebhook(id, { active: index === 0 })
    await store.webhooks.insert(webhook)
    for (let item = 0; item < 260; item += 1) {
      await store.deliveries.insert(aDelivery(webhook, { created_at: daysAgo(item === 0 ? 29.9 : 30.1) }))
    }
  }

  const retention = new Retention(dependencies, { retentionDays: 30 })
  t.teardown(() => retention.close())
  t.deepEqual(await retention.run(), { interactions: 1200, alerts: 2, deliveries: 518 })
  t.deepEqual(await retention.run(), { interactions: 0, alerts: 0, deliveries: 0 })
  t.like(await store.deliveries.totals(), { pending: 2 })

  for (const id of tenants) {
    t.is((await store.interactions.list(id, {}, NEWEST, FIRST_PAGE)).total, 3)
    t.is((await store.interactions.list(id, { user_id }, NEWEST, FIRST_PAGE)).total, 0)
    const sort = { field: 'created_at', descending: false } as const
    const alerts = await store.alerts.list(id, { type: 'policy_block' }, sort, FIRST_PAGE)
    t.deepEqual(alerts.items.map(({ platform_id }) => platform_id).sort(), ['old and open', 'resolved of late'])
    const range = { unit: 'day', from: new Date(NOW - 89 * DAY), to: new Date(NOW) } as const
    const top = { platform: 9, classification: 9, source: 9, user: 9 }
    const { totals, users, by } = await store.statistics.read(id, range, top)
    t.deepEqual([totals.interactions, users, by.classification], [3, 0, []])
    const [service] = await store.inventory.list(id)
    t.deepEqual([service?.interactions, service?.users], [3, 0])
  }
})

test('without a retention nothing is deleted but what a deleted webhook has left', async (t) => {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  const store = openSqliteStore(file)
  t.teardown(() => store.close())
  const id = crypto.randomUUID()
  await store.tenants.insert({ id, name: 'tenant', created_at: daysAgo(400) })
  const [webhook, kept] = [aWebhook(id), aWebhook(id)]
  for (const each of [webhook, kept]) {
    await store.webhooks.insert(each)
    for (let item = 0; item < 700; item += 1) {
      await store.deliveries.insert(aDelivery(each, { created_at: daysAgo(300) }))
    }
  }
  await store.interactions.record(id, [anInteraction(id, { timestamp: daysAgo(300) })])
  const dying = openSqliteStore(file)
  const deletion = dying.webhooks.delete(id, webhook.id)
  await dying.close()
  await t.throwsAsync(deletion)

  const dependencies = { store, logger: pino({ level: 'silent' }), now: () => new Date(NOW) }
  const retention = new Retention(dependencies, { retentionDays: 0 })
  t.teardown(() => retention.close())
  t.deepEqual(await retention.run(), { interactions: 0, alerts: 0, deliveries: 700 })
  t.is((await store.deliveries.list(id, kept.id, 1)).total, 700)
  t.is((await store.interactions.list(id, {}, NEWEST, FIRST_PAGE)).total, 1)
})

interface JumpCase {
  readonly title: string
  readonly to: number
  readonly jumps: boolean
}

const HOUR = 3_600_000
const CASES: readonly JumpCase[] = [
  { title: 'years ahead', to: NOW + 3650 * DAY, jumps: true },
  { title: 'a day and a second ahead', to: NOW + DAY + 1000, jumps: true },
  { title: 'a day and a second back', to: NOW - DAY - 1000, jumps: true },
  { title: 'an hour ahead, as ever', to: NOW + HOUR, jumps: false },
  { title: 'an hour back, as in autumn', to: NOW - HOUR, jumps: false },
  { title: 'a day ahead to the second', to: NOW + DAY, jumps: false },
]

for (const { title, to, jumps } of CASES) {
  test(`a clock that goes ${title} ${jumps ? 'deletes nothing for 48 hours' : 'is believed'}`, async (t) => {
    const file = join(temporaryFolder(t), 'weir.sqlite')
    const first = openSqliteStore(file)
    const id = crypto.randomUUID()
    await first.tenants.insert({ id, name: 'tenant', created_at: daysAgo(400) })
    const logger = pino({ level: 'silent' })
    const before = new Retention({ store: first, logger, now: () => new Date(NOW) }, { retentionDays: 30 })
    await before.run()
    await before.close()
    await first.close()

    // Another process: the last time is in the store, and nothing is recorded any more.
    const store = openSqliteStore(file)
    t.teardown(() => store.close())
    await store.interactions.record(id, [anInteraction(id, { timestamp: daysAgo(100) })])
    let time = to
    const retention = new Retention({ store, logger, now: () => new Date(time) }, { retentionDays: 30 })
    t.teardown(() => retention.close())
    const alerts = () =>
      store.alerts.list(id, { type: 'clock_jump' }, { field: 'created_at', descending: false }, FIRST_PAGE)
    if (!jumps) {
      t.is((await retention.run()).interactions, 1)
      t.is((await alerts()).total, 0)
      return
    }
    for (; time < to + 48 * HOUR; time += 12 * HOUR) t.is((await retention.run()).interactions, 0)
    t.is((await retention.run()).interactions, 1)
    const { items } = await alerts()
    t.is(items.length, 1)
    t.like(items[0], { severity: 'high', status: 'open', count: 1, user_id: null })
  })
}

test('a clock that is set right after a jump is believed 48 hours after that', async (t) => {
  const store = openSqliteStore(join(temporaryFolder(t), 'weir.sqlite'))
  t.teardown(() => store.close())
  const id = crypto.randomUUID()
  await store.tenants.insert({ id, name: 'tenant', created_at: daysAgo(400) })
  await store.interactions.record(id, [
    anInteraction(id, { timestamp: daysAgo(100) }),
    anInteraction(id, { timestamp: daysAgo(1) }),
  ])
  let time = NOW - HOUR
  const dependencies = { store, logger: pino({ level: 'silent' }), now: () => new Date(time) }
  await new Retention(dependencies, { retentionDays: 200 }).run()
  const retention = new Retention(dependencies, { retentionDays: 30 })
  t.teardown(() => retention.close())
  const runs: [number, number][] = [
    [NOW + 3650 * DAY, 0],
    [NOW, 0],
    [NOW + DAY, 0],
    [NOW + 2 * DAY - 1, 0],
    [NOW + 2 * DAY, 1],
  ]
  for (const [at, deleted] of runs) {
    time = at
    t.is((await retention.run()).interactions, deleted)
  }
})

const ENGINES: readonly {
  readonly name: string
  readonly test: OptionalTest
  readonly open: (t: ExecutionContext) => Promise<Store>
}[] = [
  {
    name: 'sqlite',
    test,
    open: async (t: ExecutionContext) => openSqliteStore(join(temporaryFolder(t), 'weir.sqlite')),
  },
  {
    name: 'mongodb',
    test: testWithMongo(test),
    open: async () => openMongoStore(await mongo.newDatabase(), pino({ level: 'silent' })),
  },
]

for (const { name, test: run, open } of ENGINES) {
  run(
    `${name}: what arrived late is kept from its arrival on, whatever its date, and steps in nobody’s way`,
    async (t) => {
      const store = await open(t)
      t.teardown(() => store.close())
      const id = crypto.randomUUID()
      await store.tenants.insert({ id, name: 'tenant', created_at: daysAgo(400) })
      const late = (days: number, arrived: number) =>
        anInteraction(id, { timestamp: daysAgo(days), received_at: daysAgo(arrived) })
      // More of one time than a batch holds, and some that are due among them and behind them.
      const kept = Array.from({ length: 510 }, (_, item) => late(item < 400 ? 300 : 200, item % 29))
      const due = [...Array.from({ length: 280 }, () => late(300, 31)), anInteraction(id, { timestamp: daysAgo(31) })]
      const mixed = [...kept, ...due].sort((a, b) => (a.id < b.id ? -1 : 1))
      for (let at = 0; at < mixed.length; at += 250) await store.interactions.record(id, mixed.slice(at, at + 250))
      let time = NOW
      const dependencies = { store, logger: pino({ level: 'silent' }), now: () => new Date(time) }
      const retention = new Retention(dependencies, { retentionDays: 30 })
      t.teardown(() => retention.close())
      t.is((await retention.run()).interactions, 281)
      const left = await store.interactions.list(id, {}, NEWEST, { offset: 0, limit: 1000 })
      t.deepEqual(left.items.map((item) => item.id).sort(), kept.map((item) => item.id).sort())
      t.is((await retention.run()).interactions, 0)
      for (let hours = 12; hours <= 48; hours += 12) {
        time = NOW + hours * HOUR
        await retention.run()
      }
      // Those that arrived 28 days before are due now.
      t.is((await store.interactions.list(id, {}, NEWEST, FIRST_PAGE)).total, kept.length - 17)
    },
  )
}

test('a record with an old date has the time of its arrival, which nobody else can set', async (t) => {
  const api = await startTestApi(t)
  const token = await api.serviceToken(['record'])
  const record = { platform_id: 'openai-api', content_hash: 'a'.repeat(64), risk_score: 0.99 }
  const post = async (json: object, as: string) => {
    const { json: stored } = await api.request<{ id: string; timestamp: string; received_at?: string }>(
      'POST',
      '/interactions',
      { token: as, json },
    )
    return stored
  }
  const timestamp = '2020-01-01T00:00:00.000Z'
  const old = await post({ ...record, timestamp, received_at: '2999-01-01T00:00:00.000Z' }, token)
  t.is(old.timestamp, timestamp)
  t.true(Math.abs(Date.parse(old.received_at ?? '') - Date.now()) < 60_000)
  t.like((await api.request<object>('GET', `/interactions/${old.id}`, { token: api.admin })).json, old)
  const young = { ...record, timestamp: new Date(Date.now() - 23 * HOUR).toISOString() }
  for (const stored of [
    await post({ ...young, received_at: '2999-01-01T00:00:00.000Z' }, token),
    await post({ ...record, timestamp, received_at: '2999-01-01T00:00:00.000Z' }, api.admin),
  ]) {
    t.false('received_at' in stored)
  }
  const file = join(api.settings.dataDir, 'weir.sqlite')
  const store = openSqliteStore(file)
  t.teardown(() => store.close())
  const logger = pino({ level: 'silent' })
  const retention = new Retention({ store, logger, now: () => new Date() }, { retentionDays: 90 })
  t.teardown(() => retention.close())
  t.is((await retention.run()).interactions, 0)
  t.is((await api.request('GET', `/interactions/${old.id}`, { token: api.admin })).status, 200)
})
