import { conflict, notFound } from '../http/api-error.ts'
import type { Caller } from '../http/context.ts'
import { callerId, requireId } from '../http/request.ts'
import type { Store } from '../store/store.ts'
import type { UserRecord } from '../store/user-store.ts'

/** The user of the path, of the caller's own tenant. */
export async function findUser(
  store: Pick<Store, 'users'>,
  caller: Caller,
  id: string | undefined,
): Promise<UserRecord> {
  const user = await store.users.get(caller.tenantId, requireId(id, 'User'))
  if (user === undefined) throw notFound('User')
  return user
}

/** Admins cannot lock themselves out (docs/reference/api-rules.md, Errors). */
export function refuseSelf(caller: Caller, user: UserRecord, what: string): void {
  if (callerId(caller) === user.id) throw conflict(`You cannot ${what} yourself: ask another admin`)
}

/** Only who has accepted the invitation has a password and a status to change (specification, User status). */
export function refusePending(user: UserRecord): void {
  if (user.status === 'pending') throw conflict('The user has not accepted the invitation yet')
}

/** Whoever is out for the provisioning client stays out (docs/decisions/0043-who-decides-on-a-provisioned-user.md). */
export function refuseDeprovisioned({ scim }: UserRecord): void {
  if (scim === null || (scim.active && scim.entitled)) return
  const why = scim.active
    ? 'No group of the provisioning client lets the user in'
    : 'The provisioning client has deactivated the user'
  throw conflict(`${why}: activate the user there`)
}
