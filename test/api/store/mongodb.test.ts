import test from 'ava'
import { pino } from 'pino'
import { openMongoStore } from '../../../api/store/mongodb/mongo-store.ts'
import { fixedKeys } from '../../support/fixed-keys.ts'
import { TestMongo, testWithMongo } from '../../support/mongodb.ts'
import { testStoreContract } from './contract.ts'
import { AT, anInteraction, FIRST_PAGE, finding, NEWEST } from './fixtures.ts'

const logger = pino({ level: 'silent' })
const mongo = new TestMongo()
test.after.always(() => mongo.close())

testStoreContract(testWithMongo(test), 'mongodb', async (t, place) => {
  const url = place ?? (await mongo.newDatabase())
  const store = await openMongoStore(url, logger, { erasedIdsKeys: fixedKeys(Buffer.alloc(32, 1)) })
  t.teardown(() => store.close())
  return { store, place: url }
})

testWithMongo(test)(
  'findings of a release that called them otherwise are found, shown and counted under their name of now',
  async (t) => {
    const store = await openMongoStore(await mongo.newDatabase(), logger)
    t.teardown(() => store.close())
    await store.tenants.insert({ id: 't', name: 'Acme', created_at: AT })
    const old = anInteraction('t', { classifications: [finding('DRIVING_LICENCE')] })
    const named = anInteraction('t', { classifications: [finding('DRIVING_LICENSE')] })
    await store.interactions.record('t', [old, named, anInteraction('t')])
    const listed = await store.interactions.list('t', { classification_type: 'DRIVING_LICENSE' }, NEWEST, FIRST_PAGE)
    t.deepEqual(listed.items.map(({ id }) => id).sort(), [old.id, named.id].sort())
    t.is(listed.total, 2)
    const [shown] = (await store.interactions.get('t', old.id))?.classifications ?? []
    t.is(shown?.type, 'DRIVING_LICENSE')
    const range = { unit: 'day', from: new Date(AT), to: new Date(AT) } as const
    const counts = async () => {
      const { by } = await store.statistics.read('t', range, { platform: 5, classification: 5, source: 5, user: 5 })
      return by.classification.map(({ key, interactions }) => [key, interactions])
    }
    t.deepEqual(await counts(), [['DRIVING_LICENSE', 2]])
    await store.interactions.delete('t', old.id)
    t.deepEqual(await counts(), [['DRIVING_LICENSE', 1]])
  },
)
