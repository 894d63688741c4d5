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
  const sql = `SELECT id FROM ${tableOf(filter, sort)} ${where}
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
    : `count(*) AS total FROM ${tableOf(filter, { field: 'created_at', descending: true })}`
  return { sql: `SELECT ${from} ${where}`, values: where.values }
}

/** What has all that lists are filtered by, in the order of the list. */
function tableOf(filter: AlertFilter, sort: AlertSort): string {
  if (filter.policy_id === undefined) return `alerts INDEXED BY ${indexOf(filter, sort)}`
  if (sort.field === 'updated_at') return 'alert_policies INDEXED BY alert_policies_by_update'
  if (sort.field === 'severity') return 'alert_policies INDEXED BY alert_policies_by_severity'
  // Its primary key is in this order.
  return 'alert_policies NOT INDEXED'
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
  return new Where()
    .and('tenant_id = ?', tenantId)
    .and('policy_id = ?', filter.policy_id)
    .and('status = ?', filter.status)
    .and('severity = ?', filter.severity === undefined ? undefined : SEVERITIES.indexOf(filter.severity))
    .and('type = ?', filter.type)
    .and('user_id = ?', filter.user_id)
    .and('platform_id = ?', filter.platform_id)
    .and('created_at >= ?', filter.start_date)
    .and('created_at <= ?', filter.end_date)
}
