import type { AuditFilter } from '../audit-store.ts'
import type { Query } from './alert-queries.ts'
import { Where } from './sql.ts'

/** Entries of all tenants that are looked at in one step, in an index alone: some milliseconds. */
export const SLICE = 50_000

/** The parts in which a log is read, newest first: number by number, both inclusive. */
export function* slices(first: number, last: number): Generator<readonly [from: number, to: number]> {
  for (let to = last; to >= first; to -= SLICE) yield [Math.max(first, to - SLICE + 1), to]
}

export function countWithin(tenantId: string, filter: AuditFilter, from: number, to: number): Query {
  return within('count(*) AS count', tenantId, filter, from, to)
}

/** Newest first; to be given a limit and an offset. */
export function numbersWithin(tenantId: string, filter: AuditFilter, from: number, to: number): Query {
  const { sql, values } = within('number', tenantId, filter, from, to)
  return { sql: `${sql} ORDER BY number DESC LIMIT ? OFFSET ?`, values }
}

function within(what: string, tenantId: string, filter: AuditFilter, from: number, to: number): Query {
  const where = new Where()
    .and('tenant_id = ?', tenantId)
    .and('number >= ?', from)
    .and('number <= ?', to)
    .and('actor_id = ?', filter.actor_id)
    .and('action = ?', filter.action)
    .and('target_type = ?', filter.target_type)
    .and('target_id = ?', filter.target_id)
    .and('timestamp >= ?', filter.start_date)
    .and('timestamp <= ?', filter.end_date)
  return { sql: `SELECT ${what} FROM audit_log INDEXED BY ${indexOf(filter)} ${where}`, values: where.values }
}

/** By the fields of the filter, in their order: indexes that have exactly these, and so only entries that are listed. */
const INDEXES: Readonly<Record<string, string>> = {
  '': 'audit_by_number',
  actor_id: 'audit_by_actor',
  action: 'audit_by_action',
  'action target_type': 'audit_by_kind',
  'target_type target_id': 'audit_by_target',
}
/** Has all fields of every entry that there are filters for. */
const OTHERWISE = 'audit_by_all'

const FIELDS = ['actor_id', 'action', 'target_type', 'target_id', 'start_date', 'end_date'] as const

function indexOf(filter: AuditFilter): string {
  return INDEXES[FIELDS.filter((field) => filter[field] !== undefined).join(' ')] ?? OTHERWISE
}
