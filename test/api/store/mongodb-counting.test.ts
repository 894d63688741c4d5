import { randomUUID } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import type { Db } from 'mongodb'
import type { MongoInteractions } from '../../../api/store/mongodb/interactions.ts'
import { migrate } from '../../../api/store/mongodb/migrate.ts'
import { MongoStatistics } from '../../../api/store/mongodb/statistics.ts'
import { Tallies } from '../../../api/store/mongodb/tallies.ts'
import type { Interaction } from '../../../core/model/interaction.ts'
import { TestMongo, testWithMongo } from '../../support/mongodb.ts'
import { dyingAt, Gone, hangingAt } from '../../support/mongodb-faults.ts'
import { storesOn } from '../../support/mongodb-stores.ts'
import { runRounds } from '../../support/rounds.ts'
import { anInteraction, finding, NEWEST } from './fixtures.ts'

const mongo = new TestMongo()
test.after.always(() => mongo.close())
const testHere = testWithMongo(test)

async function openDatabase(): Promise<Db> {
  const { db } = await mongo.open()
  await migrate(db)
  return db
}

async function openInteractions(db: Db): Promise<MongoInteractions> {
  return (await storesOn(db)).interactions
}

const DAY = { unit: 'day', from: new Date('2026-01-01'), to: new Date('2026-12-31') } as const
const ALL = { platform: 1000, classification: 1000, source: 1000, user: 1000 }
const USERS = Array.from({ length: 3 }, () => randomUUID())

function variedInteractions(tenant: string, length: number): Interaction[] {
  return Array.from({ length }, (_, index) =>
    anInteraction(tenant, {
      timestamp: new Date(Date.UTC(2026, 5, 1 + (index % 3), index % 5)).toISOString(),
      platform_id: ['openai-api', 'claude.web:eu'][index % 2] ?? '',
      user_id: USERS[index % 4] ?? null,
      enforced_action: (['block', 'coach', 'log', 'allow'] as const)[index % 4] ?? 'allow',
      risk_score: (index % 5) / 4,
      classifications: [finding('EMAIL'), finding('EMAIL'), finding('IBAN')].slice(index % 3),
    }),
  )
}

/** Everything that is counted, counted again from the interactions themselves. */
async function assertCountsAreTrue(t: ExecutionContext, db: Db, tenant: string): Promise<Interaction[]> {
  const { items } = await (await openInteractions(db)).list(tenant, {}, NEWEST, { offset: 0, limit: 10_000 })
  const { totals, by, users } = await new MongoStatistics(db).read(tenant, DAY, ALL)
  const inventory = await (await storesOn(db)).inventory.list(tenant)
  t.is(totals.interactions, items.length)
  t.is(totals.blocked, items.filter(({ enforced_action }) => enforced_action === 'block').length)
  t.is(totals.high_risk, items.filter(({ risk_score }) => risk_score >= 0.8).length)
  t.is(users, new Set(items.flatMap(({ user_id }) => user_id ?? [])).size)
  const typesOf = ({ classifications }: Interaction) => [...new Set(classifications.map(({ type }) => type))]
  t.deepEqual(
    toCounts(by.user),
    countBy(items, ({ user_id }) => user_id ?? []),
  )
  t.deepEqual(toCounts(by.classification), countBy(items, typesOf))
  const used = inventory.filter(({ interactions }) => interactions !== 0)
  t.deepEqual(
    toCounts(used.map(({ platform_id, interactions }) => ({ key: platform_id, interactions }))),
    countBy(items, ({ platform_id }) => platform_id),
  )
  for (const { platform_id, users: counted } of inventory) {
    const ofPlatform = items.filter((item) => item.platform_id === platform_id)
    t.is(counted, new Set(ofPlatform.flatMap(({ user_id }) => user_id ?? [])).size)
  }
  t.is(await db.collection('interactions').countDocuments({ tenant_id: tenant, pending: { $exists: true } }), 0)
  for (const collection of ['counters', 'inventory_users']) {
    const empty = { tenant_id: tenant, interactions: { $lte: 0 } }
    t.is(await db.collection(collection).countDocuments(empty), 0)
  }
  return items
}

function toCounts(tallies: readonly { readonly key: string; readonly interactions: number }[]): Record<string, number> {
  return Object.fromEntries(tallies.map(({ key, interactions }) => [key, interactions]))
}

function countBy(items: readonly Interaction[], keyOf: (item: Interaction) => string | string[]) {
  const counts: Record<string, number> = {}
  for (const key of items.flatMap(keyOf)) counts[key] = (counts[key] ?? 0) + 1
  return counts
}

type Change = (interactions: MongoInteractions, known: readonly Interaction[], batch: readonly Interaction[]) => unknown

const CHANGES: readonly (readonly [name: string, change: Change])[] = [
  ['recording', (interactions, [first], batch) => interactions.record(first?.tenant_id ?? '', batch)],
  [
    'revising',
    (interactions, [first]) =>
      interactions.revise(first?.tenant_id ?? '', first?.id ?? '', (current) => ({
        ...current,
        risk_score: 1,
        enforced_action: 'block',
        classifications: [finding('NIR')],
      })),
  ],
  ['deleting', (interactions, [first]) => interactions.delete(first?.tenant_id ?? '', first?.id ?? '')],
]

