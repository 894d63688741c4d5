import type { User } from '../../core/model/user.ts'
import type { InvitedUser } from '../../core/model/user-requests.ts'
import type { UserRecord } from '../store/user-store.ts'

/** A user as clients see it: nothing of passwords, sessions or invitations. */
export function presentUser(user: UserRecord): User {
  const { id, tenant_id, email, display_name, role, status, created_at, last_login } = user
  return { id, tenant_id, email, display_name, role, status, created_at, last_login }
}

export function presentInvitedUser(user: UserRecord): InvitedUser {
  return { ...presentUser(user), invited_by: user.invited_by ?? '' }
}
