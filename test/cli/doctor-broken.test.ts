import { truncateSync } from 'node:fs'
import test, { type ExecutionContext } from 'ava'
import { openAuthority } from '../../certs/authority.ts'
import { activateRotation, prepareRotation } from '../../certs/rotation.ts'
import { CHECKS, runChecks } from '../../cli/doctor/doctor.ts'
import { THIS_MACHINE } from '../../cli/doctor/machine.ts'
import { loadSettings } from '../../config/settings.ts'
import { startTestApi } from '../support/api.ts'
import { TestMongo, testWithMongo } from '../support/mongodb.ts'
import { runProduct } from '../support/product.ts'
import { TestRedis, testWithRedis } from '../support/redis.ts'
import { temporaryFolder } from '../support/temp.ts'
import { type Broken, withDatabase } from './broken-cases.ts'
import { BROKEN_MACHINES } from './broken-machines.ts'
import { BROKEN_WAYS } from './broken-ways.ts'

const DAY = 86_400_000
const SECRET = 'j'.repeat(64)
const CASES = [...BROKEN_MACHINES, ...BROKEN_WAYS]

async function lookAt(t: ExecutionContext<unknown>, name: string, { env = {}, machine = {}, now }: Broken) {
  const dataDir = env.WEIR_DATA_DIR ?? temporaryFolder(t)
  const settings = loadSettings({ ...env, WEIR_DATA_DIR: dataDir }, temporaryFolder(t))
  return runChecks(
    CHECKS.filter((check) => check.name === name),
    { settings, env, now: now ?? (() => new Date()), machine: { ...THIS_MACHINE, ...machine } },
  )
}

for (const { title, check, breaks, found, mend } of CASES) {
  test(`${check}: ${title} is found, with how to mend it`, async (t) => {
    const findings = await lookAt(t, check, await breaks(t))
    const told = findings.find(({ status, message }) => found.test(`${status} ${message}`))
    t.truthy(told, JSON.stringify(findings))
    t.regex(told?.mend ?? '', mend)
    t.false(JSON.stringify(findings).includes('geheim'), 'no password is told')
  })
}

test('every check was seen broken', (t) => {
  t.deepEqual([...new Set(CASES.map(({ check }) => check))].sort(), CHECKS.map(({ name }) => name).sort())
})

test('what doctor says to do about a CA that has ended gives one that is good', async (t) => {
  const dataDir = temporaryFolder(t)
  const { notAfter } = openAuthority(dataDir, () => new Date())
  const now = () => new Date(notAfter.getTime() + DAY)
  const broken = { env: { WEIR_DATA_DIR: dataDir }, now }
  t.like(await lookAt(t, 'ca', broken), [{ status: 'failed' }])
  prepareRotation(dataDir, now, {})
  activateRotation(dataDir, now, {})
  t.like(await lookAt(t, 'ca', broken), [{ status: 'ok' }])
})

const ENDED_DAYS_AGO = 2

for (const script of ['main.ts', 'api/main.ts', 'proxy/main.ts'] as const) {
  test.serial(`doctor says of a CA that has ended what the start of ${script} says`, async (t) => {
    const dataDir = temporaryFolder(t)
    openAuthority(dataDir, () => new Date(Date.now() - (ENDED_DAYS_AGO + 1) * DAY), { validityDays: 1 })
    const env = { WEIR_DATA_DIR: dataDir, WEIR_PROXY_PORT: '0', WEIR_API_PORT: '0' }
    const apart = { WEIR_API_URL: 'https://127.0.0.1:1/api/v1', WEIR_SERVICE_TOKEN: 'wst_geheim' }
    const product = runProduct(t, { ...env, ...(script === 'proxy/main.ts' && apart) }, dataDir, script)
    t.is(await product.ended, 1)
    const [told] = await lookAt(t, 'ca', { env })
    t.is(told?.status, 'failed')
    const sentence = `${told?.message}: ${told?.mend?.charAt(0).toLowerCase()}${told?.mend?.slice(1)}\n`
    t.is(product.stderr, sentence)
    t.regex(sentence, /expired on .*ca rotate --prepare.*ca rotate --activate/)
  })
}

test('database: of one that is too large to be looked through it is said, and what does it', async (t) => {
  const { env, file } = withDatabase(t, 'CREATE TABLE t (a)')
  // What is behind the last page of a database is none of it.
  truncateSync(file, 256 * 1024 * 1024)
  const look = () => lookAt(t, 'database', { env })
  t.like(await look(), [{ status: 'ok', message: `${file} can be read and written` }])
  truncateSync(file, 256 * 1024 * 1024 + 1)
  const unseen = `it is too large to be checked as a whole here, as sqlite3 ${file} 'PRAGMA quick_check' does`
  const message = `${file} can be read and written; ${unseen}`
  t.like(await look(), [{ status: 'ok', message }])
})

testWithRedis(test)('redis: one that removes what waits is found', async (t) => {
  const server = await TestRedis.start(t, ['--maxmemory-policy', 'allkeys-lru', '--appendonly', 'no'])
  const findings = await lookAt(t, 'redis', { env: { WEIR_REDIS_URL: server.url } })
  t.deepEqual(
    findings.map(({ status, mend }) => [status, mend]),
    [
      ['ok', undefined],
      ['failed', 'Set maxmemory-policy noeviction'],
      ['warning', 'Set appendonly yes'],
    ],
  )
})

testWithRedis(test)('redis: what it refuses is said, by doctor and by the start', async (t) => {
  const [locked, open] = [await TestRedis.start(t, ['--requirepass', 'right']), await TestRedis.start(t)]
  for (const [url, reason, mend] of [
    [locked.url, 'NOAUTH Authentication required.', /^Correct user and password in WEIR_REDIS_URL/],
    [
      locked.url.replace('//', '//:geheim@'),
      'WRONGPASS invalid username-password pair or user is disabled.',
      /^Correct user/,
    ],
    [`${open.url}/99`, 'ERR DB index is out of range', /^Name a database in WEIR_REDIS_URL/],
  ] as const) {
    const [told] = await lookAt(t, 'redis', { env: { WEIR_REDIS_URL: url } })
    t.is(told?.message, `Redis at ${new URL(url).host} refuses: ${reason}`)
    t.regex(told?.mend ?? '', mend)
    const lines: string[] = []
    const { server } = await startTestApi(t, { env: { WEIR_REDIS_URL: url }, onLog: (line) => lines.push(line) })
    await server.close()
    const lost = lines.map((line) => JSON.parse(line)).find(({ code }) => code === 'ERR_REDIS_LOST')
    t.is(lost?.reason, reason)
    t.false(`${told?.message}${lines.join()}`.includes('geheim'))
  }
})

testWithMongo(test)('database: a MongoDB of a newer release, and one half copied to, are found', async (t) => {
  const mongo = new TestMongo()
  t.teardown(() => mongo.close())
  const { db, url } = await mongo.open()
  const look = () => lookAt(t, 'database', { env: { WEIR_MONGODB_URL: url, WEIR_JWT_SECRET: SECRET } })
  t.like(await look(), [{ status: 'ok' }], 'an empty one is made ready by the first start')
  await db.collection<{ _id: string }>('schema').insertOne({ _id: 'schema', version: 9999 } as { _id: string })
  const [newer] = await look()
  t.regex(newer?.message ?? '', /newer release \(schema 9999; this one knows \d+\)/)
  t.regex(newer?.mend ?? '', /^Run the release that wrote it/)
  await db.collection('schema').updateOne({}, { $set: { unfinished_copy: true } })
  t.regex((await look())[0]?.message ?? '', /a copy that was not finished: drop it/)
})
