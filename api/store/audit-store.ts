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

/** An entry by its id, and where it stands. */
export interface AuditPosition extends AuditHead {
  readonly id: string
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
  /** The last entry; undefined if the log is empty. */
  last(tenantId: string): Promise<AuditPosition | undefined>
  /** Where an entry stands; undefined if the tenant has none of this id. */
  find(tenantId: string, id: string): Promise<AuditPosition | undefined>
  /** Newest first. */
  list(tenantId: string, filter: AuditFilter, page: Page): Promise<Listed<AuditEntry>>
  /** Up to `limit` entries in the order they were appended, after skipping `offset`. */
  read(tenantId: string, page: Page): Promise<AuditEntry[]>
  /** The same from the entry after the one with this id; from the first if it is undefined. */
  readAfter(tenantId: string, id: string | undefined, limit: number): Promise<AuditEntry[]>
  /** How many entries there are up to the one with this id, counted one by one. */
  countTo(tenantId: string, id: string): Promise<number>
  /** What `keepCheckpoint` has kept. */
  checkpoint(): Promise<string | undefined>
  /** Keeps a text for all tenants, unless one is kept. @returns the one that is kept now */
  keepCheckpoint(text: string): Promise<string>
}
