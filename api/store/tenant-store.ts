import type { TenantSettings } from '../../core/model/tenant-settings.ts'
import type { Effects } from './outbox.ts'

export interface Tenant {
  readonly id: string
  readonly name: string
  readonly created_at: string
}

export interface TenantStore {
  /** @throws DuplicateError on `name` */
  insert(tenant: Tenant, effects?: Effects<Tenant>): Promise<void>
  get(id: string): Promise<Tenant | undefined>
  /** All of them, oldest first. */
  list(): Promise<Tenant[]>
  /** Those of a new tenant where nothing was changed. */
  settings(id: string): Promise<TenantSettings>
  changeSettings(id: string, settings: TenantSettings, effects?: Effects<TenantSettings>): Promise<TenantSettings>
}
