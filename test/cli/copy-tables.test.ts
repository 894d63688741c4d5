import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test from 'ava'
import { openSqliteStore } from '../../api/store/sqlite/sqlite-store.ts'
import { KINDS } from '../../cli/copy/kinds.ts'
import { temporaryFolder } from '../support/temp.ts'

/** What is copied besides what tenants have, or stands in tables of other names. */
const COPIED = ['tenants', 'audit_checkpoint', 'keyring', 'retention_clock']
const WITH_OTHERS: Readonly<Record<string, string>> = {
  audit_seals: 'audit_log',
  delivered_events: 'deliveries',
  interaction_documents: 'interactions',
  service_token_uses: 'service_tokens',
}
/** Made anew from what is copied: indexes, lists and sums that are kept with it, and sums that are settled before. */
const DERIVED = [
  ...['interaction_heads', 'segments', 'segment_bits', 'lookups', 'tail_changes', 'interaction_users'],
  ...[
    'alert_counts',
    'alert_policies',
    'open_alerts',
    'changes',
    'scim_members',
    'user_counts',
    'waiting_counts',
    'alert_policy_fill',
  ],
]
/** As docs/from-sqlite-to-mongodb.md says. */
const LEFT = ['deleted_webhooks', 'overflows', 'proxy_instances', 'write_probe']

test('every table of SQLite is copied, made anew, or left for a reason', async (t) => {
  const file = join(temporaryFolder(t), 'weir.sqlite')
  await openSqliteStore(file).close()
  const db = new DatabaseSync(file, { readOnly: true })
  t.teardown(() => db.close())
  const rows = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`).all()
  const kinds = KINDS.map(({ name }) => name)
  for (const kind of Object.values(WITH_OTHERS)) t.true(kinds.includes(kind), kind)
  const known = [...kinds, ...COPIED, ...Object.keys(WITH_OTHERS), ...DERIVED, ...LEFT]
  t.deepEqual(rows.map(({ name }) => String(name)).toSorted(), known.toSorted())
})
