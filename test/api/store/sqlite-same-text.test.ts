import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import test from 'ava'
import type { InteractionFilter } from '../../../api/store/interaction-store.ts'
import { Database } from '../../../api/store/sqlite/database.ts'
import { openSqliteStore } from '../../../api/store/sqlite/sqlite-store.ts'
import { fileScope } from '../../support/scope.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { AT, anInteraction, NEWEST } from './fixtures.ts'

/** A health check that is sent over and over, among other texts. */
const SAME = 'cd'.repeat(32)
const ROWS = 18_000
const TENANT = randomUUID()

const prepared = prepare()

async function prepare() {
  const scope = fileScope()
  const store = openSqliteStore(join(temporaryFolder(scope), 'weir.sqlite'))
  scope.teardown(() => store.close())
  await store.tenants.insert({ id: TENANT, name: 'Acme', created_at: AT })
  const all = Array.from({ length: ROWS }, (_, n) =>
    anInteraction(TENANT, {
      timestamp: new Date(Date.parse(AT) + n * 1000).toISOString(),
      platform_id: n % 7 === 0 ? 'a' : 'b',
      content_hash: n % 3 === 0 ? SAME : n < 30 ? 'ef'.repeat(32) : n.toString(16).padStart(64, '0'),
    }),
  )
  for (let from = 0; from < ROWS; from += 500) await store.interactions.record(TENANT, all.slice(from, from + 500))
  return { store, all: all.reverse() }
}

test.serial(
  'other filters with a text that was sent over and over cost no row for each of its interactions',
  async (t) => {
    const { store, all } = await prepared
    const start_date = all[9000]?.timestamp ?? ''
    const filters: InteractionFilter[] = [
      { content_hash: SAME },
      { content_hash: SAME, platform_id: 'a' },
      { content_hash: SAME, start_date },
      { content_hash: [SAME, 'ef'.repeat(32)], end_date: start_date },
      { content_hash: 'ef'.repeat(32), platform_id: 'b' },
    ]
    let rows = 0
    const { get, all: every } = Database.prototype
    t.teardown(() => Object.assign(Database.prototype, { get, all: every }))
    Object.assign(Database.prototype, {
      get(this: Database, ...asked: Parameters<typeof get>) {
        rows += 1
        return get.apply(this, asked)
      },
      all(this: Database, ...asked: Parameters<typeof every>) {
        const found = every.apply(this, asked)
        rows += found.length
        return found
      },
    })
    for (const filter of filters) {
      const hashes = [filter.content_hash].flat()
      const expected = all
        .filter(({ content_hash }) => hashes.includes(content_hash))
        .filter(({ platform_id }) => filter.platform_id === undefined || platform_id === filter.platform_id)
        .filter(({ timestamp }) => timestamp >= (filter.start_date ?? '') && timestamp <= (filter.end_date ?? '9'))
        .map(({ id }) => id)
      for (const offset of [0, Math.max(0, expected.length - 20)]) {
        rows = 0
        const { items, total } = await store.interactions.list(TENANT, filter, NEWEST, { offset, limit: 20 })
        t.is(total, expected.length)
        t.deepEqual(
          items.map(({ id }) => id),
          expected.slice(offset, offset + 20),
        )
        // The page, some of each segment, and what it takes to bring the index up to date for the first time is not counted.
        if (filter !== filters[0]) t.true(rows < 100, `${rows} rows for ${JSON.stringify(filter)}`)
      }
    }
  },
)

test.serial('what one person sent of such a text is erased, and nothing else', async (t) => {
  const { store } = await prepared
  const user_id = randomUUID()
  const own = [1, 2, 3].map(() => anInteraction(TENANT, { content_hash: SAME, user_id }))
  await store.interactions.record(TENANT, [...own, anInteraction(TENANT, { user_id })])
  t.is(await store.interactions.erase(TENANT, { content_hash: SAME, user_id }, 500), 3)
  t.is(await store.interactions.erase(TENANT, { content_hash: SAME, user_id }, 500), 0)
  t.is((await store.interactions.list(TENANT, { user_id }, NEWEST, { offset: 0, limit: 5 })).total, 1)
  t.is((await store.interactions.list(TENANT, { content_hash: SAME }, NEWEST, { offset: 0, limit: 1 })).total, ROWS / 3)
})

test.serial('texts and references of few are found wherever they are, and no longer once they are gone', async (t) => {
  const { store, all } = await prepared
  const few = { content_hash: 'ef'.repeat(32) }
  const expected = all.filter(({ content_hash }) => content_hash === few.content_hash).map(({ id }) => id)
  const find = async (filter: InteractionFilter) => {
    const { items, total } = await store.interactions.list(TENANT, filter, NEWEST, { offset: 0, limit: 50 })
    t.is(total, items.length)
    return items.map(({ id }) => id)
  }
  t.deepEqual(await find(few), expected)
  // The first is in a sealed segment, the last in the tail.
  for (const one of [all.at(-1), all[0]]) {
    if (one === undefined) return t.fail()
    const { id, content_hash } = one
    t.deepEqual(await find({ reference: id.slice(-10) }), [id])
    t.deepEqual(await find({ reference: id.slice(-10), content_hash }), [id])
    t.deepEqual(await find({ reference: id.slice(-10), platform_id: 'unknown' }), [])
    await store.interactions.delete(TENANT, id)
    t.deepEqual(await find({ reference: id.slice(-10) }), [])
  }
  const [gone = '', ...left] = expected.toReversed()
  await store.interactions.delete(TENANT, gone)
  await store.interactions.revise(TENANT, left[0] ?? '', (current) => ({ ...current, risk_score: 0.7 }))
  t.deepEqual(await find(few), left.toReversed())
  t.is(await store.interactions.erase(TENANT, few, 5), 5)
  while ((await store.interactions.erase(TENANT, few, 500)) > 0);
  t.deepEqual(await find(few), [])
  t.deepEqual(await find({ content_hash: '12'.repeat(32) }), [])
})

test('hashes that are written anew are found by what they are now', async (t) => {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  const [store, other] = [openSqliteStore(file), openSqliteStore(file)]
  t.teardown(() => store.close())
  t.teardown(() => other.close())
  await store.tenants.insert({ id: TENANT, name: 'Acme', created_at: AT })
  for (let batch = 0; batch < 32; batch++) {
    const rows = Array.from({ length: 500 }, (_, n) =>
      anInteraction(TENANT, { content_hash: n % 5 === 0 ? SAME : 'ef'.repeat(32).slice(2) + (n % 9) + (batch % 9) }),
    )
    await store.interactions.record(TENANT, rows)
  }
  const total = async (store: ReturnType<typeof openSqliteStore>, content_hash: string) =>
    (await store.interactions.list(TENANT, { content_hash, source: 'proxy' }, NEWEST, { offset: 0, limit: 1 })).total
  t.is(await total(other, SAME), 3200)
  await store.interactions.rewriteHashes((_, hash) => `${hash.slice(2, 4)}00${hash}`)
  for (const one of [store, other]) {
    t.deepEqual([await total(one, SAME), await total(one, `cd00${SAME}`)], [0, 3200])
  }
})

test('what is written of a row leads to no page of a random place', (t) => {
  const db = new Database(join(temporaryFolder(t), 'weir.sqlite'))
  t.teardown(() => db.close())
  const sql = "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'interactions' ORDER BY name"
  // By id, which begins with the time; and of hashes that are not sealed yet, of which there is none.
  t.deepEqual(
    db.all(sql).map(({ name }) => name),
    ['interactions_by_id', 'interactions_by_plain_hash'],
  )
})
