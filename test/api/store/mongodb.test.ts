import test from 'ava'
import { pino } from 'pino'
import { fixedKeys } from '../../../api/keys/fixed-keys.ts'
import { openMongoStore } from '../../../api/store/mongodb/mongo-store.ts'
import { TestMongo, testWithMongo } from '../../support/mongodb.ts'
import { testStoreContract } from './contract.ts'

const logger = pino({ level: 'silent' })
const mongo = new TestMongo()
test.after.always(() => mongo.close())

testStoreContract(testWithMongo(test), 'mongodb', async (t, place) => {
  const url = place ?? (await mongo.newDatabase())
  const store = await openMongoStore(url, logger, { erasedIdsKeys: fixedKeys(Buffer.alloc(32, 1)) })
  t.teardown(() => store.close())
  return { store, place: url }
})
