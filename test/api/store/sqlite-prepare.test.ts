import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { count, SEGMENT_ROWS } from '../../../api/store/sqlite/bitmap-index/bits.ts'
import { InteractionIndex } from '../../../api/store/sqlite/bitmap-index/interaction-index.ts'
import { keyOf } from '../../../api/store/sqlite/bitmap-index/keys.ts'
import { SegmentTables } from '../../../api/store/sqlite/bitmap-index/tables.ts'
import { TenantIndex } from '../../../api/store/sqlite/bitmap-index/tenant-index.ts'
import { Database } from '../../../api/store/sqlite/database.ts'
import { readAhead } from '../../../api/store/sqlite/prepare-lists.ts'
import { openSqliteStore } from '../../../api/store/sqlite/sqlite-store.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { AT, anInteraction, NEWEST } from './fixtures.ts'

const ROWS = 3000
/** Three segments that are sealed, and a tail. */
const SEALED_ROWS = 4 * SEGMENT_ROWS + 10
/** More turns than a list takes that has nothing to read, fewer than one that reads so many rows. */
const SEVERAL_TURNS = 8

async function filled(t: ExecutionContext, count = ROWS) {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  const store = openSqliteStore(file)
  t.teardown(() => store.close())
  const tenant = randomUUID()
  await store.tenants.insert({ id: tenant, name: 'Acme', created_at: AT })
  const rows = Array.from({ length: count }, (_, n) =>
    anInteraction(tenant, { platform_id: `p${n % 5}`, risk_score: (n % 101) / 100 }),
  )
  for (let from = 0; from < count; from += 500) await store.interactions.record(tenant, rows.slice(from, from + 500))
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

test('what lists by risk and by platform ask is read ahead too, in turns, and as the first list would read it', async (t) => {
  const { file, tenant } = await filled(t, SEALED_ROWS)
  const db = new Database(file)
  t.teardown(() => db.close())
  const number = Number(db.get('SELECT number FROM tenants WHERE id = ?', tenant)?.number)
  const index = new InteractionIndex(db)
  const { turns } = await turnsOf(readAhead(db, index, [number]))
  t.true(turns > SEVERAL_TURNS, String(turns))
  let bitmaps = 0
  const all = db.all.bind(db)
  db.all = (sql, ...values) => {
    if (sql.includes('FROM segment_bits')) bitmaps += 1
    return all(sql, ...values)
  }
  for (const field of ['risk_score', 'platform_id'] as const) {
    const list = (of: InteractionIndex) =>
      db.snapshot(() => of.list(number, {}, { field, descending: true }, { offset: 5, limit: 50 }))
    const read = list(index)
    t.is(bitmaps, 0, field)
    t.deepEqual(read, list(new InteractionIndex(db)), field)
    t.true(bitmaps > 0, field)
    bitmaps = 0
  }
})

test('a bitmap that was read ahead in part is whole for whoever asks it', async (t) => {
  const { file, tenant } = await filled(t, SEALED_ROWS)
  const db = new Database(file)
  t.teardown(() => db.close())
  const number = Number(db.get('SELECT number FROM tenants WHERE id = ?', tenant)?.number)
  const open = () => {
    const index = new TenantIndex(new SegmentTables(db), number, 2 ** 30)
    index.refresh()
    return index
  }
  const key = keyOf('platform', 'p1')
  const whole = open().bits(key)
  t.is(count(whole), SEALED_ROWS / 5)
  const asked = open()
  t.false(asked.readAhead(key, 1))
  t.deepEqual(asked.bits(key), whole)
  const ahead = open()
  const parts = [ahead.readAhead(key, 1), ahead.readAhead(key, 1), ahead.readAhead(key, 1)]
  t.deepEqual(parts, [false, false, true])
  t.deepEqual(ahead.bits(key), whole)
  t.true(ahead.readAhead(keyOf('platform', 'nobody'), 1))
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
