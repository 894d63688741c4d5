import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test from 'ava'
import { MIGRATIONS } from '../../../api/store/sqlite/migrations.ts'
import { openSqliteStore } from '../../../api/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../api/store/store.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { AT, anInteraction, FIRST_PAGE, NEWEST } from './fixtures.ts'

const TENANT = randomUUID()
/** More than two segments, so that one is sealed. */
const ROWS = 16_000
const BATCH = 500
const [BUSY, RARE] = [randomUUID(), randomUUID()]
const STEP = MIGRATIONS.findIndex((step) => step.includes('CREATE TABLE interaction_users'))

async function fill(store: Store): Promise<string[]> {
  await store.tenants.insert({ id: TENANT, name: 'Acme', created_at: AT })
  const ofRare: string[] = []
  for (let start = 0; start < ROWS; start += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, index) => {
      const user_id =
        index % 2 === 0 ? BUSY : (start + index) % 4001 === 0 ? RARE : index % 7 === 0 ? randomUUID() : null
      const interaction = anInteraction(TENANT, { user_id })
      if (user_id === RARE) ofRare.push(interaction.id)
      return interaction
    })
    await store.interactions.record(TENANT, batch)
  }
  return ofRare
}

async function countOf(store: Store, user_id: string): Promise<number> {
  return (await store.interactions.list(TENANT, { user_id }, NEWEST, FIRST_PAGE)).total
}

test('who has no interaction left has no number either', async (t) => {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  const store = openSqliteStore(file)
  t.teardown(() => store.close())
  const ofRare = await fill(store)
  t.true(ofRare.length > 1)
  const db = new DatabaseSync(file, { readOnly: true })
  t.teardown(() => db.close())
  const isNumbered = () =>
    db.prepare('SELECT 1 FROM interaction_users WHERE hex(user) = ?').get(RARE.replaceAll('-', '').toUpperCase()) !==
    undefined
  const [first = '', ...others] = ofRare
  await store.interactions.deleteMany(TENANT, others)
  t.true(isNumbered())
  t.is(await countOf(store, RARE), 1)
  await store.interactions.delete(TENANT, first)
  t.false(isNumbered())
  t.is(await countOf(store, RARE), 0)
  t.is(await countOf(store, BUSY), ROWS / 2)
  await store.interactions.record(TENANT, [anInteraction(TENANT, { user_id: RARE })])
  t.is(await countOf(store, RARE), 1)
})

const KEPT = [
  'tenants',
  'interactions',
  'interaction_heads',
  'segments',
  'segment_bits',
  'inventory',
  'inventory_users',
]

test('a database from before users had numbers lists them all the same', async (t) => {
  const folder = temporaryFolder(t)
  const newer = openSqliteStore(join(folder, 'newer.sqlite'))
  const ofRare = await fill(newer)
  await newer.close()
  const file = join(folder, 'older.sqlite')
  const older = new DatabaseSync(file)
  for (const step of MIGRATIONS.slice(0, STEP)) older.exec(step)
  older.exec(`PRAGMA user_version = ${STEP}; ATTACH '${join(folder, 'newer.sqlite')}' AS newer;`)
  for (const table of KEPT) {
    const columns = older.prepare(`SELECT name FROM pragma_table_info('${table}', 'main')`).all()
    const names = columns.map(({ name }) => name).join(', ')
    older.exec(`INSERT INTO main.${table} (${names}) SELECT ${names} FROM newer.${table}`)
  }
  older.exec(`DELETE FROM segment_bits WHERE key GLOB 'user *'`)
  older.close()

  const store = openSqliteStore(file)
  t.teardown(() => store.close())
  t.is(await countOf(store, RARE), ofRare.length)
  t.is(await countOf(store, BUSY), ROWS / 2)
  await store.interactions.record(TENANT, [anInteraction(TENANT, { user_id: BUSY })])
  t.is(await countOf(store, BUSY), ROWS / 2 + 1)
  t.is(await countOf(store, RARE), ofRare.length)
})
