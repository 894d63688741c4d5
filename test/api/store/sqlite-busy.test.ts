import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { StoreUnavailableError } from '../../../api/store/errors.ts'
import { Database } from '../../../api/store/sqlite/database.ts'
import { openSqliteStore } from '../../../api/store/sqlite/sqlite-store.ts'
import { startTestApi } from '../../support/api.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { AT, aPolicy } from './fixtures.ts'

const TENANT = 'b7b7b7b7-0000-4000-8000-000000000001'

/** Another process in the middle of a write. */
function lock(t: ExecutionContext<unknown>, file: string): DatabaseSync {
  const other = new DatabaseSync(file)
  t.teardown(() => other.isOpen && other.close())
  other.exec('BEGIN IMMEDIATE')
  return other
}

test('while another process writes, writes wait in their order and everything else goes on', async (t) => {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  const store = openSqliteStore(file)
  t.teardown(() => store.close())
  await store.tenants.insert({ id: TENANT, name: 'Acme', created_at: AT })
  const other = lock(t, file)
  const done: number[] = []
  const writes = [1, 2, 3].map((number) =>
    store.policies.insert(aPolicy(TENANT, { name: `Policy ${number}` })).then(() => done.push(number)),
  )
  let turns = 0
  // Before the writes give up.
  for (const end = performance.now() + 4000; turns < 20 && performance.now() < end; turns++) {
    await sleep(1)
    t.is((await store.tenants.list()).length, 1)
  }
  // A thread that waited with its writes would have had none.
  t.is(turns, 20)
  t.deepEqual(done, [])
  other.exec('ROLLBACK')
  await Promise.all(writes)
  t.deepEqual(done, [1, 2, 3])
  await store.policies.insert(aPolicy(TENANT, { name: 'Policy 4' }))
})

test('a database that stays locked is a 503 with Retry-After, and no readiness', async (t) => {
  const api = await startTestApi(t)
  t.is((await api.request('GET', '/readyz')).status, 200)
  const other = lock(t, join(api.settings.dataDir, 'weir.sqlite'))
  const json = { name: 'Late', rules: { action: 'log', conditions: [] } }
  const writes = [1, 2, 3].map(() => api.request('POST', '/policies', { token: api.admin, json }))
  await sleep(1100)
  t.is((await api.request('GET', '/readyz')).status, 503)
  t.is((await api.request('GET', '/healthz')).status, 200)
  t.is((await api.request('GET', '/policies', { token: api.admin })).status, 200)
  for (const { status, headers } of await Promise.all(writes)) {
    t.is(status, 503)
    t.regex(headers.get('retry-after') ?? '', /^\d+$/)
  }
  other.exec('ROLLBACK')
  await sleep(1100)
  t.is((await api.request('GET', '/readyz')).status, 200)
  t.is((await api.request('POST', '/policies', { token: api.admin, json })).status, 201)
})

test('a full disk is a database that cannot be used now', async (t) => {
  const db = new Database(join(temporaryFolder(t), 'weir.sqlite'))
  t.teardown(() => db.close())
  const pages = Number(db.get('PRAGMA page_count')?.page_count)
  db.get(`PRAGMA max_page_count = ${pages}`)
  const insert = () =>
    db.run('INSERT INTO tenants (id, name, created_at) VALUES (?, ?, ?)', 'x', 'x'.repeat(50_000), AT)
  await t.throwsAsync(db.write(insert), { instanceOf: StoreUnavailableError })
  db.get('PRAGMA max_page_count = 1000000')
  await db.write(insert)
  t.is(db.all('SELECT id FROM tenants').length, 1)
})

test('a commit goes to the disk at once, unless it is one of records', async (t) => {
  const db = new Database(join(temporaryFolder(t), 'weir.sqlite'))
  t.teardown(() => db.close())
  const mode = () => Number(db.get('PRAGMA synchronous')?.synchronous)
  t.is(await db.write(mode), 2)
  t.is(await db.write(mode, 'group'), 1)
  await t.throwsAsync(
    db.write(() => {
      throw new Error('no')
    }),
  )
  t.is(mode(), 1)
})
