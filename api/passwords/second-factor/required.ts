import type { Settings } from '../../../config/settings.ts'
import type { UserRecord } from '../../store/user-store.ts'

/**
 * Whether a session may do nothing but set up a second factor: that of an admin who signed in with a password alone, where
 * WEIR_SECOND_FACTOR asks for more. The provider of single sign-on and an operator's link vouch for their own.
 */
export function mustEnrol(
  { secondFactor, passwordLogin }: Pick<Settings, 'secondFactor' | 'passwordLogin'>,
  user: UserRecord,
  sessionId: string,
): boolean {
  if (secondFactor !== 'admins' || passwordLogin === 'off' || user.role !== 'admin') return false
  if (user.second_factor?.confirmed === true) return false
  return user.sessions.find(({ id }) => id === sessionId)?.method === 'password'
}
