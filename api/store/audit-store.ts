import type { AuditEntry } from '../../core/model/audit.ts'
import type { Listed, Page } from './store.ts'

export interface AuditFilter {
  readonly actor_id?: string | undefined
  readonly action?: string | undefined
  readonly target_type?: string | undefined
  readonly target_id?: string | undefined
  /** Inclusive. */
  readonly start_date?: string | undefined
  /** Inclusive. */
  readonly end_date?: string | undefined
}

/** A tenant's audit log: a chain that only ever grows at its end. */
export interface AuditStore {
  /**
   * Appends the entry that `seal` makes of the last entry's hash (undefined for the first). Of appends at the same time
   * each follows another: an engine may call `seal` again.
   */
  append(tenantId: string, seal: (previousHash: string | undefined) => AuditEntry): Promise<AuditEntry>
  /** Newest first. */
  list(tenantId: string, filter: AuditFilter, page: Page): Promise<Listed<AuditEntry>>
  /** Up to `limit` entries in the order they were appended, after skipping `offset`. */
  read(tenantId: string, page: Page): Promise<AuditEntry[]>
}
