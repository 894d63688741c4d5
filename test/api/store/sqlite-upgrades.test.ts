import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test from 'ava'
import { StoreError } from '../../../api/store/errors.ts'
import { copyBeforeUpgrade } from '../../../api/store/sqlite/copy-before-upgrade.ts'
import { MIGRATIONS } from '../../../api/store/sqlite/migrations.ts'
import { openSqliteStore } from '../../../api/store/sqlite/sqlite-store.ts'
import { startTestApi } from '../../support/api.ts'
import { dumpDatabase, loadDatabase } from '../../support/database-fixture.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { checkFilled, FIXTURE_SECRET, fill } from './filled.ts'

/**
 * A database of each schema that was released, in the name of the file: made by that release, and never changed.
 * WEIR_TEST_MAKE_FIXTURE=FILE writes one of the release that is checked out.
 */
const FOLDER = join(import.meta.dirname, '../../fixtures/databases')
const env = { WEIR_JWT_SECRET: FIXTURE_SECRET }

const made = process.env.WEIR_TEST_MAKE_FIXTURE
if (made !== undefined) {
  test('a fixture is written', async (t) => {
    const dataDir = temporaryFolder(t)
    const api = await startTestApi(t, { dataDir, env })
    await fill(api)
    await api.server.close()
    writeFileSync(made, dumpDatabase(join(dataDir, 'weir.sqlite')))
    t.pass()
  })
}

for (const name of readdirSync(FOLDER).filter((one) => one.endsWith('.sql'))) {
  test(`${name} is opened and read: people sign in, and find what was there`, async (t) => {
    const dataDir = temporaryFolder(t)
    const file = join(dataDir, 'weir.sqlite')
    const dump = readFileSync(join(FOLDER, name), 'utf8')
    loadDatabase(file, dump)
    const version = Number(/^PRAGMA user_version = (\d+);/.exec(dump)?.[1])
    t.true(version <= MIGRATIONS.length)
    const api = await startTestApi(t, { dataDir, env })
    await checkFilled(t, api)
    const copy = `${file}.schema-${version}.bak`
    t.is(existsSync(copy), version < MIGRATIONS.length, 'a copy is kept of what is changed')
  })
}

test('before a schema is changed the database is copied, for its owner alone, and the older copy goes', async (t) => {
  const folder = temporaryFolder(t)
  const file = join(folder, 'weir.sqlite')
  const version = MIGRATIONS.length - 1
  const db = new DatabaseSync(file)
  for (const migration of MIGRATIONS.slice(0, version)) db.exec(migration)
  db.exec(`INSERT INTO tenants (id, name, created_at) VALUES ('t', 'Acme', ''); PRAGMA user_version = ${version}`)
  db.close()
  writeFileSync(`${file}.schema-3.bak`, 'older')
  writeFileSync(join(folder, 'other.schema-3.bak'), 'not ours')
  await openSqliteStore(file).close()
  const copy = `${file}.schema-${version}.bak`
  t.deepEqual(
    readdirSync(folder)
      .filter((name) => name.includes('.schema-'))
      .sort(),
    ['other.schema-3.bak', `weir.sqlite.schema-${version}.bak`],
  )
  t.is(statSync(copy).mode & 0o777, 0o600)
  const kept = new DatabaseSync(copy, { readOnly: true })
  t.is(Number(kept.prepare('PRAGMA user_version').get()?.user_version), version)
  t.is(kept.prepare('SELECT name FROM tenants').get()?.name, 'Acme')
  kept.close()
  await openSqliteStore(file).close()
  t.true(existsSync(copy), 'a start without an upgrade leaves it')
})

test('a copy of before stays where another process has changed the schema meanwhile', (t) => {
  const folder = temporaryFolder(t)
  const file = join(folder, 'weir.sqlite')
  const db = new DatabaseSync(file)
  const versionOfCopy = () => {
    const copy = new DatabaseSync(`${file}.schema-3.bak`, { readOnly: true })
    const row = copy.prepare('PRAGMA user_version').get()
    copy.close()
    return row?.user_version
  }
  db.exec('PRAGMA user_version = 3')
  copyBeforeUpgrade(db, file, 3)
  t.is(versionOfCopy(), 3)
  db.exec('PRAGMA user_version = 4')
  copyBeforeUpgrade(db, file, 3)
  t.is(versionOfCopy(), 3)
  t.deepEqual(readdirSync(folder).sort(), ['weir.sqlite', 'weir.sqlite.schema-3.bak'])
  db.close()
})

