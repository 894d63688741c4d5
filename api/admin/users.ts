import type { Settings } from '../../config/settings.ts'
import { WeirError } from '../../core/errors.ts'
import { Email, Password } from '../../core/model/user.ts'
import { Passwords } from '../auth/passwords.ts'
import type { UserRecord } from '../store/store.ts'
import { requiredOptions, UsageError } from './usage.ts'
import { findTenant, withStore, writeDown } from './with-store.ts'

const PAGE = 500

class UnknownUserError extends WeirError {
  constructor(email: string, tenant: string) {
    super('ERR_UNKNOWN_USER', `Tenant ${JSON.stringify(tenant)} has no user ${email} who accepted an invitation`)
  }
}

/** `user list --tenant NAME`: one line each. */
export function listUsers(settings: Settings, args: readonly string[]): Promise<string> {
  const options = requiredOptions(args, ['tenant'])
  return withStore(settings, async (store) => {
    const { id } = await findTenant(store, options.tenant)
    const users: UserRecord[] = []
    for (let offset = 0; ; offset += PAGE) {
      const byEmail = { field: 'email', descending: false } as const
      const { items } = await store.users.list(id, {}, byEmail, { offset, limit: PAGE })
      users.push(...items)
      if (items.length < PAGE) break
    }
    return users.map(({ email, role, status }) => `${email}  ${role}  ${status}\n`).join('')
  })
}

/**
 * `user reset-password`: for whoever is locked out. Ends the user's sessions.
 * @throws UsageError for a weak password; UnknownTenantError, UnknownUserError
 */
export function resetPassword(settings: Settings, args: readonly string[]): Promise<string> {
  const options = requiredOptions(args, ['tenant', 'email', 'password'])
  const password = Password.safeParse(options.password)
  const email = Email.safeParse(options.email)
  if (!email.success) throw new UsageError('--email must be an e-mail address')
  if (!password.success) throw new UsageError(`--password ${password.error.issues[0]?.message}`)
  return withStore(settings, async (store) => {
    const tenant = await findTenant(store, options.tenant)
    const user = (await store.users.findByEmail(email.data)).find(({ tenant_id }) => tenant_id === tenant.id)
    if (user === undefined || user.status === 'pending') throw new UnknownUserError(email.data, tenant.name)
    const password_hash = await new Passwords().hash(password.data)
    await store.users.update(tenant.id, user.id, { password_hash, endSessions: { except: null } })
    const action = 'user.password_reset'
    await writeDown(store, tenant.id, {
      action,
      target_type: 'user',
      target_id: user.id,
      details: { email: user.email },
    })
    return `${user.email} has a new password and has to log in again\n`
  })
}
