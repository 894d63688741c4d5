import { z } from 'zod'
import { Role, User, UserStatus } from '../../core/model/user.ts'
import { PasswordReset, UserStatusChange, UserUpdate } from '../../core/model/user-requests.ts'
import type { AuditedAction } from '../audit/audit-log.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { conflict, notFound } from '../http/api-error.ts'
import { pageHeaders, pageParameters, sortParameter, toPage } from '../http/query.ts'
import { definedFields } from '../http/request.ts'
import { ADMIN, type Route, route } from '../http/route.ts'
import { withConflicts } from '../http/store-errors.ts'
import { requirePasswords } from '../passwords/require-passwords.ts'
import { requireUserNotHeld } from '../retention/held-records.ts'
import type { Changed } from '../store/paging.ts'
import type { UserRecord } from '../store/user-store.ts'
import { refuseOwnReset } from './own-password.ts'
import { presentUser } from './presenter.ts'
import { publishDeleted, publishRole } from './user-events.ts'
import { findUser, refuseDeprovisioned, refusePending, refuseSelf } from './user-guards.ts'

const UserList = z.strictObject({ users: z.array(User), total: z.int() })
const ResetResult = z.strictObject({ success: z.boolean(), message: z.string() })

const UserListQuery = z.strictObject({
  ...pageParameters,
  role: Role.optional(),
  status: UserStatus.optional(),
  sort: sortParameter(['created_at', 'email'], 'created_at'),
})

type Dependencies = Pick<ApiDependencies, 'settings' | 'store' | 'events' | 'passwords' | 'audit'>

/** What admins do with the users of their tenant. */
export function userRoutes({ settings, store, events, passwords, audit }: Dependencies): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/users',
        operation: 'listUsers',
        summary: 'List users',
        access: ADMIN,
        query: UserListQuery,
        responses: { 200: { description: 'A page of users', schema: UserList } },
      },
      async ({ caller, query }) => {
        const { items, total } = await store.users.list(caller.tenantId, query, query.sort, toPage(query))
        return { status: 200, body: { users: items.map(presentUser), total }, headers: pageHeaders(query, total) }
      },
    ),
    route(
      {
        method: 'GET',
        path: '/users/:id',
        operation: 'getUser',
        summary: 'Get a user',
        access: ADMIN,
        responses: { 200: { description: 'The user', schema: User } },
      },
      async ({ caller, params }) => ({ status: 200, body: presentUser(await findUser(store, caller, params.id)) }),
    ),
    route(
      {
        method: 'PUT',
        path: '/users/:id',
        operation: 'updateUser',
        summary: 'Change a user’s name or role',
        access: ADMIN,
        body: UserUpdate,
        responses: { 200: { description: 'The updated user', schema: User } },
        errors: [409],
      },
      async ({ caller, params, body, clientAddress }) => {
        const user = await findUser(store, caller, params.id)
        if (body.role !== undefined && body.role !== user.role) refuseSelf(caller, user, 'change the role of')
        const effects = audit.with({ caller, clientAddress }, auditedUpdate, publishRole)
        const updated = await withConflicts(() =>
          store.users.update(user.tenant_id, user.id, definedFields(body), effects),
        )
        if (updated === undefined) throw notFound('User')
        const { before, after } = updated
        if (before.role !== after.role) events.identityChanged(user)
        return { status: 200, body: presentUser(after) }
      },
    ),
    route(
      {
        method: 'PATCH',
        path: '/users/:id/status',
        operation: 'setUserStatus',
        summary: 'Activate or deactivate a user',
        access: ADMIN,
        body: UserStatusChange,
        responses: { 200: { description: 'The updated user', schema: User } },
        errors: [409],
      },
      async ({ caller, params, body: { status }, clientAddress }) => {
        const user = await findUser(store, caller, params.id)
        if (status === 'inactive') refuseSelf(caller, user, 'deactivate')
        refusePending(user)
        if (status === 'active') refuseDeprovisioned(user)
        // The sessions of a user who comes back later must not come back too. Who has been deactivated anew stays so.
        const sessions =
          status === 'active' ? { ifSessionVersion: user.session_version } : { endSessions: { except: null } }
        const updated = await withConflicts(() =>
          store.users.update(
            user.tenant_id,
            user.id,
            { status, ...sessions },
            audit.with({ caller, clientAddress }, ({ before, after }) =>
              audited('user.status_changed', after, { from: before.status, to: status }),
            ),
          ),
        )
        if (updated === undefined) {
          await findUser(store, caller, user.id)
          throw conflict('The user was changed meanwhile: try again')
        }
        events.identityChanged(user)
        return { status: 200, body: presentUser(updated.after) }
      },
    ),
    route(
      {
        method: 'POST',
        path: '/users/:id/reset-password',
        operation: 'resetPassword',
        summary: 'Set a user’s password and end the user’s sessions',
        access: ADMIN,
        body: PasswordReset,
        responses: { 200: { description: 'Done', schema: ResetResult } },
        errors: [409],
      },
      async ({ caller, params, body, clientAddress, renew }) => {
        requirePasswords(settings)
        const user = await findUser(store, caller, params.id)
        refusePending(user)
        refuseOwnReset(caller, user.id)
        const password_hash = await passwords.hash(body.new_password)
        await renew()
        const updated = await store.users.update(
          user.tenant_id,
          user.id,
          { password_hash, endSessions: { except: null } },
          audit.with({ caller, clientAddress }, ({ after }) => audited('user.password_reset', after)),
        )
        if (updated === undefined) throw notFound('User')
        events.identityChanged(user)
        return { status: 200, body: { success: true, message: 'Password reset. The user has to log in again.' } }
      },
    ),
    route(
      {
        method: 'DELETE',
        path: '/users/:id',
        operation: 'deleteUser',
        summary: 'Delete a user for good',
        access: ADMIN,
        responses: { 204: { description: 'Deleted' } },
        errors: [409],
      },
      async ({ caller, params, clientAddress }) => {
        const user = await findUser(store, caller, params.id)
        refuseSelf(caller, user, 'delete')
        await requireUserNotHeld(store, user.tenant_id, user.id)
        const effects = audit.with<UserRecord>(
          { caller, clientAddress },
          (gone) => audited('user.deleted', gone),
          publishDeleted,
        )
        const deleted = await withConflicts(() => store.users.delete(user.tenant_id, user.id, effects))
        if (deleted === undefined) throw notFound('User')
        events.identityChanged(user)
        return { status: 204 }
      },
    ),
  ]
}

function auditedUpdate({ before, after }: Changed<UserRecord>): AuditedAction {
  if (before.role === after.role) return audited('user.updated', after)
  return audited('user.role_changed', after, { from: before.role, to: after.role })
}

function audited(action: string, { id, email }: UserRecord, details: Readonly<Record<string, unknown>> = {}) {
  return { action, target_type: 'user', target_id: id, details: { email, ...details } }
}
