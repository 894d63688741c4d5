import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Passwords } from '../passwords/passwords.ts'

/** Kept before the slow hash: enough to reject a wrong token at once, far too little to find a token with. */
const CHECK_DIGITS = 8
const CHECKED = new RegExp(`^([0-9a-f]{${CHECK_DIGITS}})(\\$.+)$`)
/** Tokens that were found right lately, in all tenants. */
const REMEMBERED_MAX = 20_000

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

/**
 * Pairs of a stored hash and a token that belong together, by a keyed hash, so that a token costs one slow hash however many
 * proxies ask for it and however often. A token that is replaced or revoked has another stored hash, or none.
 */
export class RightTokens {
  readonly #key = randomBytes(32)
  readonly #known = new Set<string>()

  /** As isProxyToken. */
  async verify(stored: string | null | undefined, token: string, passwords: Passwords): Promise<boolean> {
    if (stored === null || stored === undefined) return false
    const pair = createHmac('sha256', this.#key).update(`${stored}\n${token}`).digest('base64')
    if (this.#known.has(pair)) return true
    if (!(await isProxyToken(stored, token, passwords))) return false
    // The oldest makes room: a token that is in use is soon here again.
    for (const oldest of this.#known) {
      if (this.#known.size < REMEMBERED_MAX) break
      this.#known.delete(oldest)
    }
    this.#known.add(pair)
    return true
  }
}

function checkOf(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, CHECK_DIGITS)
}
