import type { DatabaseSync } from 'node:sqlite'

/** Alerts in one transaction: some ten milliseconds, and a killed start goes on where it was. */
const SLICE = 1000

/** How far an upgrade is that takes a while. */
export interface UpgradeProgress {
  readonly done: number
  readonly total: number
}

/** Where a slice ends. */
type Place = readonly [tenant: string, createdAt: string, id: string]
const START: Place = ['', '', '']

/**
 * Lists the alerts that were there before the schema had `alert_policies` (alert-policy-schema.ts) by their policies. As one statement
 * of the migration this took 6.5 seconds for 200,000 alerts, in one transaction of which nobody saw how far it was. In the order of their
 * creation, which is that of the lists: rows are added at the ends of its indexes, and each slice writes few pages.
 * @param transaction runs its argument in one
 */
export function fillAlertPolicies(
  db: DatabaseSync,
  transaction: (work: () => void) => void,
  onProgress: (progress: UpgradeProgress) => void,
): void {
  const position = db.prepare('SELECT after FROM alert_policy_fill')
  if (position.get() === undefined) return
  const total = Number(db.prepare('SELECT count(*) AS count FROM alerts').get()?.count)
  const next = db.prepare(
    `SELECT tenant_id, created_at, id FROM (SELECT tenant_id, created_at, id FROM alerts INDEXED BY alerts_by_creation
       WHERE (tenant_id, created_at, id) > (?, ?, ?) ORDER BY tenant_id, created_at, id LIMIT ?)
     ORDER BY tenant_id DESC, created_at DESC, id DESC LIMIT 1`,
  )
  const fill = db.prepare(
    `INSERT OR IGNORE INTO alert_policies
         (tenant_id, policy_id, created_at, id, status, severity, type, user_id, platform_id, updated_at)
       SELECT tenant_id, value, created_at, alerts.id, status, severity, alerts.type, user_id, platform_id, updated_at
       FROM alerts INDEXED BY alerts_by_creation, json_each(alerts.policy_ids)
       WHERE (tenant_id, created_at, alerts.id) > (?, ?, ?) AND (tenant_id, created_at, alerts.id) <= (?, ?, ?)
       ORDER BY 1, 2, 3, 4`,
  )
  let done = countUpTo(db, placeIn(position.get()))
  for (let isDone = false; !isDone; ) {
    transaction(() => {
      // Another process may have filled some, or all, meanwhile.
      const row = position.get()
      const after = placeIn(row)
      const found = row && next.get(...after, SLICE)
      isDone = found === undefined
      if (found === undefined) db.exec('DELETE FROM alert_policy_fill')
      else {
        const upTo: Place = [String(found.tenant_id), String(found.created_at), String(found.id)]
        fill.run(...after, ...upTo)
        db.prepare('UPDATE alert_policy_fill SET after = ?').run(JSON.stringify(upTo))
      }
    })
    if (isDone) return
    done = Math.min(total, done + SLICE)
    onProgress({ done, total })
  }
}

function countUpTo(db: DatabaseSync, place: Place): number {
  const sql = 'SELECT count(*) AS count FROM alerts WHERE (tenant_id, created_at, id) <= (?, ?, ?)'
  return Number(db.prepare(sql).get(...place)?.count)
}

/** Written above only, or empty. */
function placeIn(row: Readonly<Record<string, unknown>> | undefined): Place {
  const after = String(row?.after ?? '')
  return after === '' ? START : (JSON.parse(after) as Place)
}
