import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { InteractionFilter, InteractionSort } from '../../../api/store/interaction-store.ts'
import { InteractionIndex } from '../../../api/store/sqlite/bitmap-index/interaction-index.ts'
import { Database } from '../../../api/store/sqlite/database.ts'
import { openSqliteStore } from '../../../api/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../api/store/store.ts'
import type { Interaction } from '../../../core/model/interaction.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { anInteraction, NEWEST } from './fixtures.ts'

const ROWS = 24_000
const TENANT = randomUUID()
const FIRST = { offset: 0, limit: 50 }

async function open(t: ExecutionContext) {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  const store = openSqliteStore(file)
  t.teardown(() => store.close())
  await store.tenants.insert({ id: TENANT, name: 'Acme', created_at: '2026-01-01T00:00:00.000Z' })
  return { file, store }
}

/** Segments and a tail of interactions, and the same as an array. */
async function fill(store: Store, fields: (index: number) => Partial<Interaction>): Promise<Interaction[]> {
  const all = Array.from({ length: ROWS }, (_, index) => anInteraction(TENANT, fields(index)))
  for (let start = 0; start < ROWS; start += 500) await store.interactions.record(TENANT, all.slice(start, start + 500))
  return all
}

/** How many rows a list reads from the table besides those it shows, and how many to build what it needs. */
function countReads(t: ExecutionContext, file: string, filter: InteractionFilter, sort: InteractionSort, offset = 0) {
  const counted = { keys: 0, rows: 0 }
  class CountingDatabase extends Database {
    override get(...query: Parameters<Database['get']>) {
      if (query[0].startsWith('SELECT at, id FROM interactions')) counted.keys += 1
      return super.get(...query)
    }
    override lists(...query: Parameters<Database['lists']>) {
      const rows = super.lists(...query)
      if (query[0].includes('FROM interactions i')) counted.rows += rows.length
      return rows
    }
  }
  const db = new CountingDatabase(file)
  t.teardown(() => db.close())
  const index = new InteractionIndex(db)
  const list = () => {
    Object.assign(counted, { keys: 0, rows: 0 })
    index.list(1, filter, sort, { offset, limit: 50 })
    return { ...counted }
  }
  list()
  return list
}

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)

test('a page of many interactions of one time is in the order of their ids, and reads hardly more than the page', async (t) => {
  const { file, store } = await open(t)
  const other = '2026-01-02T00:00:00.000Z'
  const all = await fill(store, (index) => ({
    timestamp: index % 1000 === 0 ? other : '2026-01-01T00:00:00.000Z',
    platform_id: index % 3 === 0 ? 'a' : 'b',
  }))
  for (const filter of [{}, { platform_id: 'a' }]) {
    const expected = all
      .filter(({ platform_id }) => filter.platform_id === undefined || platform_id === filter.platform_id)
      .sort((a, b) => compare(b.timestamp, a.timestamp) || compare(b.id, a.id))
    for (const descending of [true, false]) {
      if (!descending) expected.reverse()
      for (const offset of [0, 7, 51, 333, Math.floor(expected.length / 2), expected.length - 20]) {
        const sort = { field: 'timestamp', descending } as const
        const { items, total } = await store.interactions.list(TENANT, filter, sort, { offset, limit: 50 })
        t.is(total, expected.length)
        const ids = expected.slice(offset, offset + 50).map(({ id }) => id)
        t.deepEqual(
          items.map(({ id }) => id),
          ids,
          `${JSON.stringify(filter)} ${descending} ${offset}`,
        )
      }
    }
  }
  t.true(countReads(t, file, {}, NEWEST, 100)().keys < 200)
  t.true(countReads(t, file, {}, NEWEST, ROWS / 2)().keys < 500)
})

test('a page of many interactions of one risk, however it is written, reads hardly more than the page', async (t) => {
  const { file, store } = await open(t)
  const risk = 0.123_456_789
  const all = await fill(store, (index) => ({
    timestamp: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
    risk_score: index % 5000 === 0 ? risk + 1e-6 : risk,
  }))
  const riskiest = { field: 'risk_score', descending: true } as const
  const { items } = await store.interactions.list(TENANT, { risk_score_min: risk }, riskiest, FIRST)
  const expected = all.toSorted((a, b) => b.risk_score - a.risk_score || compare(b.timestamp, a.timestamp))
  t.deepEqual(
    items.map(({ id }) => id),
    expected.slice(0, 50).map(({ id }) => id),
  )
  t.is(items[0]?.risk_score, risk + 1e-6)
  const total = async (filter: InteractionFilter) =>
    (await store.interactions.list(TENANT, filter, NEWEST, FIRST)).total
  t.is(await total({ risk_score_min: risk }), ROWS)
  t.is(await total({ risk_score_min: risk + 1e-7 }), 5)
  t.is(await total({ risk_score_max: risk }), ROWS - 5)
  t.is(await total({ risk_score_max: risk - 1e-7 }), 0)
  t.true(countReads(t, file, { risk_score_min: risk }, riskiest)().keys < 300)
})

