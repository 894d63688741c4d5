import { randomUUID } from 'node:crypto'
import test from 'ava'
import { migrate } from '../../../api/store/mongodb/migrate.ts'
import { SightingBatches } from '../../../api/store/mongodb/sighting-batches.ts'
import { TestMongo, testWithMongo } from '../../support/mongodb.ts'
import { dyingAt, Gone, hangingAt } from '../../support/mongodb-faults.ts'
import { storesOn } from '../../support/mongodb-stores.ts'
import { runRounds } from '../../support/rounds.ts'
import { aSighting } from './contract-sightings.ts'
import { anInteraction, FIRST_PAGE } from './fixtures.ts'

const mongo = new TestMongo()
test.after.always(() => mongo.close())
const testHere = testWithMongo(test)

/** More than a report needs. */
const WRITES_MAX = 10

async function openDatabase() {
  const { db } = await mongo.open()
  await migrate(db)
  return db
}

const SIGHTINGS = [aSighting({ count: 2 }), aSighting({ kind: 'handshake_failed', reason: 'CERT_HAS_EXPIRED' })]

async function countedAndAlerted({ inventory, alerts }: Awaited<ReturnType<typeof storesOn>>, tenant: string) {
  const [service] = await inventory.list(tenant)
  const { items } = await alerts.list(tenant, {}, { field: 'severity', descending: false }, FIRST_PAGE)
  return [service?.tunnelled, service?.interactions, ...items.map(({ type, count }) => `${type} ${count}`)]
}

testHere('wherever a process dies in counting sightings, sending them again counts them once', async (t) => {
  const outcomes = await runRounds(WRITES_MAX, async (index) => {
    const db = await openDatabase()
    const tenant = randomUUID()
    const batch = { id: randomUUID(), sightings: SIGHTINGS }
    const healthy = await storesOn(db)
    const dying = await storesOn(dyingAt(db, index + 1))
    const outcome = await dying.inventory.addSightings(tenant, batch).then(
      () => 'done',
      (error) => (error instanceof Gone ? 'died' : error),
    )
    await healthy.inventory.addSightings(tenant, batch)
    await healthy.interactions.record(tenant, [anInteraction(tenant, { platform_id: 'mistral-lechat' })])
    t.deepEqual(await countedAndAlerted(healthy, tenant), [2, 1, 'new_ai_service 1', 'inspection_failed 1'])
    return outcome
  })
  t.is(outcomes[0], 'died')
  t.is(outcomes.at(-1), 'done')
})

testHere(
  'wherever a process hangs in counting sightings, others go on, and it does no harm when it wakes',
  async (t) => {
    await runRounds(WRITES_MAX, async (index) => {
      const db = await openDatabase()
      const tenant = randomUUID()
      const batch = { id: randomUUID(), sightings: SIGHTINGS }
      const healthy = await storesOn(db)
      const { db: hangingDb, hangs, resume } = hangingAt(db, index + 1)
      const done = (await storesOn(hangingDb)).inventory.addSightings(tenant, batch)
      await Promise.race([hangs, done])
      await healthy.inventory.addSightings(tenant, { ...batch, id: randomUUID() })
      await healthy.inventory.addSightings(tenant, batch)
      resume()
      await done
      t.deepEqual(await countedAndAlerted(healthy, tenant), [4, 0, 'new_ai_service 1', 'inspection_failed 2'])
    })
  },
)

testHere('a report is forgotten after a day', async (t) => {
  const db = await openDatabase()
  let now = Date.parse('2026-11-21T10:00:00Z')
  const batches = new SightingBatches(db, () => new Date(now))
  await batches.add('tenant', 'batch')
  now += 23 * 60 * 60 * 1000
  await batches.purge()
  t.true(await batches.has('tenant', 'batch'))
  now += 2 * 60 * 60 * 1000
  await batches.purge()
  t.false(await batches.has('tenant', 'batch'))
})
