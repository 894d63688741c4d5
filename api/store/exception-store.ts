import type { StoredException } from '../../core/model/exception.ts'
import type { Effects } from './outbox.ts'

export type ExceptionRecord = StoredException & { readonly tenant_id: string }

export interface ExceptionStore {
  insert(one: ExceptionRecord, effects?: Effects<ExceptionRecord>): Promise<void>
  /** All of a tenant, also those that have ended and are not removed yet, oldest first. */
  list(tenantId: string): Promise<ExceptionRecord[]>
  get(tenantId: string, id: string): Promise<ExceptionRecord | undefined>
  delete(tenantId: string, id: string, effects?: Effects<ExceptionRecord>): Promise<ExceptionRecord | undefined>
  /** Those of all tenants that have ended at this time. */
  ended(now: string): Promise<ExceptionRecord[]>
}
