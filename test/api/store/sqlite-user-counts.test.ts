import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test from 'ava'
import { openSqliteStore } from '../../../api/store/sqlite/sqlite-store.ts'
import { WAITING_MAX } from '../../../api/store/sqlite/user-counts.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { AT, anInteraction } from './fixtures.ts'

const TENANT = randomUUID()
const BATCH = 500
const RANGE = { unit: 'hour', from: new Date(AT), to: new Date(AT) } as const
const TOP = { platform: 5, classification: 5, source: 5, user: 3 }

test('what users did is counted before and after it is added up, and nothing is left of who is erased', async (t) => {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  const store = openSqliteStore(file)
  t.teardown(() => store.close())
  await store.tenants.insert({ id: TENANT, name: 'Acme', created_at: AT })
  const reader = new DatabaseSync(file, { readOnly: true })
  t.teardown(() => reader.close())
  const numberOf = (sql: string, ...values: string[]) =>
    Number(Object.values(reader.prepare(sql).get(...values) ?? {})[0])
  const waiting = () => numberOf('SELECT count(*) FROM user_counts')

  const busy = randomUUID()
  const ofBusy = [0, 1, 2].map(() => anInteraction(TENANT, { user_id: busy, timestamp: AT, enforced_action: 'block' }))
  await store.interactions.record(TENANT, ofBusy)
  const read = async () => (await store.statistics.read(TENANT, RANGE, TOP)).by.user[0]
  t.like(await read(), { key: busy, interactions: 3, blocked: 3 })
  t.is(waiting(), 1)

  let most = 0
  for (let sent = 0; sent <= WAITING_MAX; sent += BATCH) {
    const batch = Array.from({ length: BATCH }, () => anInteraction(TENANT, { user_id: randomUUID(), timestamp: AT }))
    await store.interactions.record(TENANT, batch)
    most = Math.max(most, waiting())
  }
  t.true(most > 0 && most < WAITING_MAX, `${most} rows waited`)
  t.like(await read(), { key: busy, interactions: 3, blocked: 3 })
  const [first, ...others] = await store.inventory.list(TENANT)
  t.deepEqual([others.length, first?.users], [0, 1 + BATCH * (WAITING_MAX / BATCH + 1)])

  // Some wait when others are taken out.
  await store.interactions.record(TENANT, [anInteraction(TENANT, { user_id: busy, timestamp: AT })])
  t.like(await read(), { interactions: 4 })
  await store.interactions.deleteMany(TENANT, [ofBusy[0]?.id ?? ''])
  t.like(await read(), { interactions: 3, blocked: 2 })
  t.is(await store.interactions.erase(TENANT, { user_id: busy }, BATCH), 3)
  t.not((await read())?.key, busy)
  t.is(numberOf('SELECT count(*) FROM counters WHERE value = ?', busy), 0)
  t.is(numberOf(`SELECT count(*) FROM inventory_users WHERE user = unhex(?, '-')`, busy), 0)
  t.is(numberOf('SELECT count(*) FROM user_counts WHERE user = ?', busy), 0)
  t.is((await store.inventory.list(TENANT))[0]?.users, BATCH * (WAITING_MAX / BATCH + 1))
})
