import type { Redis } from 'ioredis'
import type { ApiDependencies } from '../../dependencies.ts'
import { ApiError, badRequest, forbidden, unauthorized } from '../../http/api-error.ts'
import { RateLimit } from '../../http/rate-limit.ts'
import type { SecondFactorRecord, UserRecord } from '../../store/user-store.ts'
import { useCode } from './codes.ts'

/**
 * Wrong codes of one user in a quarter of an hour. Only who has the password gets so far, so nobody is locked out by a
 * stranger, and a million codes of which three count are not tried one after the other.
 */
const WRONG_MAX = 10
const WINDOW_SECONDS = 15 * 60

/** Recovery codes cannot be guessed: whoever is kept from using the app by somebody who tries codes gets in with one. */
const GUESSABLE = /^[\d\s-]*$/

/** Checks codes of authenticator apps and recovery codes, at sign-in and where a user changes the second factor. */
export class SecondFactorCheck {
  readonly #parts: Pick<ApiDependencies, 'secondFactorKeys' | 'now'>
  readonly #wrong: RateLimit

  /** @param redis where all processes count together; each by itself without it */
  constructor(parts: Pick<ApiDependencies, 'secondFactorKeys' | 'now'>, redis?: Redis) {
    this.#parts = parts
    this.#wrong = new RateLimit('second-factor', WRONG_MAX, redis, WINDOW_SECONDS)
  }

  /**
   * The second factor as it is once the code is used up: the caller stores it, on condition of the version before.
   * @throws ApiError 401 for a wrong code, 429 after too many
   */
  async use(user: UserRecord, factor: SecondFactorRecord, code: string): Promise<SecondFactorRecord> {
    const check = async () => useCode(user, factor, code, this.#parts.secondFactorKeys, this.#parts.now())
    const used = GUESSABLE.test(code) ? await this.try(user, check) : await check()
    if (used !== undefined) return used
    if (!GUESSABLE.test(code)) await this.#countWrong(user)
    throw wrongCode()
  }

  /**
   * The same for somebody who is signed in: their token is right, and a 401 would have it renewed.
   * @throws ApiError 403 for a wrong code, 429 after too many
   */
  async useSignedIn(user: UserRecord, factor: SecondFactorRecord, code: string): Promise<SecondFactorRecord> {
    try {
      return await this.use(user, factor, code)
    } catch (error) {
      throw error instanceof ApiError && error.status === 401 ? refusedCode() : error
    }
  }

  /**
   * Checks a password or code of somebody who is signed in already, or has the password. It counts as wrong until it is known
   * to be right: of those that come at the same moment no more are checked than of those that come one after the other.
   * @param check of a wrong one false or undefined
   * @throws ApiError 429 after too many wrong ones
   */
  async try<T>(user: UserRecord, check: () => Promise<T>): Promise<T> {
    await this.#wrong.count(user.id)
    let isWrong = false
    try {
      const outcome = await check()
      isWrong = outcome === false || outcome === undefined
      return outcome
    } finally {
      if (!isWrong) await this.#wrong.giveBack(user.id)
    }
  }

  async #countWrong(user: UserRecord): Promise<void> {
    // Only the limit itself rejects, with 429: a recovery code is checked all the same.
    await this.#wrong.count(user.id).catch(() => undefined)
  }
}

/** A password was right, and more is needed: the path tells a client what to ask for. */
export function codeRequired(): ApiError {
  const message = 'is required: six digits of your authenticator app, or a recovery code'
  return badRequest('A code is needed besides the password', [{ path: 'code', message }])
}

const WRONG_CODE = 'The code is wrong, too old, or was used before'

function wrongCode(): ApiError {
  return unauthorized(WRONG_CODE)
}

/** The same to somebody who is signed in. */
export function refusedCode(): ApiError {
  return forbidden(WRONG_CODE)
}
