import type { DatabaseSync } from 'node:sqlite'

/** Alerts in one transaction: some ten milliseconds, and a killed start goes on where it was. */
const SLICE = 1000

/** How far an upgrade is that takes a while. */
export interface UpgradeProgress {
  readonly done: number
  readonly total: number
}

/**
 * Lists the alerts that were there before the schema had `alert_policies` (alert-policy-schema.ts) by their policies. As one statement
 * of the migration this took 6.5 seconds for 200,000 alerts, in one transaction of which nobody saw how far it was.
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
  const last = db.prepare('SELECT max(id) AS id FROM (SELECT id FROM alerts WHERE id > ? ORDER BY id LIMIT ?)')
  const fill = db.prepare(
    `INSERT OR IGNORE INTO alert_policies
         (tenant_id, policy_id, created_at, id, status, severity, type, user_id, platform_id, updated_at)
       SELECT tenant_id, value, created_at, alerts.id, status, severity, alerts.type, user_id, platform_id, updated_at
       FROM alerts, json_each(alerts.policy_ids) WHERE alerts.id > ? AND alerts.id <= ? ORDER BY 1, 2, 3, 4`,
  )
  const { count: before } =
    db.prepare('SELECT count(*) AS count FROM alerts WHERE id <= (SELECT after FROM alert_policy_fill)').get() ?? {}
  for (let done = Number(before); ; done = Math.min(total, done + SLICE)) {
    let isDone = false
    transaction(() => {
      // Another process may have filled some, or all, meanwhile.
      const after = position.get()?.after
      const upTo = after === undefined ? null : last.get(String(after), SLICE)?.id
      isDone = typeof upTo !== 'string'
      if (isDone) db.exec('DELETE FROM alert_policy_fill')
      else {
        fill.run(String(after), String(upTo))
        db.prepare('UPDATE alert_policy_fill SET after = ?').run(String(upTo))
      }
    })
    if (isDone) return
    onProgress({ done: Math.min(total, done + SLICE), total })
  }
}