test('a list after one new and one revised interaction reads those two, not the tail', async (t) => {
  const { file, store } = await open(t)
  const all = await fill(store, (index) => ({
    timestamp: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
  }))
  const list = countReads(t, file, { source: 'proxy' }, NEWEST)
  t.is(list().rows, 0)
  await store.interactions.record(TENANT, [anInteraction(TENANT)])
  t.is(list().rows, 1)
  await store.interactions.revise(TENANT, all.at(-2)?.id ?? '', (current) => ({ ...current, risk_score: 0.5 }))
  t.is(list().rows, 1)
  await store.interactions.delete(TENANT, all.at(-1)?.id ?? '')
  t.is(list().rows, 0)
})

test('a segment whose rows have all gone takes no room, and those after it are still found', async (t) => {
  const { file, store } = await open(t)
  const all = await fill(store, (index) => ({
    timestamp: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
    source: index % 2 === 0 ? 'api' : 'proxy',
  }))
  const total = async () => (await store.interactions.list(TENANT, { source: 'api' }, NEWEST, FIRST)).total
  t.is(await total(), ROWS / 2)
  for (let start = 0; start < 8000; start += 500) {
    await store.interactions.deleteMany(
      TENANT,
      all.slice(start, start + 500).map(({ id }) => id),
    )
  }
  const db = new Database(file)
  t.teardown(() => db.close())
  t.deepEqual(
    db.all('SELECT segment FROM segments ORDER BY segment').map(({ segment }) => segment),
    [1],
  )
  t.is(await total(), (ROWS - 8000) / 2)
  const fresh = openSqliteStore(file)
  t.teardown(() => fresh.close())
  for (const { interactions } of [store, fresh]) {
    const oldest = { field: 'timestamp', descending: false } as const
    const { items } = await interactions.list(TENANT, { source: 'api' }, oldest, FIRST)
    t.deepEqual(
      items.map(({ id }) => id),
      all
        .slice(8000)
        .filter(({ source }) => source === 'api')
        .slice(0, 50)
        .map(({ id }) => id),
    )
  }
})

test('what is erased together is of one segment, whoever and whatever it was', async (t) => {
  const { file, store } = await open(t)
  const user = randomUUID()
  const hash = 'ef'.repeat(32)
  await fill(store, (index) => ({
    timestamp: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
    ...(index % 1000 === 0 && { user_id: user }),
    ...(index % 1000 === 1 && { content_hash: hash }),
  }))
  const db = new Database(file)
  t.teardown(() => db.close())
  const revision = () => Number(db.get('SELECT sealed_revision FROM interaction_heads')?.sealed_revision)
  const before = revision()
  const erased: number[] = []
  for (const filter of [{ user_id: user }, { content_hash: hash }]) {
    for (let some = 1; some > 0; ) {
      some = await store.interactions.erase(TENANT, filter, 500)
      if (some > 0) erased.push(some)
    }
  }
  t.deepEqual(erased, [8, 8, 8, 8, 8, 8])
  t.is(revision() - before, 4)
})

test('many interactions of one text are listed newest first, and counted', async (t) => {
  const { store } = await open(t)
  const hash = 'ab'.repeat(32)
  const all = await fill(store, (index) => ({
    timestamp: new Date(Date.UTC(2026, 0, 1) + (index % 7) * 1000).toISOString(),
    content_hash: index % 2 === 0 ? hash : 'cd'.repeat(32),
  }))
  const { items, total } = await store.interactions.list(TENANT, { content_hash: hash }, NEWEST, FIRST)
  const expected = all
    .filter(({ content_hash }) => content_hash === hash)
    .sort((a, b) => compare(b.timestamp, a.timestamp) || compare(b.id, a.id))
  t.is(total, expected.length)
  t.deepEqual(
    items.map(({ id }) => id),
    expected.slice(0, 50).map(({ id }) => id),
  )
})
