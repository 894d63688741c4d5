import type { ApiDependencies } from '../dependencies.ts'
import { badRequest, conflict, forbidden } from '../http/api-error.ts'
import type { Caller } from '../http/context.ts'
import type { SecondFactorCheck } from '../passwords/second-factor/check.ts'
import type { UserRecord } from '../store/user-store.ts'
import { requireUser } from './own-account.ts'

const LATELY_SECONDS = 5 * 60
/** Clocks of several API processes differ a little. */
const CLOCK_SKEW_SECONDS = 60

type Dependencies = Pick<ApiDependencies, 'passwords' | 'now' | 'audit'>

/**
 * Whoever stole a session must not set a password with it, and so shut its owner out: the password before is proof, and so is
 * a sign-in of the last minutes (docs/reference/api-rules.md, Authentication).
 * @throws ApiError 409 where there is no password of one's own, 400 where it is needed, 403 where it is wrong, 429 after too many
 */
export async function requireOwnPassword(
  { passwords, now, audit }: Dependencies,
  check: SecondFactorCheck,
  { caller, clientAddress }: { readonly caller: Caller; readonly clientAddress: string },
  current: string | undefined,
): Promise<void> {
  const { user, session } = requireUser(caller)
  if (user.password_hash === null) throw conflict('Your account has no password of its own')
  if (current === undefined) {
    if (startedLately(user, session.id, now())) return
    const message = 'is required: the one that you sign in with'
    throw badRequest('Your password is needed', [{ path: 'current_password', message }])
  }
  const { id, email, password_hash: hash } = user
  if (await check.trySignedIn(user, () => passwords.verify(hash, current, 'own'))) return
  const refused = { action: 'user.password_refused', target_type: 'user', target_id: id, details: { email } }
  audit.recordLater(user.tenant_id, { caller, clientAddress }, refused)
  throw forbidden('Wrong password')
}

/** Administrators too prove for a password of their own who they are: what needs no proof of them is for other people's. */
export function refuseOwnReset(caller: Caller, id: string): void {
  if (caller.kind !== 'user' || caller.user.id !== id) return
  throw conflict('Change your own password with PUT /users/me')
}

/**
 * Whether the sign-in that began this session was a few minutes ago. A refresh begins none, and what a token says of its
 * own age does not count.
 */
function startedLately({ sessions }: UserRecord, id: string, now: Date): boolean {
  const began = sessions.find((session) => session.id === id)?.created_at
  if (began === undefined) return false
  const seconds = (now.getTime() - Date.parse(began)) / 1000
  return seconds >= -CLOCK_SKEW_SECONDS && seconds < LATELY_SECONDS
}
