import type { NewEvent } from '../store/outbox.ts'
import type { Changed } from '../store/paging.ts'
import type { UserRecord } from '../store/user-store.ts'
import { presentUser } from './presenter.ts'

/** Invited for the first time, or again after an invitation that expired. */
export function publishInvited(user: UserRecord): readonly NewEvent[] {
  return [{ event_type: 'user.invited', data: () => presentUser(user) }]
}

/**
 * The user has accepted the invitation, which is what the specification means: one who was switched off and comes back is
 * no such event, only an entry of the audit log.
 */
export function publishActivated(user: UserRecord): readonly NewEvent[] {
  return [{ event_type: 'user.activated', data: () => presentUser(user) }]
}

export function publishRole({ before, after }: Changed<UserRecord>): readonly NewEvent[] {
  if (before.role === after.role) return []
  return [{ event_type: 'user.role_changed', data: () => presentUser(after) }]
}

export function publishDeleted({ id }: UserRecord): readonly NewEvent[] {
  return [{ event_type: 'user.deleted', data: () => ({ id }) }]
}
