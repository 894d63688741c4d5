import { randomBytes } from 'node:crypto'
import type { SecretFiles } from '../../config/secret-files.ts'
import type { Settings } from '../../config/settings.ts'

const ROOT_BYTES = 48
/** As WEIR_JWT_SECRET has to have: operators may have put a root of their own there, which is not as long as one made here. */
const ROOT_LEAST_BYTES = 32
/** In `secrets/`; so called since the time when it signed sessions itself. */
export const ROOT_FILE = 'jwt-secret'

export function generateRoot(): string {
  return randomBytes(ROOT_BYTES).toString('base64url')
}

/**
 * The secret that all keys are derived from: the operator's, or one made at first start.
 * @throws SecretFileError
 */
export function loadRoot(settings: Pick<Settings, 'jwtSecret'>, secrets: SecretFiles): string {
  return settings.jwtSecret ?? secrets.readOrCreate(ROOT_FILE, generateRoot, ROOT_LEAST_BYTES)
}
