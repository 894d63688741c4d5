import type { ServiceSwitch } from '../../core/model/service-switch.ts'
import type { Effects } from './outbox.ts'

export type ServiceSwitchRecord = ServiceSwitch & { readonly tenant_id: string }

export interface ServiceSwitchStore {
  insert(one: ServiceSwitchRecord, effects?: Effects<ServiceSwitchRecord>): Promise<void>
  /** All that have not ended at this time, oldest first. */
  list(tenantId: string, now: string): Promise<ServiceSwitchRecord[]>
  delete(tenantId: string, id: string, effects?: Effects<ServiceSwitchRecord>): Promise<ServiceSwitchRecord | undefined>
  /** Removes what has ended before this time. */
  deleteEnded(tenantId: string, before: string): Promise<void>
}
