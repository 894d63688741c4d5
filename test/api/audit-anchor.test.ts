import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test, { type ExecutionContext } from 'ava'
import { MongoClient } from 'mongodb'
import { pino } from 'pino'
import { AuditAnchor, AuditAnchorError } from '../../api/anchor/audit-anchor.ts'
import { verifyAuditLog } from '../../api/audit/verify.ts'
import { entryHash, GENESIS_HASH } from '../../api/store/audit-chain.ts'
import { openMongoStore } from '../../api/store/mongodb/mongo-store.ts'
import { openSqliteStore } from '../../api/store/sqlite/sqlite-store.ts'
import type { Store, StoreOptions } from '../../api/store/store.ts'
import { SecretFiles } from '../../config/secret-files.ts'
import type { AuditEntry } from '../../core/model/audit.ts'
import { ADMIN_EMAIL, ADMIN_PASSWORD, startTestApi } from '../support/api.ts'
import { fixedKeys } from '../support/fixed-keys.ts'
import { TestMongo, testWithMongo } from '../support/mongodb.ts'
import type { OptionalTest } from '../support/optional.ts'
import { temporaryFolder } from '../support/temp.ts'
import { AT } from './store/fixtures.ts'

const logger = pino({ level: 'silent' })
const keys = fixedKeys(Buffer.alloc(32, 7))
const mongo = new TestMongo()
test.after.always(() => mongo.close())

/** A database as a person with write access to it, and to nothing else, sees it. */
interface Engine {
  open(options: StoreOptions): Promise<Store>
  /** Replaces all entries of all logs, of each tenant in the order given, and their seals. */
  forge(entries: readonly (AuditEntry & { tenant_id: string })[]): Promise<void>
  dropCheckpoint(): Promise<void>
}

