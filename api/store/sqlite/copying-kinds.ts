import { SEVERITIES } from '../../../core/model/alert.ts'
import { SanctionStatus } from '../../../core/model/inventory.ts'
import type { CopiedInteraction, CopiedKind, CopiedRecords } from '../copying.ts'
import type { RefusalSum } from '../sighting-sums.ts'
import { toAlert } from './alerts.ts'
import { toEntry } from './audit.ts'
import { UNITS } from './counters.ts'
import type { Database, Row } from './database.ts'
import { DELIVERIES, DELIVERY, insertDelivery, toDelivery } from './delivery-rows.ts'
import { splitFacets } from './facet-column.ts'
import { listedIn } from './interaction-rows.ts'
import { countedIn, type InteractionTable } from './interaction-table.ts'
import { bytesToUuid, uuidToBytes } from './sql.ts'

type Value = string | number | null | Uint8Array

/** How one kind of what is copied stands in the tables of a tenant. */
export interface SqliteKind<T> {
  readonly table: string
  /** Which of its rows: `?` is the tenant's number or id. */
  readonly where: string
  readonly by: 'number' | 'id'
  /** Unique within the tenant, and the order in which rows are read. */
  readonly key: readonly string[]
  /** What is read; all columns of the table if it is not given. */
  readonly select?: string
  /** @param number of the row within the tenant's, from 1 */
  toRecord(row: Row, number: number): T
  /** The columns of a row of the same table, or writing it in a way of its own. */
  toRow?(record: T, tenantId: string, tenant: number): Readonly<Record<string, Value>>
  insert?(db: Database, record: T, tenantId: string): void
}

const POLICY = 'policy '
const OF_NUMBER = { where: 'tenant = ?', by: 'number' } as const
const OF_ID = { where: 'tenant_id = ?', by: 'id' } as const

type Kinds = { readonly [K in Exclude<CopiedKind, 'interactions'>]: SqliteKind<CopiedRecords[K]> }

export function kindOf(kind: Exclude<CopiedKind, 'interactions'>): SqliteKind<unknown> {
  // Who asks for a kind has its records, and no others.
  return KINDS[kind] as SqliteKind<unknown>
}

