import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Settings } from '../../config/settings.ts'
import { WeirError } from '../../core/errors.ts'
import { text } from '../../core/model/common.ts'
import { Email, Password } from '../../core/model/user.ts'
import { Passwords } from '../auth/passwords.ts'
import { ensureAdmin, ensureTenant } from '../bootstrap.ts'
import { toDetails } from '../http/details.ts'
import type { Tenant } from '../store/store.ts'
import { requiredOptions, UsageError } from './usage.ts'
import { withStore, writeDown } from './with-store.ts'

const TENANT_OPTIONS = ['name', 'admin-email', 'admin-password'] as const

const NewTenant = z.strictObject({
  name: text(200, 1).refine((value) => value.trim() === value, 'must not start or end with white space'),
  'admin-email': Email,
  'admin-password': Password,
})

export class TenantExistsError extends WeirError {
  constructor(name: string) {
    super('ERR_TENANT_EXISTS', `There is a tenant named ${JSON.stringify(name)} already`)
  }
}

/** `tenant list`: one line each, id and name. */
export async function listTenants(settings: Settings, args: readonly string[]): Promise<string> {
  requiredOptions(args, [])
  return withStore(settings, async (store) => {
    const tenants = await store.tenants.list()
    return tenants.map(({ id, name }) => `${id}  ${name}\n`).join('')
  })
}

/**
 * `tenant create`: a tenant and its first admin. Done again after a failure half way, it makes what is missing.
 * @throws UsageError for a wrong option; TenantExistsError
 */
export async function createTenant(settings: Settings, args: readonly string[]): Promise<string> {
  const parsed = NewTenant.safeParse(requiredOptions(args, TENANT_OPTIONS))
  if (!parsed.success) {
    throw new UsageError(
      toDetails(parsed.error.issues)
        .map(({ path, message }) => `--${path} ${message}`)
        .join('\n'),
    )
  }
  const { name, 'admin-email': adminEmail, 'admin-password': adminPassword } = parsed.data
  return withStore(settings, async (store) => {
    const now = new Date()
    // The first tenant of all is the one the built-in proxy records for; this command makes further ones.
    await ensureTenant(store, now)
    const known = (await store.tenants.list()).find((tenant) => tenant.name === name)
    const tenant: Tenant = known ?? { id: randomUUID(), name, created_at: now.toISOString() }
    if (known === undefined) await store.tenants.insert(tenant)
    const admin = await ensureAdmin(store, new Passwords(), tenant, { adminEmail, adminPassword }, now)
    if (admin === undefined) throw new TenantExistsError(name)
    const details = { name, admin_email: adminEmail }
    await writeDown(store, tenant.id, {
      action: 'tenant.created',
      target_type: 'tenant',
      target_id: tenant.id,
      details,
    })
    return `${tenant.id}  ${tenant.name}\n`
  })
}