function sqlite(t: ExecutionContext): Engine {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  const change = (work: (db: DatabaseSync) => void) => {
    const db = new DatabaseSync(file)
    work(db)
    db.close()
  }
  return {
    open: async (options) => openSqliteStore(file, options),
    forge: async (entries) => {
      change((db) => {
        db.exec(`DROP TRIGGER IF EXISTS audit_is_not_edited; DROP TRIGGER IF EXISTS audit_is_not_shortened;
          DELETE FROM audit_log; DELETE FROM audit_seals`)
        const insert = db.prepare(`INSERT INTO audit_log (tenant_id, id, timestamp, actor_id, actor_email, action,
          target_type, target_id, ip, details, prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
        const seal = db.prepare('INSERT INTO audit_seals (id, key_id, mac, place) VALUES (?, ?, ?, ?)')
        for (const entry of entries) {
          const { tenant_id, id, timestamp, actor_id, actor_email, action, target_type, target_id, ip } = entry
          const details = JSON.stringify(entry.details)
          const fields = [timestamp, actor_id, actor_email, action, target_type, target_id, ip, details]
          insert.run(tenant_id, id, ...fields, entry.prev_hash, entry.hash)
          const place = entries.filter((one) => one.tenant_id === tenant_id).indexOf(entry) + 1
          if (entry.mac !== null) seal.run(id, entry.key_id, entry.mac, place)
        }
      })
    },
    dropCheckpoint: async () => change((db) => db.exec('DELETE FROM audit_checkpoint')),
  }
}

async function mongodb(t: ExecutionContext): Promise<Engine> {
  const url = await mongo.newDatabase()
  const client = new MongoClient(url)
  t.teardown(() => client.close())
  const log = client.db().collection<{ _id: string; [field: string]: unknown }>('audit_log')
  return {
    open: (options) => openMongoStore(url, logger, options),
    forge: async (entries) => {
      await log.deleteMany({})
      for (const entry of entries) {
        const { id, details, ...fields } = entry
        const number = entries.filter(({ tenant_id }) => tenant_id === entry.tenant_id).indexOf(entry) + 1
        await log.insertOne({ _id: id, number, ...fields, details: JSON.stringify(details) })
      }
    },
    dropCheckpoint: async () => {
      await client.db().collection('audit_checkpoint').deleteMany({})
    },
  }
}

const ENGINES: readonly {
  readonly name: string
  readonly test: OptionalTest
  readonly engine: (t: ExecutionContext) => Promise<Engine>
}[] = [
  { name: 'sqlite', test, engine: async (t: ExecutionContext) => sqlite(t) },
  { name: 'mongodb', test: testWithMongo(test), engine: mongodb },
]

/** As a process opens them. */
async function open(t: ExecutionContext, engine: Engine, dataDir: string, auditKeys: typeof keys | undefined = keys) {
  let anchor: AuditAnchor | undefined
  const store = await engine.open({ auditKeys, onAudited: (tenant) => anchor?.note(tenant) })
  t.teardown(() => store.close())
  const secrets = new SecretFiles(dataDir)
  const opened = await AuditAnchor.open({ store, secrets, file: 'audit-anchor', keys, logger })
  anchor = opened
  const verify = (tenant: string) => verifyAuditLog(store, { keys, known: opened }, tenant)
  return { store, anchor: opened, verify }
}

async function addTenant(store: Store, entries: number): Promise<string> {
  const id = randomUUID()
  await store.tenants.insert({ id, name: id, created_at: AT })
  for (let count = 0; count < entries; count += 1) await append(store, id)
  return id
}

function append(store: Store, tenant: string): Promise<AuditEntry> {
  const target = { target_type: 'policy', target_id: randomUUID(), ip: null, details: {} }
  const actor = { actor_id: randomUUID(), actor_email: 'jo@example.com' }
  return store.audit.append(tenant, { id: randomUUID(), timestamp: AT, action: 'policy.created', ...actor, ...target })
}

async function entriesOf(store: Store, tenant: string): Promise<(AuditEntry & { tenant_id: string })[]> {
  const entries = await store.audit.read(tenant, { offset: 0, limit: 100 })
  return entries.map((entry) => ({ ...entry, tenant_id: tenant }))
}

/** Links entries anew, which needs no key. */
function linked<Entry extends AuditEntry>(entries: readonly Entry[]): Entry[] {
  let prev_hash = GENESIS_HASH
  return entries.map((entry) => {
    const changed = { ...entry, prev_hash }
    prev_hash = entryHash(changed)
    return { ...changed, hash: prev_hash }
  })
}

const unsealed = <Entry extends AuditEntry>(entries: readonly Entry[]): Entry[] =>
  entries.map((entry) => ({ ...entry, key_id: null, mac: null }))

for (const { name, test: run, engine: openEngine } of ENGINES) {
  run(
    `${name}: a log without its seals, linked anew, is invalid, now and after a start without its checkpoint`,
    async (t) => {
      const engine = await openEngine(t)
      const dataDir = temporaryFolder(t)
      const { store, anchor, verify } = await open(t, engine, dataDir)
      const tenant = await addTenant(store, 4)
      t.deepEqual(await verify(tenant), { valid: true, entries: 4 })
      await anchor.close()
      const [first, second, third, fourth] = await entriesOf(store, tenant)
      if (!first || !second || !third || !fourth) throw new Error('four entries')
      await engine.forge(linked(unsealed([first, second, { ...third, actor_email: 'eve@example.com' }, fourth])))
      t.like(await verify(tenant), { valid: false, entries: 4, first_invalid: first.id })
      await engine.dropCheckpoint()
      const again = await open(t, engine, dataDir)
      t.like(await again.verify(tenant), { valid: false, first_invalid: first.id })
      // What is appended to it later is sealed, and does not make up for it.
      await append(again.store, tenant)
      t.like(await again.verify(tenant), { valid: false, entries: 5, first_invalid: first.id })
    },
  )

  run(`${name}: entries cut off the end are missed, also once others have taken their places`, async (t) => {
    const engine = await openEngine(t)
    const dataDir = temporaryFolder(t)
    const { store, anchor, verify } = await open(t, engine, dataDir)
    const tenant = await addTenant(store, 4)
    await anchor.save()
    const entries = await entriesOf(store, tenant)
    await engine.forge(entries.slice(0, 2))
    t.deepEqual(await verify(tenant), { valid: false, entries: 2, expected_entries: 4 })
    const other = await open(t, engine, dataDir)
    for (let count = 0; count < 3; count += 1) await append(other.store, tenant)
    await other.anchor.save()
    await anchor.save()
    const [, , , fourth] = await entriesOf(store, tenant)
    for (const one of [verify, other.verify]) {
      t.deepEqual(await one(tenant), { valid: false, entries: 5, first_invalid: fourth?.id })
    }
    // All of it gone is no empty log either.
    await engine.forge([])
    t.deepEqual(await verify(tenant), { valid: false, entries: 0, expected_entries: 4 })
    await engine.forge(entries)
    t.deepEqual(await verify(tenant), { valid: true, entries: 4 })
  })

  run(`${name}: entries in another order, or of another tenant, are invalid although each is sealed`, async (t) => {
    const engine = await openEngine(t)
    const { store, verify } = await open(t, engine, temporaryFolder(t))
    const [tenant, other] = [await addTenant(store, 3), await addTenant(store, 3)]
    const [one, two] = [await entriesOf(store, tenant), await entriesOf(store, other)]
    await engine.forge([...one, ...one.slice(0, 1).map((entry) => ({ ...entry, id: randomUUID() }))])
    t.false((await verify(tenant)).valid)
    const swapped = [one[1], one[0], one[2]].filter((entry) => entry !== undefined)
    await engine.forge(linked(swapped))
    t.like(await verify(tenant), { valid: false, first_invalid: one[1]?.id })
    // Each whole chain under the other's name.
    await engine.forge([
      ...one.map((entry) => ({ ...entry, tenant_id: other })),
      ...two.map((entry) => ({ ...entry, tenant_id: tenant })),
    ])
    t.like(await verify(tenant), { valid: false, first_invalid: two[0]?.id })
    t.like(await verify(other), { valid: false, first_invalid: one[0]?.id })
  })

  run(
    `${name}: entries of releases without seals stay valid after the upgrade, and cannot be changed any more`,
    async (t) => {
      const engine = await openEngine(t)
      const before = await engine.open({})
      t.teardown(() => before.close())
      const tenant = await addTenant(before, 3)
      const dataDir = temporaryFolder(t)
      const { store, verify } = await open(t, engine, dataDir)
      await append(store, tenant)
      t.deepEqual(await verify(tenant), { valid: true, entries: 4 })
      // Another host, which keeps secrets of its own, learns it from the database.
      t.deepEqual(await (await open(t, engine, temporaryFolder(t))).verify(tenant), { valid: true, entries: 4 })
      const entries = await entriesOf(store, tenant)
      const changed = entries.map((entry, index) => (index === 1 ? { ...entry, action: 'policy.deleted' } : entry))
      await engine.forge(linked(changed))
      t.like(await verify(tenant), { valid: false, first_invalid: entries[2]?.id })
      await engine.forge(entries.map((entry, index) => (index === 3 ? { ...entry, key_id: null, mac: null } : entry)))
      t.like(await verify(tenant), { valid: false, first_invalid: entries[3]?.id })
      // Without the one in the database the host's own still holds, and puts it back.
      await engine.forge(entries)
      await engine.dropCheckpoint()
      t.true((await (await open(t, engine, dataDir)).verify(tenant)).valid)
      t.not(await store.audit.checkpoint(), undefined)
    },
  )
}

test('a damaged file of what is known is an error that names it', async (t) => {
  const dataDir = temporaryFolder(t)
  const engine = sqlite(t)
  await open(t, engine, dataDir)
  writeFileSync(join(dataDir, 'secrets', 'audit-anchor'), '{"checkpoint":')
  const error = await t.throwsAsync(open(t, engine, dataDir), { instanceOf: AuditAnchorError })
  t.regex(error.message, /secrets\/audit-anchor .*is damaged/)
})

test('a tenant to whom nothing has happened yet has no log that was cut off', async (t) => {
  const dataDir = temporaryFolder(t)
  const store = openSqliteStore(join(dataDir, 'weir.sqlite'), { auditKeys: keys })
  t.teardown(() => store.close())
  await store.tenants.insert({ id: 't', name: 'Acme', created_at: AT })
  const lines: string[] = []
  const telling = pino({}, { write: (line: string) => void lines.push(line) })
  const secrets = new SecretFiles(join(dataDir, 'secrets'))
  const anchor = await AuditAnchor.open({ store, secrets, file: 'audit-anchor', keys, logger: telling })
  await anchor.close()
  t.deepEqual(lines, [])
  t.is(anchor.endOf('t'), undefined)
})

test('the API keeps where its logs end, and tells of one that was cut off while it was stopped', async (t) => {
  const dataDir = temporaryFolder(t)
  const first = await startTestApi(t, { dataDir })
  for (let count = 0; count < 3; count += 1) await first.login(ADMIN_EMAIL, ADMIN_PASSWORD)
  await first.server.close()
  const file = join(dataDir, 'secrets', 'audit-anchor')
  t.regex(readFileSync(file, 'utf8'), /"entries":4/)
  const db = new DatabaseSync(join(dataDir, 'weir.sqlite'))
  db.exec('DROP TRIGGER audit_is_not_shortened; DELETE FROM audit_log WHERE number > 2')
  db.close()
  const lines: string[] = []
  const second = await startTestApi(t, { dataDir, onLog: (line) => lines.push(line) })
  const verify = () => second.request('GET', '/audit-log/verify', { token: second.admin })
  t.deepEqual((await verify()).json, { valid: false, entries: 3, expected_entries: 4 })
  await second.server.close()
  t.true(lines.some((line) => line.includes('ERR_AUDIT_SHORTENED')))
  // What the guide says for a database that was restored to an earlier state on purpose.
  rmSync(file)
  const third = await startTestApi(t, { dataDir })
  t.deepEqual((await third.request('GET', '/audit-log/verify', { token: third.admin })).json, {
    valid: true,
    entries: 4,
  })
})