const KINDS: Kinds = {
  alerts: {
    ...{ table: 'alerts', ...OF_ID, key: ['id'] },
    toRecord: (row) => ({
      alert: toAlert(row),
      subject: String(row.deduplication_key).startsWith('[') ? String(row.deduplication_key) : null,
    }),
    // Its policies are listed by a trigger.
    toRow: ({ alert: { resolution = null, note = null, ...alert }, subject }) => ({
      ...{ ...alert, resolution, note },
      severity: SEVERITIES.indexOf(alert.severity),
      policy_ids: JSON.stringify(alert.policy_ids),
      deduplication_key: subject ?? `copied ${alert.id}`,
    }),
  },
  deliveries: {
    table: `(SELECT ${DELIVERY} FROM ${DELIVERIES})`,
    // Those of webhooks that are gone are about to be deleted.
    where: 'webhook_id IN (SELECT id FROM webhooks WHERE tenant_id = ?)',
    by: 'id',
    key: ['number'],
    toRecord: toDelivery,
    insert: (db, delivery) => void insertDelivery(db, delivery),
  },
  audit_log: {
    ...{ table: 'audit_log LEFT JOIN audit_seals USING (id)', ...OF_ID, key: ['number'] },
    toRecord: (row, number) => ({ ...toEntry(row), number }),
    insert: (db, { number, key_id, mac, details, ...entry }, tenantId) => {
      insertRow(db, 'audit_log', { ...entry, tenant_id: tenantId, details: JSON.stringify(details) })
      if (key_id !== null && mac !== null) insertRow(db, 'audit_seals', { id: entry.id, key_id, mac, place: number })
    },
  },
  counters: {
    ...{ table: 'counters', ...OF_NUMBER, key: ['unit', 'dimension', 'bucket', 'value'] },
    toRecord: (row) => ({
      unit: Number(row.unit) === UNITS.hour ? 'hour' : 'day',
      dimension: String(row.dimension),
      bucket: time(Number(row.bucket) * Number(row.unit)),
      value: String(row.value),
      interactions: Number(row.interactions),
      blocked: Number(row.blocked),
      coached: Number(row.coached),
      logged: Number(row.logged),
      high_risk: Number(row.high_risk),
    }),
    toRow: ({ unit, bucket, ...rest }, _id, tenant) => ({
      tenant,
      unit: UNITS[unit],
      bucket: Date.parse(bucket) / UNITS[unit],
      ...rest,
    }),
  },
  inventory: {
    ...{ table: 'inventory', ...OF_NUMBER, key: ['platform'] },
    toRecord: (row) => ({
      platform_id: String(row.platform),
      status: SanctionStatus.parse(row.status),
      first_seen: time(row.first_seen),
      last_seen: time(row.last_seen),
      interactions: Number(row.interactions),
      blocked: Number(row.blocked),
      coached: Number(row.coached),
      tunnelled: Number(row.tunnelled),
      risk_sum: Number(row.risk_sum),
      risk_max: Number(row.risk_max),
      refused: row.refused === null ? null : (JSON.parse(String(row.refused)) as RefusalSum),
      unknown: Number(row.unknown),
      unknown_last: row.unknown_last === 0 ? null : time(row.unknown_last),
      added_by: textOrNull(row.added_by),
      added_on: textOrNull(row.added_on),
    }),
    // How many users it has is counted when they have come (`countUsers`).
    toRow: ({ platform_id, first_seen, last_seen, refused, unknown_last, ...rest }, _id, tenant) => ({
      ...{ tenant, platform: platform_id, users: 0, ...rest },
      ...{ first_seen: Date.parse(first_seen), last_seen: Date.parse(last_seen) },
      refused: refused === null ? null : JSON.stringify(refused),
      unknown_last: unknown_last === null ? 0 : Date.parse(unknown_last),
    }),
  },
  inventory_users: {
    ...{ table: 'inventory_users', ...OF_NUMBER, key: ['platform', 'user'] },
    toRecord: ({ platform, user, interactions }) => ({
      platform_id: String(platform),
      user_id: bytesToUuid(user),
      interactions: Number(interactions),
    }),
    insert: (db, { platform_id, user_id, interactions }, tenantId) => {
      const tenant = numberOf(db, tenantId)
      insertRow(db, 'inventory_users', { tenant, platform: platform_id, user: uuidToBytes(user_id), interactions })
      db.run('UPDATE inventory SET users = users + 1 WHERE tenant = ? AND platform = ?', tenant, platform_id)
    },
  },
  indexed_names: {
    ...{ table: 'indexed_names', ...OF_NUMBER, key: ['name'] },
    toRecord: (row) => ({
      name: String(row.name),
      added_by: textOrNull(row.added_by),
      added_on: String(row.added_on),
    }),
    toRow: (record, _id, tenant) => ({ tenant, ...record }),
  },
  sighting_batches: {
    ...{ table: 'sighting_batches', ...OF_NUMBER, key: ['id'] },
    toRecord: ({ id, at }) => ({ id: bytesToUuid(id), at: time(at) }),
    toRow: ({ id, at }, _id, tenant) => ({ tenant, id: uuidToBytes(id), at: Date.parse(at) }),
  },
  erased_interactions: {
    ...{ table: 'erased_interactions', ...OF_ID, key: ['hash'] },
    toRecord: ({ hash, at }) => ({ hash: String(hash), at: time(at) }),
    toRow: ({ hash, at }, tenant_id) => ({ tenant_id, hash, at: Date.parse(at) }),
  },
}

export function toInteractionRecord(table: InteractionTable, row: Row, tenantId: string): CopiedInteraction {
  const facets = splitFacets(row.facets)
  return {
    interaction: table.whole(tenantId, row),
    listed_as: listedIn(row),
    types: countedIn(row).types,
    policies: facets.flatMap((facet) => (facet.startsWith(POLICY) ? [facet.slice(POLICY.length)] : [])),
  }
}

export function insertRow(db: Database, table: string, row: Readonly<Record<string, Value>>): void {
  const columns = Object.keys(row)
  const places = columns.map(() => '?').join(', ')
  db.run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`, ...Object.values(row))
}

export function numberOf(db: Database, tenantId: string): number {
  return Number(db.get('SELECT number FROM tenants WHERE id = ?', tenantId)?.number ?? 0)
}

function time(milliseconds: unknown): string {
  return new Date(Number(milliseconds)).toISOString()
}

function textOrNull(value: unknown): string | null {
  return value === null ? null : String(value)
}
