import type { Settings } from '../../config/settings.ts'
import { forbidden } from '../http/api-error.ts'

/** @throws ApiError 403 where WEIR_PASSWORD_LOGIN is off */
export function requirePasswords({ passwordLogin }: Pick<Settings, 'passwordLogin'>): void {
  if (passwordLogin === 'off') throw forbidden('No passwords are taken here: sign in with single sign-on')
}
