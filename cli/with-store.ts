import { pino } from 'pino'
import type { AuditAnchor } from '../api/anchor/audit-anchor.ts'
import { type AuditedAction, AuditLog } from '../api/audit/audit-log.ts'
import type { Keys } from '../api/keys/keys.ts'
import { openStoreWithKeys } from '../api/keys/open-keys.ts'
import type { Audited, Publish } from '../api/store/outbox.ts'
import type { Store } from '../api/store/store.ts'
import type { Tenant } from '../api/store/tenant-store.ts'
import { makeDataDir } from '../config/data-dir-lock.ts'
import { SecretFiles } from '../config/secret-files.ts'
import type { Settings } from '../config/settings.ts'
import { WeirError } from '../core/errors.ts'
import type { Call, Option } from './command.ts'
import { UsageError } from './errors.ts'

export const SILENT = pino({ level: 'silent' })

export const TENANT: Option = { name: 'tenant', value: 'NAME', meaning: 'the tenant; not needed if there is only one' }

export class UnknownTenantError extends WeirError {
  constructor(name: string) {
    super('ERR_UNKNOWN_TENANT', `There is no tenant named ${JSON.stringify(name)}; "tenant list" shows them`)
  }
}

/** Works beside a running server: every engine lets several processes in. */
export async function withStore<T>(
  settings: Settings,
  work: (store: Store, keys: Keys, anchor: AuditAnchor) => Promise<T>,
  oldRoots: readonly string[] = [],
): Promise<T> {
  makeDataDir(settings.dataDir)
  const secrets = new SecretFiles(settings.dataDir)
  const { store, keys, anchor } = await openStoreWithKeys({
    settings,
    secrets,
    logger: SILENT,
    now: () => new Date(),
    oldRoots,
  })
  try {
    return await work(store, keys, anchor)
  } finally {
    keys.close()
    await store.close()
  }
}

/** The tenant that --tenant names, or the only one. @throws UnknownTenantError; UsageError if there are several */
export async function findTenant(store: Store, call: Call): Promise<Tenant> {
  const tenants = await store.tenants.list()
  const name = call.optional('tenant')
  if (name === undefined) {
    const [only, ...others] = tenants
    if (only !== undefined && others.length === 0) return only
    throw new UsageError(`There are ${tenants.length} tenants: choose one with --tenant`)
  }
  const tenant = tenants.find((one) => one.name === name)
  if (tenant === undefined) throw new UnknownTenantError(name)
  return tenant
}

/** A change that the audit log records without an actor: a person with access to the server itself made it. */
export function audited<Change>(
  store: Store,
  action: (change: Change) => AuditedAction | readonly AuditedAction[],
  publish?: Publish<Change>,
): Audited<Change> {
  const audit = new AuditLog(store, () => new Date(), SILENT)
  return audit.with({ caller: undefined, clientAddress: null }, action, publish)
}