for (const [name, change] of CHANGES) {
  // More than any change needs, so that the last rounds are those of a process to which nothing happens.
  const writesMax = name === 'recording' ? 20 : 14
  testHere(`wherever a process dies in ${name}, the next one finishes, and every count is true`, async (t) => {
    const outcomes = await runRounds(writesMax, async (index) => {
      const db = await openDatabase()
      const tenant = randomUUID()
      const [known, batch] = [variedInteractions(tenant, 5), variedInteractions(tenant, 10)]
      const healthy = await openInteractions(db)
      await healthy.record(tenant, known)
      const dying = await openInteractions(dyingAt(db, index + 1))
      const outcome = await Promise.resolve(change(dying, known, batch)).then(
        () => 'done',
        (error) => (error instanceof Gone ? 'died' : error),
      )
      // As a client does that got no answer; the id that was deleted is recorded again as well.
      await healthy.record(tenant, [...batch, ...known])
      const items = await assertCountsAreTrue(t, db, tenant)
      // What was being deleted is deleted or recorded again, whichever came first.
      t.true(items.length === 15 || (name === 'deleting' && items.length === 14))
      return outcome
    })
    t.is(outcomes[0], 'died')
    t.is(outcomes.at(-1), 'done')
    t.true(outcomes.every((outcome) => outcome === 'died' || outcome === 'done'))
  })

  testHere(`wherever a process hangs in ${name}, others go on, and it does no harm when it wakes`, async (t) => {
    await runRounds(writesMax, async (index) => {
      const db = await openDatabase()
      const tenant = randomUUID()
      const [known, batch] = [variedInteractions(tenant, 5), variedInteractions(tenant, 10)]
      const healthy = await openInteractions(db)
      await healthy.record(tenant, known)
      const { db: hangingDb, hangs, resume } = hangingAt(db, index + 1)
      const done = Promise.resolve(change(await openInteractions(hangingDb), known, batch))
      await Promise.race([hangs, done])
      await healthy.record(tenant, variedInteractions(tenant, 3))
      await healthy.revise(tenant, known[1]?.id ?? '', (current) => ({ ...current, risk_score: 0.9 }))
      await healthy.delete(tenant, batch[0]?.id ?? '')
      resume()
      await done
      await healthy.record(tenant, [...batch, ...known])
      t.is((await assertCountsAreTrue(t, db, tenant)).length, 18)
    })
  })
}

testHere('counts are true after a storm of changes by three processes', async (t) => {
  const db = await openDatabase()
  const tenant = randomUUID()
  const processes = await Promise.all(Array.from({ length: 3 }, () => openInteractions(db)))
  const known = variedInteractions(tenant, 16)
  await processes[0]?.record(tenant, known)
  await Promise.all(
    processes.flatMap((interactions, index) => [
      ...Array.from({ length: 3 }, () => interactions.record(tenant, variedInteractions(tenant, 5))),
      interactions.record(tenant, known),
      ...known
        .slice(0, 5)
        .map(({ id }) => interactions.revise(tenant, id, (current) => ({ ...current, risk_score: index / 2 }))),
      ...known.slice(5, 10).map(({ id }) => interactions.delete(tenant, id)),
    ]),
  )
  await assertCountsAreTrue(t, db, tenant)
})

testHere('what a process did not live to count is counted when another one starts', async (t) => {
  const db = await openDatabase()
  const tenant = randomUUID()
  // Its first write stores the batch, the second makes the journal.
  const dying = await openInteractions(dyingAt(db, 2))
  await t.throwsAsync(dying.record(tenant, variedInteractions(tenant, 7)), { instanceOf: Gone })
  await (await storesOn(db)).outbox.sweep()
  t.is((await assertCountsAreTrue(t, db, tenant)).length, 7)
})

testHere('what is left of an empty counter names nobody, and goes a day later', async (t) => {
  const db = await openDatabase()
  const tenant = randomUUID()
  const interactions = await openInteractions(db)
  const [only = anInteraction(tenant)] = variedInteractions(tenant, 1)
  await interactions.record(tenant, [only])
  await interactions.delete(tenant, only.id)
  const collections = [db.collection('counters'), db.collection('inventory_users')]
  for (const collection of collections) {
    const left = await collection.find().toArray()
    t.true(left.length > 0)
    t.false(JSON.stringify(left).includes(String(only.user_id)))
    t.false(JSON.stringify(left).includes(tenant))
  }
  const left = async () => Promise.all(collections.map((collection) => collection.countDocuments()))
  await new Tallies(db).purge(new Date())
  t.notDeepEqual(await left(), [0, 0])
  await new Tallies(db).purge(new Date(Date.now() + 25 * 60 * 60 * 1000))
  t.deepEqual(await left(), [0, 0])
})

testHere('of processes that record a new platform at the same time one is told that it is new', async (t) => {
  const db = await openDatabase()
  const tenant = randomUUID()
  const recorded = await Promise.all(
    Array.from({ length: 12 }, () =>
      openInteractions(db).then((interactions) => interactions.record(tenant, variedInteractions(tenant, 4))),
    ),
  )
  t.deepEqual(recorded.flatMap(({ newPlatforms }) => newPlatforms).sort(), ['claude.web:eu', 'openai-api'])
})

testHere('a batch of many findings is counted in several steps', async (t) => {
  const db = await openDatabase()
  const tenant = randomUUID()
  const types = Array.from({ length: 60 }, (_, index) => finding(`TYPE_${index}`))
  const batch = Array.from({ length: 100 }, () => anInteraction(tenant, { classifications: types }))
  const { stored } = await (await openInteractions(db)).record(tenant, batch)
  t.is(stored.length, 100)
  const { by } = await new MongoStatistics(db).read(tenant, DAY, ALL)
  t.is(by.classification.length, 60)
  t.true(by.classification.every(({ interactions }) => interactions === 100))
})
