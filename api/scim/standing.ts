import type { Role } from '../../core/model/user.ts'
import type { ScimRecord, UserChanges, UserRecord } from '../store/user-store.ts'
import { isProvisioned, isShownActive, type ScimUser } from './user-resource.ts'

/**
 * How a user becomes what the client and the groups say (docs/decisions/0043-who-decides-on-a-provisioned-user.md).
 * @param role what the groups give; 'kept' where they do not decide
 */
export function standing(user: UserRecord, wanted: ScimUser, role: Role | undefined | 'kept', now: Date): UserChanges {
  const entitled = role !== undefined
  const isIn = wanted.scim.active && entitled
  const wasIn = isProvisioned(user) ? isShownActive(user) && user.scim.entitled : false
  // Nobody keeps a role that no group gives any more, also not for later.
  const due = role === 'kept' ? user.role : (role ?? 'viewer')
  return {
    ...(user.email !== wanted.email && { email: wanted.email }),
    ...(wanted.displayName !== '' && user.display_name !== wanted.displayName && { display_name: wanted.displayName }),
    ...(user.role !== due && { role: due }),
    // The sessions of a user who comes back later must not come back too.
    ...(!isIn && user.status !== 'inactive' && { status: 'inactive', endSessions: { except: null } }),
    ...(isIn && !wasIn && user.status !== 'active' && { status: 'active' }),
    ...((!isIn || !wasIn) && user.invitation !== null && { invitation: null }),
    scim: scimOf(user, wanted, entitled, now),
  }
}

/** It is as it was where nothing of it changes, its date too. */
function scimOf(user: UserRecord, { scim }: ScimUser, entitled: boolean, now: Date): ScimRecord {
  const changed_at = now.toISOString()
  const { scim: before } = user
  if (before === null) return { ...scim, entitled, changed_at }
  const after = { ...scim, entitled, changed_at: before.changed_at }
  return JSON.stringify(inOrder(after)) === JSON.stringify(inOrder(before)) ? before : { ...after, changed_at }
}

/** Whether the changes change anything. */
export function isNothing(user: UserRecord, changes: UserChanges): boolean {
  return Object.keys(changes).length === 1 && changes.scim === user.scim
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, inner]) => [name, inOrder(inner)])
}
