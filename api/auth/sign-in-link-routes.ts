import { z } from 'zod'
import { LoginResponse } from '../../core/model/session.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { unauthorized } from '../http/api-error.ts'
import { PUBLIC, type Route, route } from '../http/route.ts'
import type { Changed } from '../store/paging.ts'
import type { UserRecord } from '../store/user-store.ts'
import { openBrowserSession } from './browser-session.ts'
import { requireConsole } from './cookie.ts'
import { openSession } from './open-session.ts'
import { createClaims, isUsable, newSession, verifyLink } from './sessions.ts'

const LinkRequest = z.strictObject({ token: z.string().max(4096) })
const REFUSAL = 'This link is used up, too old, or not one of this server: make another one'

type Dependencies = Pick<ApiDependencies, 'store' | 'sessionKeys' | 'now' | 'audit' | 'metrics'>

/** The other end of `npm run admin -- user sign-in-link`. */
export function signInLinkRoutes({ store, sessionKeys, now, audit, metrics }: Dependencies): Route[] {
  return [
    route(
      {
        method: 'POST',
        path: '/auth/session/link',
        operation: 'createSessionByLink',
        summary: 'Log in from a browser with a link that an operator made',
        access: { ...PUBLIC, limitByAddress: true },
        limitedAs: 'login',
        body: LinkRequest,
        responses: { 200: { description: 'A bearer token', schema: LoginResponse } },
        errors: [401, 403],
      },
      async ({ body, headers, clientAddress }) => {
        requireConsole(headers)
        const claims = verifyLink(body.token, sessionKeys.session, now())
        if (claims === undefined) throw refused()
        const user = await store.users.get(claims.tenant_id, claims.sub)
        if (user === undefined || !isUsable(user, claims)) throw refused()
        const session = newSession('link', sessionKeys.session, now(), { headers, clientAddress })
        const changes = {
          addSession: session,
          endSession: claims.jti,
          last_login: now().toISOString(),
          ifSessionVersion: user.session_version,
        }
        const effects = audit.with<Changed<UserRecord>>(
          ({ after }) => ({ caller: openSession(after, sessionKeys.session, now()).caller, clientAddress }),
          ({ after: { id, email } }) => {
            return { action: 'auth.login', target_type: 'user', target_id: id, details: { email, by: 'link' } }
          },
        )
        const updated = await store.users.update(user.tenant_id, user.id, changes, effects)
        // Of two browsers with the same link the second finds it used up.
        const isFirst = updated?.before.ended_sessions.includes(claims.jti) === false
        if (!isFirst || updated.after.status !== 'active') throw refused()
        metrics.logins.inc({ result: 'accepted' })
        const opened = createClaims(updated.after, now(), session.id)
        const { response, cookie } = openBrowserSession(updated.after, sessionKeys.session, now(), opened)
        return { status: 200, body: response, headers: { 'Set-Cookie': cookie } }
      },
    ),
  ]

  function refused() {
    metrics.logins.inc({ result: 'refused' })
    return unauthorized(REFUSAL)
  }
}
