import { LoginResponse } from '../../core/model/session.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { unauthorized } from '../http/api-error.ts'
import { PUBLIC, type Route, route } from '../http/route.ts'
import type { UserRecord } from '../store/user-store.ts'
import { clearCookie, readCookie, requireConsole } from './cookie.ts'
import { openSession, withEnrolment } from './open-session.ts'
import { bearerClaims, type CookieClaims, isCurrent, verifyCookie } from './sessions.ts'

type Dependencies = Pick<ApiDependencies, 'settings' | 'store' | 'sessionKeys' | 'now' | 'audit' | 'events'>

/** Who the cookie of a browser stands for. */
interface Found {
  readonly claims: CookieClaims
  readonly user: UserRecord
}

/** The only routes that read the cookie that `createSession` (login-routes.ts) sets. */
export function browserSessionRoutes({ settings, store, sessionKeys, now, audit, events }: Dependencies): Route[] {
  return [
    route(
      {
        method: 'POST',
        path: '/auth/session/refresh',
        operation: 'refreshSession',
        summary: 'Obtain another token for the session of a browser',
        access: PUBLIC,
        responses: { 200: { description: 'A bearer token', schema: LoginResponse } },
        errors: [401, 403, 503],
      },
      async ({ headers }) => {
        requireConsole(headers)
        const found = await find(readCookie(headers))
        if (found === undefined) throw unauthorized()
        const claims = bearerClaims(found.claims, found.user, now())
        const { response } = openSession(found.user, sessionKeys.session, now(), claims)
        return { status: 200, body: withEnrolment(response, settings, found.user, claims.jti) }
      },
    ),
    route(
      {
        method: 'DELETE',
        path: '/auth/session',
        operation: 'deleteSession',
        summary: 'End the session of a browser',
        access: PUBLIC,
        responses: { 204: { description: 'The session has ended, or there was none' } },
        errors: [403, 503],
      },
      async ({ headers, clientAddress }) => {
        requireConsole(headers)
        const found = await find(readCookie(headers))
        if (found !== undefined) {
          const { user, claims } = found
          await store.users.update(user.tenant_id, user.id, { endSession: claims.jti })
          events.identityChanged(user)
          const { caller } = openSession(user, sessionKeys.session, now(), bearerClaims(claims, user, now()))
          const action = {
            action: 'auth.logout',
            target_type: 'user',
            target_id: user.id,
            details: { email: user.email },
          }
          await audit.record(user.tenant_id, { caller, clientAddress }, action)
        }
        return { status: 204, headers: { 'Set-Cookie': clearCookie(), 'Clear-Site-Data': '"cache"' } }
      },
    ),
  ]

  async function find(token: string | undefined): Promise<Found | undefined> {
    const claims = token === undefined ? undefined : verifyCookie(token, sessionKeys.session, now())
    if (claims === undefined) return undefined
    const user = await store.users.get(claims.tenant_id, claims.sub)
    return user !== undefined && isCurrent(user, claims.sv, claims.jti) ? { claims, user } : undefined
  }
}
