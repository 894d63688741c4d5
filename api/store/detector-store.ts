import type { StoredRule } from '../../core/model/detector.ts'
import type { Effects } from './outbox.ts'
import type { Changed, Listed, Page, Sort } from './paging.ts'

export interface DetectorRecord {
  readonly id: string
  readonly tenant_id: string
  readonly name: string
  readonly description: string
  readonly enabled: boolean
  readonly rule: StoredRule
  readonly created_at: string
  readonly updated_at: string
  readonly created_by: string
  /** Starts at 1 and grows with every change; an ETag is made of it. */
  readonly version: number
}

export type DetectorChanges = Partial<Pick<DetectorRecord, 'name' | 'description' | 'enabled' | 'rule'>> &
  Pick<DetectorRecord, 'updated_at'>

export type DetectorSort = Sort<'name' | 'created_at'>

export interface DetectorFilter {
  readonly enabled?: boolean | undefined
  readonly kind?: StoredRule['kind'] | undefined
}

export type NewDetector = Omit<DetectorRecord, 'version'> & Partial<Pick<DetectorRecord, 'version'>>

export interface DetectorStore {
  /**
   * @param detector with a version where it is a copy; else it begins at 1
   * @throws DuplicateError on `name`, which is unique within the tenant
   */
  insert(detector: NewDetector, effects?: Effects<DetectorRecord>): Promise<DetectorRecord>
  get(tenantId: string, id: string): Promise<DetectorRecord | undefined>
  list(tenantId: string, filter: DetectorFilter, sort: DetectorSort, page: Page): Promise<Listed<DetectorRecord>>
  /** Of all that fit, by id: what says, without their rules, how many there are and whether anything has changed. */
  versions(tenantId: string, filter?: DetectorFilter): Promise<readonly Pick<DetectorRecord, 'id' | 'version'>[]>
  /**
   * @param version where given, the change is made only to this version
   * @throws DuplicateError on `name`; StaleVersionError
   */
  update(
    tenantId: string,
    id: string,
    changes: DetectorChanges,
    version?: number,
    effects?: Effects<Changed<DetectorRecord>>,
  ): Promise<Changed<DetectorRecord> | undefined>
  /** @throws StaleVersionError */
  delete(
    tenantId: string,
    id: string,
    version?: number,
    effects?: Effects<DetectorRecord>,
  ): Promise<DetectorRecord | undefined>
}
