import { uuidV7 } from '../../../config/unique-id.ts'
import { type AlertCandidate, newAlert, subjectOf, takenInSince } from '../../../core/alerting/candidate.ts'
import { type Alert, type AlertStatus, SEVERITIES, type Severity } from '../../../core/model/alert.ts'
import type { AlertFilter, AlertSort, AlertStore, KeptRecords, RaisedAlert, Verdict } from '../alert-store.ts'
import type { EventDraft } from '../event-draft.ts'
import type { Effects } from '../outbox.ts'
import type { Changed, Listed, Page } from '../paging.ts'
import { publishRaised, withStatus } from '../raised-alerts.ts'
import { addCounts } from '../sighting-sums.ts'
import { listedIds, total } from './alert-queries.ts'
import type { Database, Row } from './database.ts'
import type { SqliteOutbox } from './outbox.ts'

export class SqliteAlerts implements AlertStore {
  readonly #db: Database
  readonly #outbox: SqliteOutbox

  constructor(db: Database, outbox: SqliteOutbox) {
    this.#db = db
    this.#outbox = outbox
  }

  async raise(
    tenantId: string,
    candidates: readonly AlertCandidate[],
    now: string,
    since: string,
  ): Promise<RaisedAlert[]> {
    return this.#outbox.change(tenantId, (draft) => this.raiseWithin(draft, candidates, now, since))
  }

  /** As `raise`, as a part of a change of something else. */
  raiseWithin(draft: EventDraft, candidates: readonly AlertCandidate[], now: string, since: string): RaisedAlert[] {
    const raised = candidates.map((candidate) => this.#raiseOne(draft.tenantId, candidate, now, since))
    draft.publish(publishRaised, ...raised)
    return raised
  }

  /** As a part of erasing interactions: what they raised stays, and no longer says whose it was, nor is it added to. A note may name people. */
  eraseUsersWithin(tenantId: string, interactionIds: readonly string[]): void {
    for (const interactionId of interactionIds) {
      this.#db.run(
        `UPDATE alerts SET user_id = NULL, note = NULL, deduplication_key = 'erased ' || id
         WHERE interaction_id = ? AND tenant_id = ?`,
        interactionId,
        tenantId,
      )
    }
  }

  async get(tenantId: string, id: string): Promise<Alert | undefined> {
    return this.#find(tenantId, id)
  }

