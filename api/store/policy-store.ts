import type { Policy } from '../../core/model/policy.ts'
import type { Effects } from './outbox.ts'
import type { Changed, Listed, Page, Sort } from './paging.ts'

export interface PolicyRecord extends Policy {
  /** Starts at 1 and grows with every change; an ETag is made of it. */
  readonly version: number
}

export type NewPolicy = Policy & Partial<Pick<PolicyRecord, 'version'>>

export type PolicyChanges = Partial<Pick<Policy, 'name' | 'description' | 'rules' | 'enabled' | 'priority'>> &
  Pick<Policy, 'updated_at'>

export type PolicySort = Sort<'name' | 'priority' | 'created_at'>

export interface PolicyStore {
  /**
   * @param policy with a version where it is a copy; else it begins at 1
   * @throws DuplicateError on `name`, which is unique within the tenant
   */
  insert(policy: NewPolicy, effects?: Effects<PolicyRecord>): Promise<PolicyRecord>
  get(tenantId: string, id: string): Promise<PolicyRecord | undefined>
  list(
    tenantId: string,
    filter: { readonly enabled?: boolean | undefined },
    sort: PolicySort,
    page: Page,
  ): Promise<Listed<PolicyRecord>>
  /**
   * @param version where given, the change is made only to this version
   * @throws DuplicateError on `name`; StaleVersionError
   */
  update(
    tenantId: string,
    id: string,
    changes: PolicyChanges,
    version?: number,
    effects?: Effects<Changed<PolicyRecord>>,
  ): Promise<Changed<PolicyRecord> | undefined>
  /**
   * Gives policies other priorities; those that are not there any more are left out. The embedded engine makes one change of
   * it; with MongoDB they follow each other, and a process that dies in between leaves the rest as they were.
   */
  setPriorities(
    tenantId: string,
    places: readonly Pick<Policy, 'id' | 'priority'>[],
    at: string,
    effects?: Effects<Changed<PolicyRecord>>,
  ): Promise<void>
  /** @throws StaleVersionError */
  delete(
    tenantId: string,
    id: string,
    version?: number,
    effects?: Effects<PolicyRecord>,
  ): Promise<PolicyRecord | undefined>
}
