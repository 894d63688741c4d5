import test from 'ava'
import { MongoClient } from 'mongodb'
import { runCommand } from '../../cli/commands.ts'
import { filledInstallation } from '../support/filled-api.ts'
import { TestMongo, testWithMongo } from '../support/mongodb.ts'

const mongo = new TestMongo()
test.after.always(() => mongo.close())
const mongoTest = testWithMongo(test)

// Alone in its file, since the signal is for the whole process.
mongoTest('a copy to MongoDB that fails is deleted again', async (t) => {
  const dataDir = await filledInstallation(t)
  const url = await mongo.newDatabase()
  const client = new MongoClient(url)
  t.teardown(() => client.close())
  const stop = { progress: (text: string) => void (text.startsWith('interactions') && process.emit('SIGTERM')) }
  const terminal = {
    isInteractive: false,
    askSecret: () => Promise.resolve(''),
    readAll: () => Promise.resolve(''),
    warn: () => {},
    ...stop,
  }
  const env = { WEIR_DATA_DIR: dataDir }
  await t.throwsAsync(runCommand(['copy', '--to', url], { env, cwd: dataDir, terminal }), {
    message: 'Stopped. The copy is deleted again',
  })
  t.deepEqual(await client.db().listCollections().toArray(), [])
})
