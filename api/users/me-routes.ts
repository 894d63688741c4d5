import { UserMeUpdate } from '../../core/model/session.ts'
import { User } from '../../core/model/user.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { limitInFlight } from '../http/in-flight.ts'
import { ENROLLING, EVERY_USER, type Route, route } from '../http/route.ts'
import { requirePasswords } from '../passwords/require-passwords.ts'
import { codeRequired, type SecondFactorCheck } from '../passwords/second-factor/check.ts'
import type { Changed } from '../store/paging.ts'
import type { UserRecord } from '../store/user-store.ts'
import { requireUser, updateOwn } from './own-account.ts'
import { presentUser } from './presenter.ts'

/** New passwords of one user: one is hashed at a time, and a few wait. */
const CHANGES = { weight: 1, waiting: 4, waitMs: 30_000 }

type Dependencies = Pick<ApiDependencies, 'settings' | 'store' | 'passwords' | 'events' | 'audit'>

/** What every user may do: see and change their own account. */
export function meRoutes(
  { settings, store, passwords, events, audit }: Dependencies,
  check: SecondFactorCheck,
): Route[] {
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
      },
      async ({ caller, body, clientAddress, renew }) => {
        const { user, session } = requireUser(caller)
        if (body.password !== undefined) requirePasswords(settings)
        const action = body.password === undefined ? 'user.updated' : 'user.password_changed'
        const changes = {
          ...(body.display_name !== undefined && { display_name: body.display_name }),
          // A new password ends every other session; the current one continues.
          ...(body.password !== undefined && {
            ...(await secondFactorOf(user, body.code)),
            password_hash: await hashOwn(user.id, body.password),
            endSessions: { except: session.id },
          }),
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

  /** Nobody who logs in waits behind a user who does nothing but change their password. */
  async function hashOwn(userId: string, password: string): Promise<string> {
    const { turn, leave } = changing.enter(userId, 1)
    try {
      await turn
      return await passwords.hash(password, 'own')
    } finally {
      leave()
    }
  }
}
