import { randomUUID } from 'node:crypto'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test from 'ava'
import { StoreError } from '../../../api/store/errors.ts'
import { MIGRATIONS } from '../../../api/store/sqlite/migrations.ts'
import { openSqliteStore } from '../../../api/store/sqlite/sqlite-store.ts'
import { fixedKeys } from '../../support/fixed-keys.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { testStoreContract } from './contract.ts'
import { aSighting } from './contract-sightings.ts'
import { AT, anInteraction, aWebhook, FIRST_PAGE, finding, NEWEST } from './fixtures.ts'

testStoreContract(test, 'sqlite', async (t, place = join(temporaryFolder(t), 'weir.sqlite')) => {
  const store = openSqliteStore(place, { erasedIdsKeys: fixedKeys(Buffer.alloc(32, 1)) })
  t.teardown(() => store.close())
  return { store, place }
})

test('the file is readable by its owner alone', async (t) => {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  const store = openSqliteStore(file)
  t.is(statSync(file).mode & 0o777, 0o600)
  t.is(statSync(`${file}-wal`).mode & 0o777, 0o600)
  await store.close()
})

test('a file that is no database is named', (t) => {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  writeFileSync(file, 'this is a letter, not a database, and it is long enough to be read as one')
  const error = t.throws(() => openSqliteStore(file), { instanceOf: StoreError })
  t.true(error.message.includes(file))
  t.true(error.message.endsWith('file is not a database. "npm run admin -- doctor" says what to do'), error.message)
})

test('a database of a newer release is not touched', async (t) => {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  await openSqliteStore(file).close()
  const db = new DatabaseSync(file)
  db.exec('PRAGMA user_version = 9999')
  db.close()
  const error = t.throws(() => openSqliteStore(file), { instanceOf: StoreError })
  t.regex(error.message, /newer release/)
})

test('a database of every release before is brought up to date, with what is in it', async (t) => {
  for (let version = 1; version < MIGRATIONS.length; version += 1) {
    const file = join(temporaryFolder(t), 'weir.sqlite')
    const db = new DatabaseSync(file)
    for (const migration of MIGRATIONS.slice(0, version)) db.exec(migration)
    db.exec(
      `INSERT INTO tenants (id, name, created_at) VALUES ('t', 'Acme', '${AT}'); PRAGMA user_version = ${version}`,
    )
    db.close()
    const store = openSqliteStore(file)
    t.teardown(() => store.close())
    t.deepEqual(await store.tenants.list(), [{ id: 't', name: 'Acme', created_at: AT }])
    await store.webhooks.insert(aWebhook('t'))
    t.is((await store.webhooks.list('t', {}, FIRST_PAGE)).total, 1)
  }
})

test('findings of a release that called them otherwise are found, shown and counted under their name of now', async (t) => {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  const first = openSqliteStore(file)
  await first.tenants.insert({ id: 't', name: 'Acme', created_at: AT })
  const old = anInteraction('t', { classifications: [finding('DRIVING_LICENCE'), finding('EMAIL')] })
  const named = anInteraction('t', { classifications: [finding('DRIVING_LICENSE')] })
  const other = anInteraction('t')
  await first.interactions.record('t', [old, named, other, anInteraction('t')])
  // Whatever takes one out leaves no count waiting, as that release kept none.
  await first.interactions.deleteMany('t', [other.id])
  await first.close()
  // As that release has left it.
  const db = new DatabaseSync(file)
  const step = MIGRATIONS.findIndex((migration) => migration.includes('DRIVING_LICENCE'))
  db.exec(MIGRATIONS[step] ?? '')
  db.close()
  const store = openSqliteStore(file)
  t.teardown(() => store.close())
  const listed = await store.interactions.list('t', { classification_type: 'DRIVING_LICENSE' }, NEWEST, FIRST_PAGE)
  t.deepEqual(listed.items.map(({ id }) => id).sort(), [old.id, named.id].sort())
  t.is(listed.total, 2)
  const [shown] = (await store.interactions.get('t', old.id))?.classifications ?? []
  t.is(shown?.type, 'DRIVING_LICENSE')
  const range = { unit: 'day', from: new Date(AT), to: new Date(AT) } as const
  const top = { platform: 5, classification: 5, source: 5, user: 5 }
  const { by } = await store.statistics.read('t', range, top)
  t.deepEqual(
    by.classification.map(({ key, interactions }) => [key, interactions]),
    [
      ['DRIVING_LICENSE', 2],
      ['EMAIL', 1],
    ],
  )
  await store.interactions.delete('t', old.id)
  const after = await store.statistics.read('t', range, top)
  t.deepEqual(
    after.by.classification.map(({ key, interactions }) => [key, interactions]),
    [['DRIVING_LICENSE', 1]],
  )
})

test('a report of sightings is forgotten after a day', async (t) => {
  let now = Date.parse(AT)
  const store = openSqliteStore(join(temporaryFolder(t), 'weir.sqlite'), { now: () => new Date(now) })
  t.teardown(() => store.close())
  await store.tenants.insert({ id: 't', name: 'Acme', created_at: AT })
  const batch = { id: randomUUID(), sightings: [aSighting()] }
  t.true(await store.inventory.addSightings('t', batch))
  now += 23 * 60 * 60 * 1000
  t.false(await store.inventory.addSightings('t', batch))
  now += 2 * 60 * 60 * 1000
  t.true(await store.inventory.addSightings('t', batch))
})

test('what leads to few interactions is answered from an index', async (t) => {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  await openSqliteStore(file).close()
  const db = new DatabaseSync(file)
  for (const condition of ["user = x'00'", 'hash_prefix = 7', "id = x'00'", "user = x'00' AND risk > 0.5"]) {
    const plan = db
      .prepare(`EXPLAIN QUERY PLAN SELECT * FROM interactions WHERE tenant = 1 AND ${condition} ORDER BY at, id`)
      .all()
      .map(({ detail }) => String(detail))
      .join('; ')
    t.regex(plan, /USING INDEX/, `${condition}: ${plan}`)
  }
  db.close()
})