  async list(tenantId: string, filter: AlertFilter, sort: AlertSort, page: Page): Promise<Listed<Alert>> {
    const ids = listedIds(tenantId, filter, sort)
    const rows = this.#db.all(ids.sql, ...ids.values, page.limit, page.offset)
    const counted = total(tenantId, filter)
    return {
      items: rows.map(({ id }) => this.#find(tenantId, String(id))).filter((alert) => alert !== undefined),
      total: Number(this.#db.get(counted.sql, ...counted.values)?.total ?? 0),
    }
  }

  async countOpen(tenantId: string): Promise<number> {
    const row = this.#db.get('SELECT count FROM open_alerts WHERE tenant_id = ?', tenantId)
    return Number(row?.count ?? 0)
  }

  async countOpenBySeverity(tenantId: string): Promise<Record<Severity, number>> {
    const rows = this.#db.all(
      `SELECT severity, sum(count) AS count FROM alert_counts WHERE tenant_id = ? AND status = 'open' GROUP BY severity`,
      tenantId,
    )
    const counts = { low: 0, medium: 0, high: 0, critical: 0 }
    for (const { severity, count } of rows) {
      const name = SEVERITIES[Number(severity)]
      if (name !== undefined) counts[name] = Number(count)
    }
    return counts
  }

  async setStatus(
    tenantId: string,
    id: string,
    status: AlertStatus,
    resolvedBy: string | null,
    now: string,
    effects?: Effects<Changed<Alert>>,
    verdict?: Verdict,
  ) {
    return this.#outbox.change(tenantId, (draft) => {
      const before = this.#find(tenantId, id)
      if (before === undefined) return undefined
      const after = withStatus(before, status, resolvedBy, now, verdict)
      if (after === undefined) return { before, after: before }
      this.#update(after)
      draft.publish(effects, { before, after })
      return { before, after }
    })
  }

  async deleteResolved(
    tenantId: string,
    before: string,
    limit: number,
    holds: readonly KeptRecords[] = [],
  ): Promise<number> {
    const { sql, values } = notHeld(holds)
    const { changes } = await this.#db.write(
      () =>
        this.#db.run(
          `DELETE FROM alerts WHERE id IN (SELECT id FROM alerts
         WHERE tenant_id = ? AND status = 'resolved' AND resolved_at < ?${sql} ORDER BY created_at, id LIMIT ?)`,
          tenantId,
          before,
          ...values,
          limit,
        ),
      'group',
    )
    return changes
  }

  #raiseOne(tenantId: string, candidate: AlertCandidate, now: string, since: string): RaisedAlert {
    const key = JSON.stringify(subjectOf(candidate))
    const open = this.#db.get(
      `SELECT * FROM alerts WHERE tenant_id = ? AND deduplication_key = ? AND status = 'open' AND created_at >= ?
       ORDER BY created_at DESC LIMIT 1`,
      tenantId,
      key,
      takenInSince(candidate, now, since),
    )
    if (open !== undefined) {
      const before = toAlert(open)
      const severity = SEVERITIES[Math.max(SEVERITIES.indexOf(before.severity), SEVERITIES.indexOf(candidate.severity))]
      const alert: Alert = {
        ...before,
        severity: severity ?? before.severity,
        count: addCounts(before.count, candidate.count),
        updated_at: now,
      }
      if (alert.severity === before.severity) this.#addTo(alert)
      else this.#update(alert)
      return { alert, before }
    }
    const alert = newAlert(candidate, tenantId, uuidV7(new Date(now)), now)
    this.#insert(alert, key)
    return { alert, before: undefined }
  }

  #insert(alert: Alert, key: string): void {
    this.#db.run(
      `INSERT INTO alerts (id, tenant_id, type, severity, title, description, status, interaction_id, user_id,
         platform_id, policy_ids, count, created_at, updated_at, resolved_at, resolved_by, deduplication_key)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      alert.id,
      alert.tenant_id,
      alert.type,
      SEVERITIES.indexOf(alert.severity),
      alert.title,
      alert.description,
      alert.status,
      alert.interaction_id,
      alert.user_id,
      alert.platform_id,
      JSON.stringify(alert.policy_ids),
      alert.count,
      alert.created_at,
      alert.updated_at,
      alert.resolved_at,
      alert.resolved_by,
      key,
    )
  }

  /** With the columns that change alone: SQLite writes each index anew that has one of those it is told, and most have status and severity. */
  #addTo({ id, count, updated_at }: Alert): void {
    this.#db.run('UPDATE alerts SET count = ?, updated_at = ? WHERE id = ?', count, updated_at, id)
  }

  #update(alert: Alert): void {
    this.#db.run(
      `UPDATE alerts SET severity = ?, status = ?, count = ?, updated_at = ?, resolved_at = ?, resolved_by = ?,
         resolution = ?, note = ? WHERE id = ?`,
      SEVERITIES.indexOf(alert.severity),
      alert.status,
      alert.count,
      alert.updated_at,
      alert.resolved_at,
      alert.resolved_by,
      alert.resolution ?? null,
      alert.note ?? null,
      alert.id,
    )
  }

  #find(tenantId: string, id: string): Alert | undefined {
    const row = this.#db.get('SELECT * FROM alerts WHERE id = ? AND tenant_id = ?', id, tenantId)
    return row === undefined ? undefined : toAlert(row)
  }
}

export function toAlert(row: Row): Alert {
  // Written by this file only: a batch of interactions reads a dozen of them, and the schema takes longer than the database.
  return {
    id: String(row.id),
    tenant_id: String(row.tenant_id),
    type: row.type as Alert['type'],
    severity: SEVERITIES[Number(row.severity)] ?? 'low',
    title: String(row.title),
    description: String(row.description),
    status: row.status as Alert['status'],
    interaction_id: textOrNull(row.interaction_id),
    user_id: textOrNull(row.user_id),
    platform_id: textOrNull(row.platform_id),
    policy_ids: JSON.parse(String(row.policy_ids)) as string[],
    count: Number(row.count),
    created_at: String(row.created_at),
    updated_at: String(row.updated_at),
    resolved_at: textOrNull(row.resolved_at),
    resolved_by: textOrNull(row.resolved_by),
    ...(row.resolution !== null && { resolution: row.resolution as NonNullable<Alert['resolution']> }),
    ...(row.note !== null && { note: String(row.note) }),
  }
}

function textOrNull(value: unknown): string | null {
  return value === null ? null : String(value)
}

function notHeld(holds: readonly KeptRecords[]): { readonly sql: string; readonly values: readonly string[] } {
  const parts = holds.map(({ user_id, start_date, end_date }) => [
    ...(user_id === null ? [] : [['user_id IS ?', user_id] as const]),
    ...(start_date === null ? [] : [['created_at >= ?', start_date] as const]),
    ...(end_date === null ? [] : [['created_at <= ?', end_date] as const]),
  ])
  const sql = parts.map((conditions) => ` AND NOT (${['1', ...conditions.map(([text]) => text)].join(' AND ')})`)
  return { sql: sql.join(''), values: parts.flat().map(([, value]) => value) }
}
