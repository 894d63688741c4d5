import { createHash, timingSafeEqual } from 'node:crypto'
import type { Passwords } from '../passwords/passwords.ts'

/** Kept before the slow hash: enough to reject a wrong token at once, far too little to find a token with. */
const CHECK_DIGITS = 8
const CHECKED = new RegExp(`^([0-9a-f]{${CHECK_DIGITS}})(\\$.+)$`)

/** The hash of a proxy token that is stored: 32 bits of its SHA-256, and argon2id. */
export async function hashProxyToken(token: string, passwords: Passwords): Promise<string> {
  return checkOf(token) + (await passwords.hash(token))
}

/**
 * Wrong tokens cost nothing and so need no limit that would shut the right one out. Tokens of releases before, which have
 * the slow hash alone, are verified with it.
 * @throws ApiError 429 if too many others wait
 */
export async function isProxyToken(
  stored: string | null | undefined,
  token: string,
  passwords: Passwords,
): Promise<boolean> {
  const given = checkOf(token)
  if (stored === null || stored === undefined) return false
  const [, check, slow] = CHECKED.exec(stored) ?? []
  if (check !== undefined && !timingSafeEqual(Buffer.from(check), Buffer.from(given))) return false
  return passwords.verify(slow ?? stored, token)
}

function checkOf(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, CHECK_DIGITS)
}
