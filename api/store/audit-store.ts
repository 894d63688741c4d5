import type { AuditDraft, AuditEntry } from '../../core/model/audit.ts'
import type { Listed, Page } from './paging.ts'

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

export interface AuditHead {
  /** How many entries there are. */
  readonly entries: number
  /** The last one's. */
  readonly hash: string
}

/** A tenant's audit log: a chain that only ever grows at its end. */
export interface AuditStore {
  /**
   * Appends an entry of something that no change of a record stands for, such as a failed login. Entries of changes come
   * with the change (Effects). Of appends at the same time each follows another.
   */
  append(tenantId: string, draft: AuditDraft): Promise<AuditEntry>
  /** Where the log ends; undefined if it is empty. */
  head(tenantId: string): Promise<AuditHead | undefined>
  /** Newest first. */
  list(tenantId: string, filter: AuditFilter, page: Page): Promise<Listed<AuditEntry>>
  /** Up to `limit` entries in the order they were appended, after skipping `offset`. */
  read(tenantId: string, page: Page): Promise<AuditEntry[]>
}
