import type { SQLInputValue } from 'node:sqlite'
import { SEVERITIES } from '../../../core/model/alert.ts'
import type { AlertFilter, AlertSort } from '../alert-store.ts'
import { orderBy, Where } from './sql.ts'

export interface Query {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
}

/** The ids of a list, in order; to be given a limit and an offset. */
export function listedIds(tenantId: string, filter: AlertFilter, sort: AlertSort): Query {
  const where = whereOf(tenantId, filter)
  const columns = sort.field === 'created_at' ? ['created_at', 'id'] : [sort.field, 'created_at', 'id']
  const sql = `SELECT id FROM alerts INDEXED BY ${indexOf(filter, sort)} ${where}
    ${orderBy(columns, sort.descending)} LIMIT ? OFFSET ?`
  return { sql, values: where.values }
}

/** How many there are on all pages: from sums, but for one user, service or policy or a range of time. */
export function total(tenantId: string, filter: AlertFilter): Query {
  const where = whereOf(tenantId, filter)
  const { user_id, platform_id, policy_id, start_date, end_date } = filter
  const isSummed = [user_id, platform_id, policy_id, start_date, end_date].every((value) => value === undefined)
  const from = isSummed
    ? 'sum(count) AS total FROM alert_counts'
    : `count(*) AS total FROM alerts INDEXED BY ${indexOf(filter, { field: 'created_at', descending: true })}`
  return { sql: `SELECT ${from} ${where}`, values: where.values }
}

/**
 * Each index is in the order of a list and has all that lists are filtered by: whatever the filter, no row of the table is
 * read but those of the page, and nothing is sorted. Left to itself, SQLite would take the index of one filter, read a row
 * for each of its entries, and sort them.
 */
function indexOf({ status, user_id, platform_id }: AlertFilter, { field }: AlertSort): string {
  if (field === 'updated_at') return 'alerts_by_update'
  if (field === 'severity') return 'alerts_by_severity'
  if (user_id !== undefined) return 'alerts_by_user'
  if (platform_id !== undefined) return 'alerts_by_platform'
  return status === undefined ? 'alerts_by_creation' : 'alerts_by_status'
}

function whereOf(tenantId: string, filter: AlertFilter): Where {
  const where = new Where()
    .and('tenant_id = ?', tenantId)
    .and('status = ?', filter.status)
    .and('severity = ?', filter.severity === undefined ? undefined : SEVERITIES.indexOf(filter.severity))
    .and('type = ?', filter.type)
    .and('user_id = ?', filter.user_id)
    .and('platform_id = ?', filter.platform_id)
    .and('created_at >= ?', filter.start_date)
    .and('created_at <= ?', filter.end_date)
  if (filter.policy_id === undefined) return where
  return where.andWithin(OF_POLICY, [tenantId, filter.policy_id])
}

/** Read once for the list and looked up in for each entry of its index. */
const OF_POLICY = 'id IN (SELECT alert_id FROM alert_policies WHERE tenant_id = ? AND policy_id = ?)'
