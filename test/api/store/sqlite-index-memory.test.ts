import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import test from 'ava'
import { InteractionIndex } from '../../../api/store/sqlite/bitmap-index/interaction-index.ts'
import { RowSet } from '../../../api/store/sqlite/bitmap-index/row-set.ts'
import { Segment } from '../../../api/store/sqlite/bitmap-index/segment.ts'
import { Database } from '../../../api/store/sqlite/database.ts'
import { openSqliteStore } from '../../../api/store/sqlite/sqlite-store.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { AT, anInteraction, NEWEST } from './fixtures.ts'

const row = (number: number, types: readonly string[]) => ({
  number,
  id: number.toString(16).padStart(32, '0'),
  at: number,
  hash: number,
  keys: ['platform p', 'source proxy', 'direction outbound', ...types.map((type) => `type ${type}`)],
  risk: 0.5,
  user: 0,
})

test('a value with a few rows takes what these take, and one with many no more than a bitmap', (t) => {
  const set = new RowSet()
  set.add(5)
  t.true(set.bytes < 200)
  for (let position = 10; position < 5000; position++) set.add(position)
  t.true(set.bytes < 1200)
})

test('a tail of rows with values that no other row has is counted with what these take', (t) => {
  const rows = Array.from({ length: 200 }, (_, n) =>
    row(
      n,
      Array.from({ length: 64 }, (_, m) => `MADE_UP_${n}_${m}`),
    ),
  )
  const segment = new Segment(rows)
  // 12,800 values: 12 MB if each had a bitmap.
  t.true(segment.bytes > 12_800 * 160, String(segment.bytes))
  t.true(segment.bytes < 12_800 * 250, String(segment.bytes))
  for (const one of rows) segment.remove(one)
  t.true(segment.sets.size < 10)
  t.true(segment.bytes < 100_000)
})

test('what one query keeps of thousands of values is bounded', async (t) => {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  const store = openSqliteStore(file)
  t.teardown(() => store.close())
  const tenant = randomUUID()
  await store.tenants.insert({ id: tenant, name: 'Acme', created_at: AT })
  for (let batch = 0; batch < 34; batch++) {
    const rows = Array.from({ length: 500 }, (_, n) =>
      anInteraction(tenant, { platform_id: `p${(batch * 500 + n) % 3000}` }),
    )
    await store.interactions.record(tenant, rows)
  }
  const db = new Database(file)
  t.teardown(() => db.close())
  const bytesMax = 16 * 1024 * 1024
  const index = new InteractionIndex(db, bytesMax)
  const byPlatform = { field: 'platform_id', descending: true } as const
  // The last page is found by counting the rows of each platform: 3,000 bitmaps of 18 kB.
  const { numbers, total } = index.list(1, {}, byPlatform, { offset: 16_990, limit: 10 })
  t.deepEqual([numbers.length, total], [10, 17_000])
  t.true(index.bytes <= bytesMax, String(index.bytes))
  index.list(1, { platform_id: 'p7' }, NEWEST, { offset: 0, limit: 10 })
  t.true(index.bytes <= bytesMax, String(index.bytes))
})
