import type { LegalHold } from '../../core/model/legal-hold.ts'
import type { Effects } from './outbox.ts'

export type LegalHoldRecord = LegalHold & { readonly tenant_id: string }

export interface LegalHoldStore {
  insert(hold: LegalHoldRecord, effects?: Effects<LegalHoldRecord>): Promise<void>
  /** All of a tenant, oldest first. */
  list(tenantId: string): Promise<LegalHoldRecord[]>
  delete(tenantId: string, id: string, effects?: Effects<LegalHoldRecord>): Promise<LegalHoldRecord | undefined>
}
