import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ensureAdmin, ensureTenant } from '../api/bootstrap.ts'
import { toDetails } from '../api/http/details.ts'
import { Passwords } from '../api/passwords/passwords.ts'
import type { Tenant } from '../api/store/tenant-store.ts'
import type { Settings } from '../config/settings.ts'
import { WeirError } from '../core/errors.ts'
import { text } from '../core/model/common.ts'
import { Email } from '../core/model/user.ts'
import type { Command } from './command.ts'
import { UsageError } from './errors.ts'
import { passwordOptions, readPassword } from './password-options.ts'
import { audited, withStore } from './with-store.ts'

const PASSWORD = 'admin-password'

const Named = z.strictObject({
  name: text(200, 1).refine((value) => value.trim() === value, 'must not start or end with white space'),
  'admin-email': Email,
})

export interface NewTenant {
  readonly name: string
  readonly adminEmail: string
  readonly adminPassword: string
}

export class TenantExistsError extends WeirError {
  constructor(name: string) {
    super('ERR_TENANT_EXISTS', `There is a tenant named ${JSON.stringify(name)} already`)
  }
}

export const listTenants: Command = {
  name: 'tenant list',
  summary: 'Lists the tenants, one per line, with id and name.',
  options: [],
  needsDatabase: true,
  run: ({ settings }) =>
    withStore(settings, async (store) => {
      const tenants = await store.tenants.list()
      return {
        text: tenants.map(({ id, name }) => `${id}  ${name}\n`).join(''),
        json: tenants.map(({ id, name, created_at }) => ({ id, name, created_at })),
      }
    }),
}

/** Run again after a partial failure, it creates what is missing. The first tenant may be created before the first start. */
export const createTenant: Command = {
  name: 'tenant create',
  summary: 'Creates a tenant with its first admin.',
  options: [
    { name: 'name', value: 'NAME', required: true, meaning: 'the name of the tenant' },
    { name: 'admin-email', value: 'EMAIL', required: true, meaning: 'the e-mail address of the first admin' },
    ...passwordOptions(PASSWORD),
  ],
  needsDatabase: false,
  async run(call) {
    const parsed = Named.safeParse({ name: call.text('name'), 'admin-email': call.text('admin-email') })
    if (!parsed.success) {
      const problems = toDetails(parsed.error.issues).map(({ path, message }) => `--${path} ${message}`)
      throw new UsageError(problems.join('\n'))
    }
    const { name, 'admin-email': adminEmail } = parsed.data
    const adminPassword = await readPassword(call, PASSWORD)
    const tenant = await addTenant(call.settings, { name, adminEmail, adminPassword })
    return {
      text: `${tenant.id}  ${tenant.name}\n`,
      json: { id: tenant.id, name: tenant.name, admin_email: adminEmail },
    }
  },
}

/** @throws TenantExistsError */
export function addTenant(settings: Settings, { name, adminEmail, adminPassword }: NewTenant): Promise<Tenant> {
  return withStore(settings, async (store) => {
    const now = new Date()
    // The first tenant of all is the one the built-in proxy records for; this command makes further ones.
    await ensureTenant(store, now)
    const known = (await store.tenants.list()).find((tenant) => tenant.name === name)
    const tenant: Tenant = known ?? { id: randomUUID(), name, created_at: now.toISOString() }
    const effects = audited<Tenant>(store, () => {
      const details = { name, admin_email: adminEmail }
      return { action: 'tenant.created', target_type: 'tenant', target_id: tenant.id, details }
    })
    if (known === undefined) await store.tenants.insert(tenant, effects)
    const admin = await ensureAdmin(store, new Passwords(), tenant, { adminEmail, adminPassword }, now)
    if (admin === undefined) throw new TenantExistsError(name)
    return tenant
  })
}
