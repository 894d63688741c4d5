import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test from 'ava'
import { openSqliteStore } from '../../../api/store/sqlite/sqlite-store.ts'
import type { Interaction } from '../../../core/model/interaction.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { AT, anInteraction } from './fixtures.ts'

test('a revision that the audit log has an entry of is synchronised with the disk, others are not', async (t) => {
  const store = openSqliteStore(join(temporaryFolder(t), 'weir.sqlite'))
  t.teardown(() => store.close())
  const tenant = crypto.randomUUID()
  await store.tenants.insert({ id: tenant, name: 'Example', created_at: AT })
  const interaction = anInteraction(tenant)
  await store.interactions.record(tenant, [interaction])
  const { exec } = DatabaseSync.prototype
  let statements: string[] = []
  DatabaseSync.prototype.exec = function (sql) {
    statements.push(sql)
    return exec.call(this, sql)
  }
  t.teardown(() => {
    DatabaseSync.prototype.exec = exec
  })
  const riskier = (before: Interaction) => ({ ...before, risk_score: before.risk_score / 2 + 0.5 })
  await store.interactions.revise(tenant, interaction.id, riskier, () => [])
  t.false(statements.includes('PRAGMA synchronous = FULL'))
  statements = []
  await store.interactions.revise(tenant, interaction.id, riskier, { audit: () => [] })
  t.true(statements.includes('PRAGMA synchronous = FULL'))
})
