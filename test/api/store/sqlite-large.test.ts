import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test, { type ExecutionContext } from 'ava'
import { openSqliteStore } from '../../../api/store/sqlite/sqlite-store.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { turnsDuring } from '../../support/turns.ts'
import { aLargeInteraction } from './contract-large.ts'
import { AT, anInteraction, NEWEST } from './fixtures.ts'

const TENANT = randomUUID()
const PAGE = { offset: 0, limit: 500 }

async function openStore(t: ExecutionContext) {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  const store = openSqliteStore(file)
  t.teardown(() => store.close())
  await store.tenants.insert({ id: TENANT, name: 'Acme', created_at: AT })
  const db = new DatabaseSync(file, { readOnly: true })
  t.teardown(() => db.close())
  const scalar = (sql: string) => Number(Object.values(db.prepare(sql).get() ?? {})[0])
  return { store, scalar }
}

test('what lists read of a large interaction is small, and the rest of it goes with it', async (t) => {
  const { store, scalar } = await openStore(t)
  const large = Array.from({ length: 20 }, () => aLargeInteraction(TENANT))
  await store.interactions.record(TENANT, [...large, anInteraction(TENANT)])
  t.true(scalar('SELECT max(octet_length(document)) FROM interactions') < 16_384)
  t.is(scalar('SELECT count(*) FROM interaction_documents'), 20)
  t.true(scalar('SELECT min(octet_length(document)) FROM interaction_documents') > 100_000)
  await store.interactions.delete(TENANT, large[0]?.id ?? '')
  t.is(scalar('SELECT count(*) FROM interaction_documents'), 19)
  await store.interactions.erase(TENANT, { content_hash: 'ab'.repeat(32) }, 500)
  t.is(scalar('SELECT count(*) FROM interaction_documents'), 0)
})

test('many lists of large interactions at once leave the thread to others between slices', async (t) => {
  const { store } = await openStore(t)
  await store.interactions.record(
    TENANT,
    Array.from({ length: 100 }, () => aLargeInteraction(TENANT)),
  )
  const lists = Array.from({ length: 10 }, (_, index) =>
    store.interactions.list(TENANT, {}, NEWEST, PAGE, index % 2 === 0 ? 'short' : undefined),
  )
  const [found, turns] = await turnsDuring(Promise.all(lists))
  for (const { items } of found) t.is(items.length, 100)
  // Five whole lists of 13 MB, a turn for each 128 kB or two, five short ones of 1 MB, and one to begin each.
  t.true(turns > 5 * 50 + 5 * 3, String(turns))
})
