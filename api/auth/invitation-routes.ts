import { LoginResponse } from '../../core/model/session.ts'
import { AcceptInvitationRequest } from '../../core/model/user-requests.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { badRequest } from '../http/api-error.ts'
import { PUBLIC, type Route, route } from '../http/route.ts'
import { hashToken } from '../ids.ts'
import { requirePasswords } from '../passwords/require-passwords.ts'
import type { UserRecord } from '../store/user-store.ts'
import { isExpired } from '../users/invitation.ts'
import { publishActivated } from '../users/user-events.ts'
import { openSession, withEnrolment } from './open-session.ts'
import { createClaims, newSession } from './sessions.ts'

type Dependencies = Pick<ApiDependencies, 'settings' | 'store' | 'passwords' | 'sessionKeys' | 'now' | 'audit'>

/** The other end of an invitation (docs/reference/api-rules.md, Authentication). */
export function invitationRoutes({ settings, store, passwords, sessionKeys, now, audit }: Dependencies): Route[] {
  return [
    route(
      {
        method: 'POST',
        path: '/auth/accept-invitation',
        operation: 'acceptInvitation',
        summary: 'Choose a password and log in for the first time',
        access: { ...PUBLIC, limitByAddress: true },
        body: AcceptInvitationRequest,
        responses: { 200: { description: 'A bearer token', schema: LoginResponse } },
        errors: [403],
      },
      async ({ body, headers, clientAddress }) => {
        requirePasswords(settings)
        const tokenHash = hashToken(body.token)
        const invited = await store.users.findByInvitation(tokenHash)
        if (invited === undefined || invited.invitation === null)
          throw badRequest('Invitation not found, used already, or replaced by a newer one')
        if (isExpired(invited.invitation, now())) throw badRequest('Invitation expired')
        const password_hash = await passwords.hash(body.password)
        const session = newSession('password', sessionKeys.session, now(), { headers, clientAddress })
        const changes = {
          addSession: session,
          password_hash,
          last_login: now().toISOString(),
          ...(body.display_name !== undefined && { display_name: body.display_name }),
        }
        const effects = audit.with<UserRecord>(
          (user) => ({ caller: openSession(user, sessionKeys.session, now()).caller, clientAddress }),
          ({ id, email, invited_by }) => {
            return { action: 'user.activated', target_type: 'user', target_id: id, details: { email, invited_by } }
          },
          publishActivated,
        )
        const user = await store.users.acceptInvitation(tokenHash, changes, effects)
        if (user === undefined) throw badRequest('Invitation not found, used already, or replaced by a newer one')
        const claims = createClaims(user, now(), session.id)
        const { response } = openSession(user, sessionKeys.session, now(), claims)
        return { status: 200, body: withEnrolment(response, settings, user, session.id) }
      },
    ),
  ]
}
