import type { Middleware } from 'koa'
import jwt from 'koa-jwt'
import type { Settings } from '../../config/settings.ts'
import { unauthorized } from '../http/api-error.ts'
import type { ApiContext, ApiState, Caller, ServiceCaller, UserCaller } from '../http/context.ts'
import { hashToken } from '../ids.ts'
import { mustEnrol } from '../passwords/second-factor/required.ts'
import type { NamedKey } from '../store/named-keys.ts'
import type { Store } from '../store/store.ts'
import { SESSIONS_MAX } from '../store/user-store.ts'
import { ALGORITHM, AUDIENCE, ISSUER, isCurrent, readClaims, toSession } from './sessions.ts'

export const SERVICE_TOKEN_PREFIX = 'wst'
/** The use of a token is noted no more often. */
const NOTED_EVERY_MS = 60_000
/** Of a user who is near the bound of sessions, where another sign-in ends the one that was not used for the longest time. */
const CROWDED_FROM = SESSIONS_MAX / 2
const NOTED_WHEN_CROWDED_MS = 1000

/** The key of sessions: those that another one has signed have ended. */
export interface SessionKeys {
  readonly session: NamedKey
  /** Known even if the key itself is not. */
  readonly sessionKeyId: string | undefined
  /** @returns a function that ends it */
  onChange(listener: () => void): () => void
}

export interface AuthenticateOptions {
  readonly settings: Pick<Settings, 'secondFactor' | 'passwordLogin'>
  readonly store: Pick<Store, 'users' | 'serviceTokens'>
  readonly sessionKeys: SessionKeys
  readonly now: () => Date
}

type VerifiedState = ApiState & { jwtPayload?: unknown; jwtToken?: string }

/**
 * Finds out who calls, from `Authorization: Bearer`, a session or a service token, and throws 401 if that cannot be
 * said. The user's record is read at every request, by primary key: role changes, resets and deletions hold at once.
 */
export function authenticate({ settings, store, sessionKeys, now }: AuthenticateOptions): Middleware<ApiState> {
  const options = {
    secret: async ({ kid }: { kid?: unknown }) => {
      const { id, key } = sessionKeys.session
      if (kid !== id) throw unauthorized()
      return key
    },
    algorithms: [ALGORITHM],
    issuer: ISSUER,
    audience: AUDIENCE,
    key: 'jwtPayload',
    tokenKey: 'jwtToken',
    // Read by jsonwebtoken at each verification.
    get clockTimestamp() {
      return Math.floor(now().getTime() / 1000)
    },
  }
  const verifyJwt = jwt(options)
  /** By token: when its use was noted last, in milliseconds since 1970. */
  const noted = new Map<string, number>()
  /** Sessions whose use is being noted. */
  const noting = new Set<string>()

  return async (ctx, next) => {
    const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(ctx.get('Authorization'))?.[1]
    if (token === undefined) throw unauthorized()
    const caller = token.startsWith(`${SERVICE_TOKEN_PREFIX}_`)
      ? await callerOfServiceToken(store, token)
      : await findUser(ctx)
    if (caller === undefined) throw unauthorized()
    if (caller.kind === 'service') noteUse(caller.token.id)
    else noteSession(caller, ctx.state.clientAddress)
    ctx.state.caller = caller
    await next()
  }

  /** Once a minute at most, and not waited for: no request is to fail because of it. */
  function noteUse(id: string): void {
    const at = now()
    if (at.getTime() - (noted.get(id) ?? -Infinity) < NOTED_EVERY_MS) return
    noted.set(id, at.getTime())
    store.serviceTokens.noteUse(id, at.toISOString()).catch(() => noted.delete(id))
  }

  /** The same of a session, whose record says when that was last. */
  function noteSession({ tenantId, user, session: { id } }: UserCaller, address: string): void {
    const at = now()
    const last = user.sessions.find((one) => one.id === id)?.last_used_at
    const every = user.sessions.length < CROWDED_FROM ? NOTED_EVERY_MS : NOTED_WHEN_CROWDED_MS
    if (last === undefined || at.getTime() - Date.parse(last) < every || noting.has(id)) return
    noting.add(id)
    store.users
      .update(tenantId, user.id, { useSession: { id, at: at.toISOString(), address } })
      .catch(() => undefined)
      .finally(() => noting.delete(id))
  }

  async function findUser(ctx: ApiContext): Promise<Caller | undefined> {
    const state: VerifiedState = ctx.state
    try {
      await verifyJwt(ctx as never, async () => {})
    } catch {
      // Malformed, forged, expired or for another audience: the caller does not learn which.
      return undefined
    }
    const claims = readClaims(state.jwtToken ?? '', state.jwtPayload, now())
    if (claims === undefined) return undefined
    const user = await store.users.get(claims.tenant_id, claims.sub)
    if (user === undefined || !isCurrent(user, claims.sv, claims.jti)) return undefined
    const isLimited = mustEnrol(settings, user, claims.jti)
    return { kind: 'user', tenantId: user.tenant_id, user, session: toSession(claims), mustEnrol: isLimited }
  }
}

/** Undefined if no such token is known, or it holds no longer. */
export async function callerOfServiceToken(
  store: Pick<Store, 'serviceTokens'>,
  token: string,
): Promise<ServiceCaller | undefined> {
  const found = await store.serviceTokens.findByHash(hashToken(token))
  return found === undefined ? undefined : { kind: 'service', tenantId: found.tenant_id, token: found }
}

/**
 * Asks again, for a connection that outlives its request.
 * @returns the caller as the store knows it now; undefined if the token holds no longer
 */
export async function renewCaller(
  caller: Caller,
  { settings, store, sessionKeys, now }: AuthenticateOptions,
): Promise<Caller | undefined> {
  if (caller.kind === 'service') {
    const token = await store.serviceTokens.findByHash(caller.token.token_hash)
    return token === undefined ? undefined : { ...caller, token }
  }
  const user = await store.users.get(caller.tenantId, caller.user.id)
  if (user === undefined || caller.session.expiresAt <= now().getTime()) return undefined
  if (caller.session.keyId !== sessionKeys.sessionKeyId) return undefined
  const { id, version } = caller.session
  return isCurrent(user, version, id) ? { ...caller, user, mustEnrol: mustEnrol(settings, user, id) } : undefined
}
