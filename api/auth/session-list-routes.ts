import { EndedSessions, SessionList } from '../../core/model/session.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { notFound } from '../http/api-error.ts'
import type { Caller } from '../http/context.ts'
import { requireId } from '../http/request.ts'
import { ADMIN, EVERY_USER, type Route, route } from '../http/route.ts'
import type { Changed } from '../store/paging.ts'
import type { UserChanges, UserRecord } from '../store/user-store.ts'
import { requireUser } from '../users/own-account.ts'
import { presentSessions } from '../users/session-presenter.ts'
import { findUser } from '../users/user-guards.ts'

type Dependencies = Pick<ApiDependencies, 'store' | 'audit' | 'events' | 'now' | 'sessionKeys'>

/** Seeing where a user is signed in, and ending it (docs/reference/api-rules.md, Sessions). */
export function sessionListRoutes({ store, audit, events, now, sessionKeys }: Dependencies): Route[] {
  const list = (user: UserRecord, caller: Caller) => {
    const sessions = presentSessions(user, sessionKeys.sessionKeyId, now(), ownSession(caller))
    return { status: 200, body: { sessions, total: sessions.length } }
  }
  return [
    route(
      {
        method: 'GET',
        path: '/users/me/sessions',
        operation: 'listOwnSessions',
        summary: 'List your own sessions',
        access: EVERY_USER,
        responses: { 200: { description: 'Where you are signed in', schema: SessionList } },
      },
      async ({ caller }) => list(requireUser(caller).user, caller),
    ),
    route(
      {
        method: 'DELETE',
        path: '/users/me/sessions',
        operation: 'endOtherSessions',
        summary: 'End all of your own sessions but this one',
        access: EVERY_USER,
        responses: { 200: { description: 'How many have ended', schema: EndedSessions } },
      },
      async ({ caller, clientAddress }) => endAll(requireUser(caller).user, caller, clientAddress),
    ),
    route(
      {
        method: 'DELETE',
        path: '/users/me/sessions/:session_id',
        operation: 'endOwnSession',
        summary: 'End one of your own sessions',
        access: EVERY_USER,
        responses: { 204: { description: 'It has ended' } },
      },
      async ({ caller, params, clientAddress }) =>
        endOne(requireUser(caller).user, params.session_id, caller, clientAddress),
    ),
    route(
      {
        method: 'GET',
        path: '/users/:id/sessions',
        operation: 'listSessions',
        summary: 'List the sessions of a user',
        access: ADMIN,
        responses: { 200: { description: 'Where the user is signed in', schema: SessionList } },
      },
      async ({ caller, params }) => list(await findUser(store, caller, params.id), caller),
    ),
    route(
      {
        method: 'DELETE',
        path: '/users/:id/sessions',
        operation: 'endSessions',
        summary: 'End all sessions of a user',
        access: ADMIN,
        responses: { 200: { description: 'How many have ended', schema: EndedSessions } },
      },
      async ({ caller, params, clientAddress }) =>
        endAll(await findUser(store, caller, params.id), caller, clientAddress),
    ),
    route(
      {
        method: 'DELETE',
        path: '/users/:id/sessions/:session_id',
        operation: 'endSession',
        summary: 'End one session of a user',
        access: ADMIN,
        responses: { 204: { description: 'It has ended' } },
      },
      async ({ caller, params, clientAddress }) =>
        endOne(await findUser(store, caller, params.id), params.session_id, caller, clientAddress),
    ),
  ]

  /** Of one's own, the one that asks goes on. */
  async function endAll(user: UserRecord, caller: Caller, clientAddress: string) {
    const isOwn = caller.kind === 'user' && caller.user.id === user.id
    const except = isOwn ? caller.session.id : null
    const changed = await end(user, { endSessions: { except } }, caller, clientAddress)
    if (changed === undefined) throw notFound('User')
    const { length: deleted } = endedBy(changed)
    return { status: 200, body: { deleted } }
  }

  async function endOne(user: UserRecord, sessionId: string | undefined, caller: Caller, clientAddress: string) {
    const id = requireId(sessionId, 'Session')
    const isShown = presentSessions(user, sessionKeys.sessionKeyId, now()).some((one) => one.id === id)
    const changed = isShown ? await end(user, { endSession: id }, caller, clientAddress) : undefined
    // Of several who end it at once, one does.
    if (changed === undefined || endedBy(changed).length === 0) throw notFound('Session')
    return { status: 204 }
  }

  async function end(user: UserRecord, changes: UserChanges, caller: Caller, clientAddress: string) {
    const effects = audit.with<Changed<UserRecord>>({ caller, clientAddress }, (change) => {
      const sessions = endedBy(change)
      const { id, email } = change.after
      // Another request was faster, or there was nothing to end.
      if (sessions.length === 0) return []
      return { action: 'user.sessions_ended', target_type: 'user', target_id: id, details: { email, sessions } }
    })
    const changed = await store.users.update(user.tenant_id, user.id, changes, effects)
    events.identityChanged(user)
    return changed
  }

  function endedBy({ before, after }: Changed<UserRecord>): string[] {
    const shown = presentSessions(before, sessionKeys.sessionKeyId, now())
    return shown.map(({ id }) => id).filter((id) => !after.sessions.some((one) => one.id === id))
  }
}

function ownSession(caller: Caller): string | undefined {
  return caller.kind === 'user' ? caller.session.id : undefined
}
