import { ProxyToken, ProxyTokenCheck, ProxyTokenOwner } from '../../core/model/proxy-token.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { ApiError } from '../http/api-error.ts'
import { EVERY_USER, type Route, route } from '../http/route.ts'
import { secretToken } from '../ids.ts'
import { Passwords } from '../passwords/passwords.ts'
import type { Changed } from '../store/paging.ts'
import type { UserRecord } from '../store/user-store.ts'
import { requireUser, updateOwn } from './own-account.ts'
import { hashProxyToken, isProxyToken } from './proxy-token-hashes.ts'

const PREFIX = 'wpt'

type Dependencies = Pick<ApiDependencies, 'store' | 'audit' | 'now'>

/** Personal tokens, by which a proxy knows who uses it (docs/reference/api-rules.md, Identity in the proxy). */
export function proxyTokenRoutes({ store, audit, now }: Dependencies): Route[] {
  // A line of their own: neither do logins wait for proxies, nor proxies for logins.
  const hashes = new Passwords()
  return [
    route(
      {
        method: 'POST',
        path: '/users/me/proxy-token',
        operation: 'createProxyToken',
        summary: 'Create your own proxy token; only this response shows it',
        access: EVERY_USER,
        responses: { 201: { description: 'The token, which replaces any previous one', schema: ProxyToken } },
      },
      async ({ caller, clientAddress, renew }) => {
        requireUser(caller)
        const token = secretToken(PREFIX)
        const proxy_token_hash = await hashProxyToken(token, hashes)
        const effects = audit.with<Changed<UserRecord>>({ caller, clientAddress }, ({ after }) =>
          audited('proxy_token.created', after),
        )
        await updateOwn(store, renew, { proxy_token_hash }, effects)
        return { status: 201, body: { token, created_at: now().toISOString() } }
      },
    ),
    route(
      {
        method: 'DELETE',
        path: '/users/me/proxy-token',
        operation: 'deleteProxyToken',
        summary: 'Revoke your own proxy token',
        access: EVERY_USER,
        responses: { 204: { description: 'Revoked' } },
      },
      async ({ caller, clientAddress, renew }) => {
        requireUser(caller)
        const effects = audit.with<Changed<UserRecord>>({ caller, clientAddress }, ({ before }) =>
          before.proxy_token_hash === null ? [] : audited('proxy_token.deleted', before),
        )
        await updateOwn(store, renew, { proxy_token_hash: null }, effects)
        return { status: 204 }
      },
    ),
    route(
      {
        method: 'POST',
        path: '/proxy-tokens/verify',
        operation: 'verifyProxyToken',
        summary: 'Look up the user of a proxy token',
        access: { roles: [], scopes: ['record', 'policies'] },
        body: ProxyTokenCheck,
        responses: { 200: { description: 'The user’s id', schema: ProxyTokenOwner } },
        errors: [404],
      },
      async ({ caller, body }) => {
        const email = body.email.toLowerCase()
        const user = (await store.users.findByEmail(email)).find(({ tenant_id }) => tenant_id === caller.tenantId)
        const hash = user?.status === 'active' ? user.proxy_token_hash : undefined
        if (await isProxyToken(hash, body.token, hashes)) return { status: 200, body: { user_id: user?.id } }
        // A 401 would tell the proxy that its own token is wrong.
        throw new ApiError(404, 'ERR_NOT_FOUND', 'No active user has this e-mail address and proxy token')
      },
    ),
  ]
}

function audited(action: string, { id, email }: UserRecord) {
  return { action, target_type: 'user', target_id: id, details: { email } }
}
