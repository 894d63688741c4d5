import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test from 'ava'
import { openSqliteStore } from '../../../api/store/sqlite/sqlite-store.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { until } from '../../support/wire.ts'
import { AT, anInteraction, FIRST_PAGE } from './fixtures.ts'

const TENANT = 'b7b7b7b7-0000-4000-8000-000000000001'
const PLANTED = 'planted-'

/** What of it can be read from the files, whoever opens them. */
function planted(file: string): number {
  let found = 0
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    if (existsSync(name)) found += readFileSync(name).toString('latin1').split(PLANTED).length - 1
  }
  return found
}

test('of interactions that were deleted nothing can be read from the files', async (t) => {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  const store = openSqliteStore(file)
  t.teardown(() => store.close())
  await store.tenants.insert({ id: TENANT, name: 'Acme', created_at: AT })
  const ids: string[] = []
  for (let batch = 0; batch < 10; batch += 1) {
    const interactions = Array.from({ length: 400 }, (_, index) => {
      const text = `${PLANTED}${batch}-${index}`
      return anInteraction(TENANT, {
        content_metadata: { note: text, large: text.repeat(index % 40 === 0 ? 400 : 1) },
        classifications: [{ type: 'EMAIL', value: text, score: 1, start: 0, end: 1 }],
      })
    })
    await store.interactions.record(TENANT, interactions)
    ids.push(...interactions.map(({ id }) => id))
  }
  t.true(planted(file) > 4000)
  const [kept = '', ...erased] = ids
  for (let start = 0; start < erased.length; start += 400) {
    await store.interactions.deleteMany(TENANT, erased.slice(start, start + 400))
  }
  const { items } = await store.interactions.list(TENANT, {}, { field: 'timestamp', descending: true }, FIRST_PAGE)
  t.deepEqual(
    items.map(({ id }) => id),
    [kept],
  )
  await store.interactions.delete(TENANT, kept)
  await until(
    () => planted(file) === 0,
    () => `${planted(file)} of it are left`,
  )
  t.is(planted(file), 0)
})

test('what a process erased that died at once is gone when the next one has opened the file', async (t) => {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  const dying = openSqliteStore(file)
  t.teardown(() => dying.close())
  await dying.tenants.insert({ id: TENANT, name: 'Acme', created_at: AT })
  const interaction = anInteraction(TENANT, { content_metadata: { note: PLANTED } })
  await dying.interactions.record(TENANT, [interaction])
  await dying.interactions.delete(TENANT, interaction.id)
  t.true(planted(file) > 0)
  const store = openSqliteStore(file)
  t.teardown(() => store.close())
  t.is(planted(file), 0)
})

test('while others read, the log is emptied as soon as they are done', async (t) => {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  const store = openSqliteStore(file)
  t.teardown(() => store.close())
  await store.tenants.insert({ id: TENANT, name: 'Acme', created_at: AT })
  const interaction = anInteraction(TENANT, { content_metadata: { note: PLANTED } })
  await store.interactions.record(TENANT, [interaction])
  const reader = new DatabaseSync(file, { readOnly: true })
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM interactions').get()
  await store.interactions.delete(TENANT, interaction.id)
  t.is(reader.prepare('SELECT count(*) AS count FROM interactions').get()?.count, 1)
  reader.close()
  await until(
    () => planted(file) === 0,
    () => `${planted(file)} of it are left`,
  )
  t.is(planted(file), 0)
})