test('groups of before are found by their members', async (t) => {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  const version = MIGRATIONS.findIndex((step) => step.includes('CREATE TABLE scim_members'))
  const db = new DatabaseSync(file)
  for (const step of MIGRATIONS.slice(0, version)) db.exec(step)
  db.exec(`PRAGMA user_version = ${version}`)
  db.exec("INSERT INTO tenants (id, name, created_at) VALUES ('t', 'T', '2026-01-01T00:00:00.000Z')")
  const insert = db.prepare("INSERT INTO scim_groups VALUES (?, 't', ?, NULL, ?, '2026', '2026', 1)")
  insert.run('one', 'One', '["jo","al"]')
  insert.run('two', 'Two', '["al"]')
  db.close()
  const store = openSqliteStore(file)
  const groupsOf = async (member: string) => {
    const { items } = await store.scimGroups.list('t', { member }, { offset: 0, limit: 10 })
    return items.map(({ id }) => id)
  }
  t.deepEqual(await groupsOf('al'), ['one', 'two'])
  t.deepEqual(await groupsOf('jo'), ['one'])
  await store.close()
})

test('a database that cannot be copied is not changed', (t) => {
  const folder = temporaryFolder(t)
  const file = join(folder, 'weir.sqlite')
  const db = new DatabaseSync(file)
  for (const migration of MIGRATIONS.slice(0, 3)) db.exec(migration)
  db.exec('PRAGMA user_version = 3')
  db.close()
  // In the place of the copy there is something that no file replaces.
  const blocked = `${file}.schema-3.bak`
  mkdirSync(join(blocked, 'x'), { recursive: true })
  t.throws(() => openSqliteStore(file), { instanceOf: StoreError })
  const after = new DatabaseSync(file)
  t.is(Number(after.prepare('PRAGMA user_version').get()?.user_version), 3)
  after.close()
})

test('alerts of before are listed by their policies in slices, and a start that was killed goes on where it was', async (t) => {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  const step = MIGRATIONS.findIndex((one) => one.includes('CREATE TABLE alert_policy_fill'))
  const db = new DatabaseSync(file)
  const tenant = randomUUID()
  for (const migration of MIGRATIONS.slice(0, step)) db.exec(migration)
  db.exec(`INSERT INTO tenants (id, name, created_at) VALUES ('${tenant}', 'Acme', ''); PRAGMA user_version = ${step}`)
  const policies = [randomUUID(), randomUUID()]
  const insert = db.prepare(
    `INSERT INTO alerts (id, tenant_id, type, severity, title, description, status, policy_ids, count, created_at, updated_at, deduplication_key)
     VALUES (?, '${tenant}', 'policy_block', 1, 'blocked', '', 'open', ?, 1, ?, ?, ?)`,
  )
  for (let index = 0; index < 2500; index += 1) {
    const at = new Date(index * 1000).toISOString()
    const named = JSON.stringify(index % 2 === 0 ? policies : policies.slice(0, 1))
    insert.run(randomUUID(), named, at, at, `${index}`)
  }
  db.close()

  const killed = new Error('killed')
  const seen: object[] = []
  const dies = (progress: object) => {
    seen.push(progress)
    throw killed
  }
  t.is(t.throws(() => openSqliteStore(file, { onUpgrade: dies }), { instanceOf: StoreError })?.cause, killed)
  const store = openSqliteStore(file, { onUpgrade: (progress) => seen.push(progress) })
  t.deepEqual(seen, [
    { done: 1000, total: 2500 },
    { done: 2000, total: 2500 },
    { done: 2500, total: 2500 },
  ])
  const counts = policies.map(async (policy_id) => {
    const order = { field: 'created_at', descending: true } as const
    return (await store.alerts.list(tenant, { policy_id }, order, { offset: 0, limit: 1 })).total
  })
  t.deepEqual(await Promise.all(counts), [2500, 1250])
  await store.close()
  const again: object[] = []
  await openSqliteStore(file, { onUpgrade: (progress) => again.push(progress) }).close()
  t.deepEqual(again, [])
})
