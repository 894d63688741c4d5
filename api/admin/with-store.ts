import { pino } from 'pino'
import type { Settings } from '../../config/settings.ts'
import { WeirError } from '../../core/errors.ts'
import { type AuditedAction, AuditLog } from '../audit/audit-log.ts'
import { openStore } from '../store/open-store.ts'
import type { Store, Tenant } from '../store/store.ts'

const SILENT = pino({ level: 'silent' })

export class UnknownTenantError extends WeirError {
  constructor(name: string) {
    super('ERR_UNKNOWN_TENANT', `There is no tenant named ${JSON.stringify(name)}; "tenant list" shows them`)
  }
}

/** Works beside a running server: every engine lets several processes in. */
export async function withStore<T>(settings: Settings, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(settings, SILENT)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** @throws UnknownTenantError */
export async function findTenant(store: Store, name: string): Promise<Tenant> {
  const tenant = (await store.tenants.list()).find((one) => one.name === name)
  if (tenant === undefined) throw new UnknownTenantError(name)
  return tenant
}

/** An entry of the audit log without an actor: whoever has the rights of the server itself. */
export function writeDown(store: Store, tenantId: string, action: AuditedAction): Promise<void> {
  const audit = new AuditLog(store, () => new Date(), SILENT)
  return audit.record(tenantId, { caller: undefined, clientAddress: null }, action)
}
