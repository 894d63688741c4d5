import { unauthorized } from '../http/api-error.ts'
import type { Caller } from '../http/context.ts'
import type { Effects } from '../store/outbox.ts'
import type { Changed } from '../store/paging.ts'
import type { Store } from '../store/store.ts'
import type { UserChanges, UserRecord } from '../store/user-store.ts'

/** More changes of one's own sessions at the same moment are no person's. */
const ATTEMPTS_MAX = 5

type UserCaller = Extract<Caller, { kind: 'user' }>

/** Routes that only users may call get no service token past `authorized`; the types do not know that. */
export function requireUser(caller: Caller): UserCaller {
  if (caller.kind !== 'user') throw unauthorized()
  return caller
}

/**
 * Changes the caller's own record, if the session that asked for it holds at that very moment. Where the session version
 * has grown since, the caller is asked for again: the session may be the one that outlived the change.
 */
export async function updateOwn(
  store: Pick<Store, 'users'>,
  renew: () => Promise<Caller>,
  changes: UserChanges,
  effects: Effects<Changed<UserRecord>>,
): Promise<Changed<UserRecord>> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const { user } = requireUser(await renew())
    const ifSessionVersion = user.session_version
    const updated = await store.users.update(user.tenant_id, user.id, { ...changes, ifSessionVersion }, effects)
    if (updated !== undefined) return updated
  }
  throw unauthorized()
}
