import { LINK_SECONDS, linkClaims, signClaims } from '../api/auth/sessions.ts'
import { Passwords } from '../api/passwords/passwords.ts'
import type { Changed } from '../api/store/paging.ts'
import type { Store } from '../api/store/store.ts'
import type { Tenant } from '../api/store/tenant-store.ts'
import type { UserRecord } from '../api/store/user-store.ts'
import { WeirError } from '../core/errors.ts'
import { Email } from '../core/model/user.ts'
import { reachableHost } from '../core/network/address-list.ts'
import { formatHost } from '../core/network/host-name.ts'
import type { Call, Command } from './command.ts'
import { UsageError } from './errors.ts'
import { passwordOptions, readPassword } from './password-options.ts'
import { audited, findTenant, TENANT, withStore } from './with-store.ts'

const PAGE = 500

class UnknownUserError extends WeirError {
  constructor(email: string, tenant: string) {
    super('ERR_UNKNOWN_USER', `Tenant ${JSON.stringify(tenant)} has no user ${email} who accepted an invitation`)
  }
}

export const listUsers: Command = {
  name: 'user list',
  summary: 'Lists the users of a tenant, one per line, with address, role and status.',
  options: [TENANT],
  needsDatabase: true,
  run: (call) =>
    withStore(call.settings, async (store) => {
      const { id } = await findTenant(store, call)
      const users: UserRecord[] = []
      for (let offset = 0; ; offset += PAGE) {
        const byEmail = { field: 'email', descending: false } as const
        const { items } = await store.users.list(id, {}, byEmail, { offset, limit: PAGE })
        users.push(...items)
        if (items.length < PAGE) break
      }
      return {
        text: users.map(({ email, role, status }) => `${email}  ${role}  ${status}\n`).join(''),
        json: users.map(({ id, email, role, status, last_login }) => ({ id, email, role, status, last_login })),
      }
    }),
}

export const linkToSignIn: Command = {
  name: 'user sign-in-link',
  summary: `Prints a link that signs a user in once within ${LINK_SECONDS / 60} minutes, where neither password nor single sign-on does.`,
  options: [TENANT, { name: 'email', value: 'EMAIL', required: true, meaning: 'the user' }],
  needsDatabase: true,
  run: (call) =>
    withStore(call.settings, async (store, keys) => {
      const { tenant, user } = await findUser(store, call)
      if (user.status !== 'active') throw new UsageError(`${user.email} is deactivated: no link lets them in`)
      const effects = audited<Changed<UserRecord>>(store, ({ after: { id, email } }) => ({
        action: 'user.link_made',
        target_type: 'user',
        target_id: id,
        details: { email },
      }))
      await store.users.update(tenant.id, user.id, {}, effects)
      const token = signClaims(linkClaims(user, new Date()), keys.session)
      const { publicUrl, apiHost, apiPort, apiTls } = call.settings
      const own = `${apiTls === 'off' ? 'http' : 'https'}://${formatHost(reachableHost(apiHost))}:${apiPort}`
      const link = `${publicUrl?.href.replace(/\/$/, '') ?? own}/#sign-in=${token}`
      return { text: `${link}\n`, json: { link, expires_in: LINK_SECONDS } }
    }),
}

async function findUser(store: Store, call: Call): Promise<{ tenant: Tenant; user: UserRecord }> {
  const email = requireEmail(call)
  const tenant = await findTenant(store, call)
  const user = (await store.users.findByEmail(email)).find(({ tenant_id }) => tenant_id === tenant.id)
  if (user === undefined || user.status === 'pending') throw new UnknownUserError(email, tenant.name)
  return { tenant, user }
}

function requireEmail(call: Call): string {
  const email = Email.safeParse(call.text('email'))
  if (!email.success) throw new UsageError('--email must be an e-mail address')
  return email.data
}

export const removeSecondFactor: Command = {
  name: 'user remove-second-factor',
  summary: 'Removes the second factor of a user who lost it, and ends all sessions of the user.',
  options: [TENANT, { name: 'email', value: 'EMAIL', required: true, meaning: 'the user' }],
  needsDatabase: true,
  run: (call) =>
    withStore(call.settings, async (store) => {
      const { tenant, user } = await findUser(store, call)
      const effects = audited<Changed<UserRecord>>(store, ({ after: { id, email } }) => ({
        action: 'user.second_factor_removed',
        target_type: 'user',
        target_id: id,
        details: { email },
      }))
      const changes = { second_factor: null, endSessions: { except: null } }
      if (user.second_factor !== null) await store.users.update(tenant.id, user.id, changes, effects)
      return { text: `${user.email} has no second factor\n`, json: { id: user.id, email: user.email } }
    }),
}

export const unlink: Command = {
  name: 'user unlink',
  summary: 'Ends the link of a user with the OpenID provider, and all sessions of the user.',
  options: [TENANT, { name: 'email', value: 'EMAIL', required: true, meaning: 'the user' }],
  needsDatabase: true,
  run: (call) =>
    withStore(call.settings, async (store) => {
      const { tenant, user } = await findUser(store, call)
      const effects = audited<Changed<UserRecord>>(store, ({ before, after: { id, email } }) => ({
        action: 'user.unlinked',
        target_type: 'user',
        target_id: id,
        details: { email, issuer: before.identity?.issuer },
      }))
      const changes = { identity: null, endSessions: { except: null } }
      if (user.identity !== null) await store.users.update(tenant.id, user.id, changes, effects)
      return { text: `${user.email} is not linked with a provider\n`, json: { id: user.id, email: user.email } }
    }),
}

export const resetPassword: Command = {
  name: 'user reset-password',
  summary: 'Sets a new password for a user who is locked out, and ends all sessions of the user.',
  options: [
    TENANT,
    { name: 'email', value: 'EMAIL', required: true, meaning: 'the user' },
    ...passwordOptions('password'),
  ],
  needsDatabase: true,
  async run(call) {
    requireEmail(call)
    const password = await readPassword(call, 'password')
    return withStore(call.settings, async (store) => {
      const { tenant, user } = await findUser(store, call)
      const password_hash = await new Passwords().hash(password)
      const changes = { password_hash, endSessions: { except: null } }
      const effects = audited<Changed<UserRecord>>(store, ({ after: { id, email } }) => ({
        action: 'user.password_reset',
        target_type: 'user',
        target_id: id,
        details: { email },
      }))
      await store.users.update(tenant.id, user.id, changes, effects)
      return {
        text: `${user.email} has a new password and must log in again\n`,
        json: { id: user.id, email: user.email },
      }
    })
  },
}
