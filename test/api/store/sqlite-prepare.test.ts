import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { InteractionIndex } from '../../../api/store/sqlite/bitmap-index/interaction-index.ts'
import { Database } from '../../../api/store/sqlite/database.ts'
import { openSqliteStore } from '../../../api/store/sqlite/sqlite-store.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { AT, anInteraction, NEWEST } from './fixtures.ts'

const ROWS = 3000
/** More turns than a list takes that has nothing to read, fewer than one that reads so many rows. */
const SEVERAL_TURNS = 8

async function filled(t: ExecutionContext) {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  const store = openSqliteStore(file)
  t.teardown(() => store.close())
  const tenant = randomUUID()
  await store.tenants.insert({ id: tenant, name: 'Acme', created_at: AT })
  const rows = Array.from({ length: ROWS }, (_, n) => anInteraction(tenant, { platform_id: `p${n % 5}` }))
  for (let from = 0; from < ROWS; from += 500) await store.interactions.record(tenant, rows.slice(from, from + 500))
  return { file, store, tenant, rows }
}

/** What `work` gives, and how many turns of the event loop were taken meanwhile. */
async function turnsOf<T>(work: Promise<T>): Promise<{ result: T; turns: number }> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  let turns = 0
  while (!isDone) {
    await setImmediate()
    turns += 1
  }
  return { result: await done, turns }
}

test('the first list after a start lets others take their turns while it reads the rows', async (t) => {
  const { file, tenant } = await filled(t)
  const store = openSqliteStore(file)
  t.teardown(() => store.close())
  const list = () => store.interactions.list(tenant, { platform_id: 'p1' }, NEWEST, { offset: 0, limit: 10 })
  const first = await turnsOf(list())
  t.is(first.result.total, ROWS / 5)
  t.true(first.turns > SEVERAL_TURNS, String(first.turns))
  const second = await turnsOf(list())
  t.deepEqual(second.result, first.result)
  t.true(second.turns < SEVERAL_TURNS, String(second.turns))
})

test('what is read ahead at the start is not read by the first list', async (t) => {
  const { file, tenant } = await filled(t)
  const store = openSqliteStore(file)
  t.teardown(() => store.close())
  await store.prepare()
  const { result, turns } = await turnsOf(store.interactions.list(tenant, {}, NEWEST, { offset: 0, limit: 10 }))
  t.is(result.total, ROWS)
  t.true(turns < SEVERAL_TURNS, String(turns))
})

test('a store that is closed while it reads ahead closes', async (t) => {
  const { file } = await filled(t)
  const store = openSqliteStore(file)
  const reading = store.prepare()
  await store.close()
  await t.notThrowsAsync(reading)
})

test('rows that are revised, deleted and recorded between two slices are listed as they are in the end', async (t) => {
  const { file, store, tenant, rows } = await filled(t)
  const db = new Database(file)
  t.teardown(() => db.close())
  const index = new InteractionIndex(db)
  const number = Number(db.get('SELECT number FROM tenants WHERE id = ?', tenant)?.number)
  t.false(db.snapshot(() => index.prepare(number)))
  const idOf = (place: number) => rows[place]?.id ?? ''
  // One that was read already of each, and one that was not.
  for (const place of [10, 2000]) {
    await store.interactions.revise(tenant, idOf(place), (current) => ({ ...current, platform_id: 'revised' }))
  }
  for (const place of [20, 2001]) await store.interactions.delete(tenant, idOf(place))
  await store.interactions.record(tenant, [anInteraction(tenant, { platform_id: 'new' })])
  let slices = 1
  while (!db.snapshot(() => index.prepare(number))) slices += 1
  t.true(slices > SEVERAL_TURNS, String(slices))
  for (const [platform_id, expected] of [
    ['revised', 2],
    ['new', 1],
    ['p0', ROWS / 5 - 3],
  ] as const) {
    const listed = db.snapshot(() => index.list(number, { platform_id }, NEWEST, { offset: 0, limit: 1 }))
    t.is(listed.total, expected, platform_id)
  }
  const all = db.snapshot(() => index.list(number, {}, NEWEST, { offset: 0, limit: 5000 }))
  t.is(all.total, ROWS - 1)
  t.is(new Set(all.numbers).size, ROWS - 1)
})
