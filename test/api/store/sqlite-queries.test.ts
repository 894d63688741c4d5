import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test, { type ExecutionContext } from 'ava'
import type { AlertFilter, AlertSort } from '../../../api/store/alert-store.ts'
import type { AuditFilter } from '../../../api/store/audit-store.ts'
import { listedIds, type Query, total } from '../../../api/store/sqlite/alert-queries.ts'
import { countWithin, numbersWithin, SLICE } from '../../../api/store/sqlite/audit-queries.ts'
import { Database } from '../../../api/store/sqlite/database.ts'
import { openSqliteStore } from '../../../api/store/sqlite/sqlite-store.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { AT } from './fixtures.ts'

async function openDatabase(t: ExecutionContext) {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  await openSqliteStore(file).close()
  const db = new DatabaseSync(file)
  t.teardown(() => db.close())
  return { file, db }
}

function planOf(db: DatabaseSync, { sql, values }: Query, ...rest: number[]): string {
  const rows = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values, ...rest)
  return rows.map(({ detail }) => String(detail)).join('; ')
}

/** Every filter made of some of these. */
function subsets<T extends object>(all: T): T[] {
  let some = [{} as T]
  for (const [field, value] of Object.entries(all)) some = some.concat(some.map((one) => ({ ...one, [field]: value })))
  return some
}

test('whatever alerts are filtered and sorted by, an index alone answers, in its own order', async (t) => {
  const { db } = await openDatabase(t)
  const filters = subsets<AlertFilter>({
    status: 'open',
    severity: 'high',
    type: 'policy_block',
    user_id: randomUUID(),
    platform_id: 'openai-api',
    policy_id: randomUUID(),
    start_date: AT,
  })
  t.is(filters.length, 128)
  for (const filter of filters) {
    for (const field of ['created_at', 'updated_at', 'severity'] as const) {
      const sort: AlertSort = { field, descending: true }
      const plan = planOf(db, listedIds('t', filter, sort), 50, 0)
      t.regex(plan, /USING (COVERING INDEX|PRIMARY KEY)/, JSON.stringify({ filter, sort }))
      t.notRegex(plan, /TEMP B-TREE|SCAN/, JSON.stringify({ filter, sort, plan }))
    }
    t.regex(planOf(db, total('t', filter)), /USING (COVERING INDEX|PRIMARY KEY)/, JSON.stringify(filter))
  }
})

test('whatever the audit log is filtered by, an index alone answers, in the order of the log', async (t) => {
  const { db } = await openDatabase(t)
  const filters = subsets<AuditFilter>({
    actor_id: randomUUID(),
    action: 'interaction.read',
    target_type: 'interaction',
    target_id: randomUUID(),
    start_date: AT,
  })
  for (const filter of filters) {
    for (const plan of [
      planOf(db, countWithin('t', filter, 1, 50)),
      planOf(db, numbersWithin('t', filter, 1, 50), 50, 0),
    ]) {
      t.regex(
        plan,
        /USING COVERING INDEX \w+ \(tenant_id=\? AND .*number>\? AND number<\?\)/,
        JSON.stringify({ filter, plan }),
      )
      t.notRegex(plan, /TEMP B-TREE|SCAN/, plan)
    }
  }
})

test('a long audit log is listed in steps of bounded length, with other work between them', async (t) => {
  const { file, db } = await openDatabase(t)
  const rows = 2 * SLICE + 1000
  db.exec(`INSERT INTO tenants (id, name, created_at) VALUES ('t', 'Acme', '${AT}'), ('u', 'Other', '${AT}');
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${rows})
    INSERT INTO audit_log (number, tenant_id, id, timestamp, actor_id, actor_email, action, target_type, target_id, ip,
      details, prev_hash, hash)
    SELECT n, iif(n % 5 = 0, 'u', 't'), 'id ' || n, '${AT}', 'a' || (n % 3), NULL, 'action.' || (n % 7), 'type ' || (n % 2),
      NULL, NULL, '{}', '', '' FROM n`)
  const store = openSqliteStore(file)
  t.teardown(() => store.close())
  const expected = Array.from({ length: rows }, (_, n) => rows - n).filter(
    (n) => n % 5 !== 0 && n % 3 === 1 && n % 7 === 2,
  )
  let [steps, turns] = [0, 0]
  const { get } = Database.prototype
  t.teardown(() => Object.assign(Database.prototype, { get }))
  Object.assign(Database.prototype, {
    get(this: Database, ...asked: Parameters<typeof get>) {
      const [sql, , from, to] = asked
      if (sql.includes('count(*) AS count FROM audit_log')) {
        steps += 1
        t.true(Number(to) - Number(from) < SLICE)
      }
      return get.apply(this, asked)
    },
  })
  const filter = { actor_id: 'a1', action: 'action.2' }
  for (const offset of [0, 3000, expected.length - 5, expected.length]) {
    let isDone = false
    const count = () => {
      turns += 1
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    const { items, total } = await store.audit.list('t', filter, { offset, limit: 10 })
    isDone = true
    t.is(total, expected.length)
    t.deepEqual(
      items.map(({ id }) => id),
      expected.slice(offset, offset + 10).map((n) => `id ${n}`),
    )
  }
  t.is(steps, 4 * 3)
  t.true(turns >= 4 * 2)
  t.deepEqual(await store.audit.list('v', {}, { offset: 0, limit: 10 }), { items: [], total: 0 })
  t.is((await store.audit.list('u', {}, { offset: 0, limit: 1 })).total, rows / 5)
})
