import type { Effects } from './outbox.ts'
import type { Changed, Listed, Page } from './paging.ts'

/** A group of a provisioning client (RFC 7643, 4.2). */
export interface ScimGroupRecord {
  readonly id: string
  readonly tenant_id: string
  readonly display_name: string
  readonly external_id: string | null
  /** The ids of its users, each once. */
  readonly members: readonly string[]
  readonly created_at: string
  readonly changed_at: string
  /** Grows with each change. */
  readonly revision: number
}

export interface ScimGroupFilter {
  readonly display_name?: string | undefined
  readonly external_id?: string | undefined
  /** The id of a user. */
  readonly member?: string | undefined
}

export interface ScimGroupStore {
  insert(group: ScimGroupRecord, effects?: Effects<ScimGroupRecord>): Promise<void>
  get(tenantId: string, id: string): Promise<ScimGroupRecord | undefined>
  /** Oldest first. @param form short: as if they had no members, which may be many */
  list(
    tenantId: string,
    filter: ScimGroupFilter,
    page: Page,
    form?: 'whole' | 'short',
  ): Promise<Listed<ScimGroupRecord>>
  /** Those that have one of these as name or external id. */
  named(tenantId: string, names: readonly string[]): Promise<ScimGroupRecord[]>
  /**
   * Puts the group in the place of the one whose revision is one less.
   * @returns undefined where there is none
   */
  replace(
    group: ScimGroupRecord,
    effects?: Effects<Changed<ScimGroupRecord>>,
  ): Promise<Changed<ScimGroupRecord> | undefined>
  delete(tenantId: string, id: string, effects?: Effects<ScimGroupRecord>): Promise<ScimGroupRecord | undefined>
}
