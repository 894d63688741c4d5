import { UserMeUpdate } from '../../core/model/session.ts'
import { User } from '../../core/model/user.ts'
import type { ApiDependencies } from '../dependencies.ts'
import type { Caller } from '../http/context.ts'
import { limitInFlight } from '../http/in-flight.ts'
import { ENROLLING, EVERY_USER, type Route, route } from '../http/route.ts'
import { requirePasswords } from '../passwords/require-passwords.ts'
import { codeRequired, type SecondFactorCheck } from '../passwords/second-factor/check.ts'
import type { Changed } from '../store/paging.ts'
import type { UserRecord } from '../store/user-store.ts'
import { requireUser, updateOwn } from './own-account.ts'
import { requireOwnPassword } from './own-password.ts'
import { presentUser } from './presenter.ts'

/** New passwords of one user: one is hashed at a time, and a few wait. */
const CHANGES = { weight: 1, waiting: 4, waitMs: 30_000 }

type Dependencies = Pick<ApiDependencies, 'settings' | 'store' | 'passwords' | 'events' | 'audit' | 'now'>

/** What every user may do: see and change their own account. */
export function meRoutes(dependencies: Dependencies, check: SecondFactorCheck): Route[] {
  const { settings, store, passwords, events, audit } = dependencies
  const changing = limitInFlight(CHANGES)
  return [
    route(
      {
        method: 'GET',
        path: '/users/me',
        operation: 'getMe',
        summary: 'Get your own account',
        access: ENROLLING,
        responses: { 200: { description: 'The user', schema: User } },
      },
      async ({ caller }) => ({ status: 200, body: presentUser(requireUser(caller).user) }),
    ),
    route(
      {
        method: 'PUT',
        path: '/users/me',
        operation: 'updateMe',
        summary: 'Change your own name or password',
        access: EVERY_USER,
        body: UserMeUpdate,
        responses: { 200: { description: 'The updated user', schema: User } },
        errors: [409],
      },
      async ({ caller, body, clientAddress, renew }) => {
        const { user } = requireUser(caller)
        const action = body.password === undefined ? 'user.updated' : 'user.password_changed'
        const changes = {
          ...(body.display_name !== undefined && { display_name: body.display_name }),
          ...(body.password !== undefined && (await newPassword({ caller, clientAddress }, body.password, body))),
        }
        const effects = audit.with<Changed<UserRecord>>({ caller, clientAddress }, ({ after: { id, email } }) => {
          return { action, target_type: 'user', target_id: id, details: { email } }
        })
        const updated = await updateOwn(store, renew, changes, effects)
        if (body.password !== undefined) events.identityChanged(user)
        return { status: 200, body: presentUser(updated.after) }
      },
    ),
  ]

  /** An open session alone must not be enough to take an account over. */
  async function secondFactorOf(user: UserRecord, code: string | undefined) {
    const { second_factor: factor } = user
    if (factor?.confirmed !== true) return {}
    if (code === undefined) throw codeRequired()
    const used = await check.useSignedIn(user, factor, code)
    return { second_factor: used, ifSecondFactorVersion: factor.version }
  }

  /**
   * It ends every other session; the current one continues. Nobody who logs in waits behind a user who does nothing but
   * change their password.
   */
  async function newPassword(
    request: { readonly caller: Caller; readonly clientAddress: string },
    password: string,
    { current_password, code }: UserMeUpdate,
  ) {
    requirePasswords(settings)
    const { user, session } = requireUser(request.caller)
    return changing.take(user.id, async () => {
      await requireOwnPassword(dependencies, check, request, current_password)
      return {
        ...(await secondFactorOf(user, code)),
        password_hash: await passwords.hash(password, 'own'),
        endSessions: { except: session.id },
      }
    })
  }
}
