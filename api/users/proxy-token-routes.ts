import {
  ProxyToken,
  ProxyTokenCheck,
  ProxyTokenOwner,
  ProxyUser,
  ProxyUserLookup,
} from '../../core/model/proxy-token.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { ApiError, notFound } from '../http/api-error.ts'
import type { ApiRequest, Caller } from '../http/context.ts'
import { ADMIN, EVERY_USER, type Route, route } from '../http/route.ts'
import { secretToken } from '../ids.ts'
import { Passwords } from '../passwords/passwords.ts'
import type { Changed } from '../store/paging.ts'
import type { UserRecord } from '../store/user-store.ts'
import { requireUser, updateOwn } from './own-account.ts'
import { hashProxyToken, RightTokens } from './proxy-token-hashes.ts'
import { findUser, refusePending } from './user-guards.ts'

const PREFIX = 'wpt'
const PROXIES = { roles: [], scopes: ['record', 'policies'] } as const

type Dependencies = Pick<ApiDependencies, 'store' | 'audit' | 'events' | 'now'>

/** Personal tokens, by which a proxy knows who uses it (docs/reference/api-rules.md, Identity in the proxy). */
export function proxyTokenRoutes({ store, audit, events, now }: Dependencies): Route[] {
  // A line of their own: neither do logins wait for proxies, nor proxies for logins.
  const hashes = new Passwords()
  const right = new RightTokens()
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
      async (request) => {
        const { token, proxy_token_hash } = await newToken()
        await changeOwn(request, { proxy_token_hash })
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
      async (request) => {
        await changeOwn(request, { proxy_token_hash: null })
        return { status: 204 }
      },
    ),
    route(
      {
        method: 'POST',
        path: '/users/:id/proxy-token',
        operation: 'createUserProxyToken',
        summary: 'Create a user’s proxy token; only this response shows it',
        access: ADMIN,
        responses: { 201: { description: 'The token, which replaces any previous one', schema: ProxyToken } },
        errors: [409],
      },
      async (request) => {
        const user = await findUser(store, request.caller, request.params.id)
        refusePending(user)
        const { token, proxy_token_hash } = await newToken()
        await request.renew()
        await changeOther(request, user, { proxy_token_hash })
        return { status: 201, body: { token, created_at: now().toISOString() } }
      },
    ),
    route(
      {
        method: 'DELETE',
        path: '/users/:id/proxy-token',
        operation: 'deleteUserProxyToken',
        summary: 'Revoke a user’s proxy token',
        access: ADMIN,
        responses: { 204: { description: 'Revoked' } },
      },
      async (request) => {
        const user = await findUser(store, request.caller, request.params.id)
        await changeOther(request, user, { proxy_token_hash: null })
        return { status: 204 }
      },
    ),
    route(
      {
        method: 'POST',
        path: '/proxy-tokens/verify',
        operation: 'verifyProxyToken',
        summary: 'Look up the user of a proxy token',
        access: PROXIES,
        isCountedApart: true,
        body: ProxyTokenCheck,
        responses: { 200: { description: 'The user’s id', schema: ProxyTokenOwner } },
        errors: [404],
      },
      async ({ caller, body }) => {
        const user = await userOf(caller, body.email)
        const hash = user?.status === 'active' ? user.proxy_token_hash : undefined
        if (await right.verify(hash, body.token, hashes)) return { status: 200, body: { user_id: user?.id } }
        // A 401 would tell the proxy that its own token is wrong.
        throw new ApiError(404, 'ERR_NOT_FOUND', 'No active user has this e-mail address and proxy token')
      },
    ),
    route(
      {
        method: 'POST',
        path: '/proxy-tokens/users',
        operation: 'lookUpProxyUser',
        summary: 'Look up a user whom another proxy has identified',
        access: PROXIES,
        isCountedApart: true,
        body: ProxyUserLookup,
        responses: { 200: { description: 'The user’s id, or null', schema: ProxyUser } },
      },
      async ({ caller, body }) => ({
        status: 200,
        body: { user_id: (await userOf(caller, body.user))?.id ?? null },
      }),
    ),
  ]

  async function newToken() {
    const token = secretToken(PREFIX)
    return { token, proxy_token_hash: await hashProxyToken(token, hashes) }
  }

  async function userOf({ tenantId }: Caller, email: string): Promise<UserRecord | undefined> {
    return (await store.users.findByEmail(email.toLowerCase())).find(({ tenant_id }) => tenant_id === tenantId)
  }

  function effectsOf({ caller, clientAddress }: ApiRequest<unknown, unknown, Caller>, isNew: boolean) {
    return audit.with<Changed<UserRecord>>({ caller, clientAddress }, ({ before, after }) => {
      if (isNew) return audited('proxy_token.created', after)
      return before.proxy_token_hash === null ? [] : audited('proxy_token.deleted', before)
    })
  }

  async function changeOwn(request: ApiRequest<unknown, unknown, Caller>, changes: TokenChange): Promise<void> {
    requireUser(request.caller)
    const effects = effectsOf(request, changes.proxy_token_hash !== null)
    const { after } = await updateOwn(store, request.renew, changes, effects)
    events.identityChanged(after)
  }

  async function changeOther(
    request: ApiRequest<unknown, unknown, Caller>,
    { id, tenant_id }: UserRecord,
    changes: TokenChange,
  ): Promise<void> {
    const effects = effectsOf(request, changes.proxy_token_hash !== null)
    const updated = await store.users.update(tenant_id, id, changes, effects)
    if (updated === undefined) throw notFound('User')
    events.identityChanged(updated.after)
  }
}

type TokenChange = Pick<UserRecord, 'proxy_token_hash'>

function audited(action: string, { id, email }: UserRecord) {
  return { action, target_type: 'user', target_id: id, details: { email } }
}
