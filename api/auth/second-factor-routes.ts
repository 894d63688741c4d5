import {
  NewSecondFactor,
  RecoveryCodes,
  SecondFactor,
  SecondFactorCode,
  SecondFactorRequest,
} from '../../core/model/session.ts'
import type { Actor, AuditedAction } from '../audit/audit-log.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { ApiError, conflict, forbidden } from '../http/api-error.ts'
import type { Caller } from '../http/context.ts'
import { ADMIN, ENROLLING, EVERY_USER, type Route, route } from '../http/route.ts'
import { requirePasswords } from '../passwords/require-passwords.ts'
import { refusedCode, type SecondFactorCheck } from '../passwords/second-factor/check.ts'
import { appOf, newRecoveryCodes, newSecondFactor } from '../passwords/second-factor/codes.ts'
import type { Changed } from '../store/paging.ts'
import type { SecondFactorRecord, UserChanges, UserRecord } from '../store/user-store.ts'
import { requireUser } from '../users/own-account.ts'
import { findUser, refuseSelf } from '../users/user-guards.ts'

const WRONG_PASSWORD = 'Wrong password'

type Dependencies = Pick<ApiDependencies, 'settings' | 'store' | 'passwords' | 'audit' | 'events' | 'secondFactorKeys'>

/** An authenticator app beside the password (docs/reference/api-rules.md, Second factor). */
export function secondFactorRoutes(dependencies: Dependencies, check: SecondFactorCheck): Route[] {
  const { settings, store, passwords, audit, events, secondFactorKeys } = dependencies
  return [
    route(
      {
        method: 'GET',
        path: '/users/me/second-factor',
        operation: 'getSecondFactor',
        summary: 'See whether your account has a second factor',
        access: ENROLLING,
        responses: { 200: { description: 'Its state', schema: SecondFactor } },
      },
      async ({ caller }) => {
        const { second_factor: factor } = requireUser(caller).user
        const enabled = factor?.confirmed === true
        return { status: 200, body: { enabled, recovery_codes_left: enabled ? factor.recovery.length : 0 } }
      },
    ),
    route(
      {
        method: 'POST',
        path: '/users/me/second-factor',
        operation: 'beginSecondFactor',
        summary: 'Get the secret for an authenticator app',
        access: ENROLLING,
        body: SecondFactorRequest,
        responses: { 201: { description: 'For the app; it counts once it is confirmed', schema: NewSecondFactor } },
        errors: [409],
      },
      async ({ caller, body, clientAddress, renew }) => {
        requirePasswords(settings)
        const { user } = requireUser(caller)
        const { password_hash: hash } = user
        if (user.second_factor?.confirmed === true) throw conflict('There is a second factor already: remove it first')
        if (hash === null) throw conflict('Without a password there is nothing to be second to')
        // A session that was left open must not be enough to lock its user out.
        if (!(await check.trySignedIn(user, () => passwords.verify(hash, body.password, 'own')))) {
          audit.recordLater(user.tenant_id, { caller, clientAddress }, audited('user.second_factor_refused', user))
          throw forbidden(WRONG_PASSWORD)
        }
        const before = user.second_factor?.version ?? null
        const factor = newSecondFactor(secondFactorKeys, (before ?? 0) + 1)
        requireUser(await renew())
        // Another request may have turned one on while the password was verified.
        const changes = { second_factor: factor, ifSecondFactorVersion: before }
        const updated = await store.users.update(user.tenant_id, user.id, changes, { audit: () => [] })
        if (updated === undefined) throw conflict('The second factor was changed meanwhile: begin again')
        const app = appOf(user, factor, secondFactorKeys)
        return { status: 201, body: { secret: app.secret.base32, uri: app.toString() } }
      },
    ),
    route(
      {
        method: 'POST',
        path: '/users/me/second-factor/confirm',
        operation: 'confirmSecondFactor',
        summary: 'Turn the second factor on with a code of the app',
        access: ENROLLING,
        body: SecondFactorCode,
        responses: { 200: { description: 'Codes for when the app is lost, shown this once', schema: RecoveryCodes } },
        errors: [409],
      },
      async ({ caller, body, clientAddress, renew }) => {
        const { user, session } = requireUser(caller)
        const { second_factor: begun } = user
        if (begun === null || begun.confirmed) throw conflict('There is nothing to confirm: begin again')
        const used = await use(user, begun, body.code, { caller, clientAddress })
        const { shown, kept } = newRecoveryCodes()
        const second_factor = { ...used, confirmed: true, recovery: kept }
        const changes = { second_factor, ifSecondFactorVersion: begun.version, endSessions: { except: session.id } }
        await change({ caller, clientAddress, renew }, changes, 'user.second_factor_added')
        events.identityChanged(user)
        return { status: 200, body: { recovery_codes: shown } }
      },
    ),
    route(
      {
        method: 'POST',
        path: '/users/me/second-factor/remove',
        operation: 'removeSecondFactor',
        summary: 'Turn the second factor off with a code',
        access: EVERY_USER,
        body: SecondFactorCode,
        responses: { 204: { description: 'The password is enough again' } },
        errors: [409],
      },
      async ({ caller, body, clientAddress, renew }) => {
        const { user } = requireUser(caller)
        const { second_factor: factor } = user
        if (factor?.confirmed !== true) throw conflict('There is no second factor')
        await use(user, factor, body.code, { caller, clientAddress })
        const changes = { second_factor: null, ifSecondFactorVersion: factor.version }
        await change({ caller, clientAddress, renew }, changes, 'user.second_factor_removed')
        return { status: 204 }
      },
    ),
    route(
      {
        method: 'DELETE',
        path: '/users/:id/second-factor',
        operation: 'deleteUserSecondFactor',
        summary: 'Remove the second factor of a user who lost it',
        access: ADMIN,
        responses: { 204: { description: 'There is none any more' } },
        errors: [409],
      },
      async ({ caller, params, clientAddress }) => {
        const user = await findUser(store, caller, params.id)
        refuseSelf(caller, user, 'remove the second factor of')
        if (user.second_factor === null) return { status: 204 }
        const changes = { second_factor: null, endSessions: { except: null } }
        const effects = audit.with<Changed<UserRecord>>({ caller, clientAddress }, ({ after }) =>
          audited('user.second_factor_removed', after),
        )
        await store.users.update(user.tenant_id, user.id, changes, effects)
        events.identityChanged(user)
        return { status: 204 }
      },
    ),
  ]

  async function change(
    request: { readonly caller: Caller; readonly clientAddress: string; readonly renew: () => Promise<Caller> },
    changes: UserChanges & { readonly ifSecondFactorVersion: number },
    action: string,
  ): Promise<void> {
    const { user } = requireUser(await request.renew())
    const effects = audit.with<Changed<UserRecord>>(request, ({ after }) => audited(action, after))
    const updated = await store.users.update(user.tenant_id, user.id, changes, effects)
    // Another request has used the code, or begun anew.
    if (updated === undefined) throw refusedCode()
  }

  async function use(user: UserRecord, factor: SecondFactorRecord, code: string, actor: Actor) {
    try {
      return await check.useSignedIn(user, factor, code)
    } catch (error) {
      if (error instanceof ApiError && error.status === 403)
        audit.recordLater(user.tenant_id, actor, audited('user.second_factor_refused', user))
      throw error
    }
  }
}

function audited(action: string, { id, email }: UserRecord): AuditedAction {
  return { action, target_type: 'user', target_id: id, details: { email } }
}
