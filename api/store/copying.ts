import type { Alert } from '../../core/model/alert.ts'
import type { AuditEntry } from '../../core/model/audit.ts'
import type { Interaction } from '../../core/model/interaction.ts'
import type { SanctionStatus } from '../../core/model/inventory.ts'
import type { DeliveryRecord } from './delivery-store.ts'
import type { RefusalSum } from './sighting-sums.ts'
import type { StatisticsRange, Tally } from './statistics-store.ts'

/** What of a tenant is copied from one database to another as it is, and not made anew: in the same form whatever engine has it. */
export interface CopiedRecords {
  readonly interactions: CopiedInteraction
  readonly alerts: CopiedAlert
  readonly deliveries: DeliveryRecord
  /** In their order. */
  readonly audit_log: AuditEntry & { readonly number: number }
  readonly counters: CopiedCounter
  readonly inventory: CopiedService
  readonly inventory_users: { readonly platform_id: string; readonly user_id: string; readonly interactions: number }
  readonly indexed_names: { readonly name: string; readonly added_by: string | null; readonly added_on: string }
  readonly sighting_batches: { readonly id: string; readonly at: string }
  /** Keyed hashes. */
  readonly erased_interactions: { readonly hash: string; readonly at: string }
}
export type CopiedKind = keyof CopiedRecords

export interface CopiedInteraction {
  readonly interaction: Interaction
  /** What the inventory counts it as. */
  readonly listed_as: string
  /** What it is listed and counted by (indexed-names.ts). */
  readonly types: readonly string[]
  readonly policies: readonly string[]
}

export interface CopiedAlert {
  readonly alert: Alert
  /** `subjectOf` as JSON, as far as it is known: what later alerts are added to it by. */
  readonly subject: string | null
}

export interface CopiedCounter extends Tally {
  readonly unit: StatisticsRange['unit']
  readonly dimension: string
  /** When it begins. */
  readonly bucket: string
  readonly value: string
}

export interface CopiedService {
  readonly platform_id: string
  readonly status: SanctionStatus
  readonly first_seen: string
  readonly last_seen: string
  readonly interactions: number
  readonly blocked: number
  readonly coached: number
  readonly tunnelled: number
  readonly risk_sum: number
  readonly risk_max: number
  readonly refused: RefusalSum | null
  readonly unknown: number
  readonly unknown_last: string | null
  readonly added_by: string | null
  readonly added_on: string | null
}

/** A database that is copied from, or to. Tenants are there before anything of them is written. */
export interface CopyStore {
  /** Whether nothing at all is there. */
  isEmpty(): Promise<boolean>
  /** Marks a database that is being written: no server starts on it. */
  begin(): Promise<void>
  /** Takes the mark away: it is whole. */
  end(): Promise<void>
  /** Deletes what was written. */
  abandon(): Promise<void>
  /** Before it is read: finishes what processes left that died. */
  settle(): Promise<void>
  count(kind: CopiedKind, tenantId: string): Promise<number>
  /** Some hundred at a time. */
  read<K extends CopiedKind>(kind: K, tenantId: string): AsyncIterable<readonly CopiedRecords[K][]>
  write<K extends CopiedKind>(kind: K, tenantId: string, records: readonly CopiedRecords[K][]): Promise<void>
  close(): Promise<void>
}
