import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { STEPS } from '../../../api/store/mongodb/schema.ts'
import { startTestApi } from '../../support/api.ts'
import { TestMongo, testWithMongo } from '../../support/mongodb.ts'
import { dumpMongo, loadMongo } from '../../support/mongodb-fixture.ts'
import { checkFilled, FIXTURE_SECRET, fill } from './filled.ts'

/**
 * A database of schemas that were released, in the name of the file: made by that release, and never changed.
 * WEIR_TEST_MAKE_MONGODB_FIXTURE=FILE writes one of the release that is checked out.
 */
const FOLDER = join(import.meta.dirname, '../../fixtures/databases')
const FIXTURE = /^mongodb-schema-(\d+)\.json$/

const mongo = new TestMongo()
test.after.always(() => mongo.close())
const withMongo = testWithMongo(test)
const environment = (url: string) => ({ WEIR_JWT_SECRET: FIXTURE_SECRET, WEIR_MONGODB_URL: url })

const made = process.env.WEIR_TEST_MAKE_MONGODB_FIXTURE
if (made !== undefined) {
  withMongo('a fixture is written', async (t) => {
    const { db, url } = await mongo.open()
    const api = await startTestApi(t, { env: environment(url) })
    await fill(api)
    await api.server.close()
    writeFileSync(made, await dumpMongo(db))
    t.pass()
  })
}

for (const name of readdirSync(FOLDER)) {
  const version = Number(FIXTURE.exec(name)?.[1])
  if (Number.isNaN(version)) continue
  withMongo(`${name} is opened and read: people sign in, and find what was there`, async (t) => {
    const { db, url } = await mongo.open()
    await loadMongo(db, readFileSync(join(FOLDER, name), 'utf8'))
    const schema = () => db.collection<{ _id: string; version: number }>('schema').findOne({ _id: 'schema' })
    t.is((await schema())?.version, version)
    t.true(version <= STEPS.length)
    const env = environment(url)
    // One brings the schema up to date, the other waits for it.
    const [api, other] = await Promise.all([startTestApi(t, { env }), startTestApi(t, { env })])
    t.is((await schema())?.version, STEPS.length)
    await checkFilled(t, api)
    await checkFilled(t, other)
  })
}
