import test from 'ava'
import { ApiError } from '../../api/http/api-error.ts'
import type { UserRecord } from '../../api/store/user-store.ts'
import { type Inviting, openInviting } from '../support/invite-routes.ts'
import { AT, aUser } from './store/fixtures.ts'

/** As if another process had changed the user since the route has read it. */
function staleReads({ store }: Inviting, user: UserRecord): void {
  const { users } = store
  Object.assign(users, {
    findByEmail: async () => [user],
    get: async () => {
      Reflect.deleteProperty(users, 'get')
      return user
    },
  })
}

const PENDING = { status: 'pending', invitation: { token_hash: 'a'.repeat(64), expires_at: AT } } as const

for (const status of ['active', 'inactive'] as const) {
  test(`no link is sent to a user who became ${status} while an invitation was to be sent again`, async (t) => {
    const inviting = await openInviting(t)
    const { store, tenantId, mails, call } = inviting
    const user = aUser(tenantId, { ...PENDING, role: 'viewer', email: 'jo@example.com' })
    const now = { ...user, status, invitation: null }
    await store.users.insert(now)
    for (const [operation, request] of [
      ['resendInvitation', { params: { id: user.id } }],
      ['inviteUser', { body: { email: user.email, role: 'admin' } }],
    ] as const) {
      staleReads(inviting, user)
      const error = await t.throwsAsync(call(operation, request), { instanceOf: ApiError })
      t.is(error.status, 409, operation)
      Reflect.deleteProperty(store.users, 'get')
      t.deepEqual(await store.users.get(tenantId, user.id), now, operation)
    }
    t.deepEqual(mails, [])
  })
}
