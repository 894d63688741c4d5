import { z } from 'zod'
import type { ApiDependencies } from '../../dependencies.ts'
import { ADMIN, EVERY_USER, type Route, route } from '../../http/route.ts'
import type { Changed } from '../../store/paging.ts'
import type { UserRecord } from '../../store/user-store.ts'
import { requireUser } from '../../users/own-account.ts'
import { findUser } from '../../users/user-guards.ts'

const LinkedAccount = z.strictObject({
  issuer: z.string().nullable().meta({ description: 'The OpenID provider; null where the account is not linked' }),
})

type Dependencies = Pick<ApiDependencies, 'store' | 'audit' | 'events'>

/** Seeing and ending the link of an account with an OpenID provider. */
export function identityRoutes({ store, audit, events }: Dependencies): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/users/me/identity',
        operation: 'getIdentity',
        summary: 'See whether your account is linked with an OpenID provider',
        access: EVERY_USER,
        responses: { 200: { description: 'The provider', schema: LinkedAccount } },
      },
      async ({ caller }) => ({ status: 200, body: { issuer: requireUser(caller).user.identity?.issuer ?? null } }),
    ),
    route(
      {
        method: 'DELETE',
        path: '/users/:id/identity',
        operation: 'deleteUserIdentity',
        summary: 'End the link of a user with an OpenID provider',
        access: ADMIN,
        responses: { 204: { description: 'There is none any more, and the sessions of the user have ended' } },
      },
      async ({ caller, params, clientAddress }) => {
        const user = await findUser(store, caller, params.id)
        if (user.identity === null) return { status: 204 }
        const { issuer } = user.identity
        // The admin's own session goes on: it began before, and was not opened by whoever is linked.
        const except = caller.kind === 'user' && caller.user.id === user.id ? caller.session.id : null
        const changes = { identity: null, endSessions: { except } }
        const effects = audit.with<Changed<UserRecord>>({ caller, clientAddress }, ({ after: { id, email } }) => {
          return { action: 'user.unlinked', target_type: 'user', target_id: id, details: { email, issuer } }
        })
        await store.users.update(user.tenant_id, user.id, changes, effects)
        events.identityChanged(user)
        return { status: 204 }
      },
    ),
  ]
}
