import type { Redis } from 'ioredis'
import type { ApiDependencies } from '../../dependencies.ts'
import { ApiError, badRequest, forbidden, unauthorized } from '../../http/api-error.ts'
import { RateLimit } from '../../http/rate-limit.ts'
import type { SecondFactorRecord, UserRecord } from '../../store/user-store.ts'
import { useCode } from './codes.ts'

/**
 * Wrong codes of one user in a quarter of an hour: enough for slips, and a million codes, three of them right, are not tried one
 * after the other. Only who has the password gets so far at a sign-in. What is tried in a session counts apart, so that whoever
 * stole one does not keep its owner from signing in.
 */
const WRONG_MAX = 10
const WINDOW_SECONDS = 15 * 60

/** Recovery codes cannot be guessed: whoever is kept from using the app by somebody who tries codes gets in with one. */
const GUESSABLE = /^[\d\s-]*$/

/** Checks codes of authenticator apps and recovery codes, at sign-in and where a user changes the second factor. */
export class SecondFactorCheck {
  readonly #parts: Pick<ApiDependencies, 'secondFactorKeys' | 'now'>
  readonly #atSignIn: RateLimit
  readonly #signedIn: RateLimit

  /** @param redis where all processes count together; each by itself without it */
  constructor(parts: Pick<ApiDependencies, 'secondFactorKeys' | 'now'>, redis?: Redis) {
    this.#parts = parts
    this.#atSignIn = new RateLimit('second-factor', WRONG_MAX, redis, WINDOW_SECONDS)
    this.#signedIn = new RateLimit('second-factor-session', WRONG_MAX, redis, WINDOW_SECONDS)
  }

  /**
   * The second factor as it is once the code is used up: the caller stores it, on condition of the version before.
   * @throws ApiError 401 for a wrong code, 429 after too many
   */
  async use(user: UserRecord, factor: SecondFactorRecord, code: string): Promise<SecondFactorRecord> {
    const used = await this.#use(this.#atSignIn, user, factor, code)
    if (used === undefined) throw unauthorized(WRONG_CODE)
    return used
  }

  /**
   * The same for somebody who is signed in: their token is right, and a 401 would have it renewed.
   * @throws ApiError 403 for a wrong code, 429 after too many
   */
  async useSignedIn(user: UserRecord, factor: SecondFactorRecord, code: string): Promise<SecondFactorRecord> {
    const used = await this.#use(this.#signedIn, user, factor, code)
    if (used === undefined) throw refusedCode()
    return used
  }

  /**
   * Checks a password of somebody who is signed in.
   * @param check of a wrong one false
   * @throws ApiError 429 after too many wrong ones
   */
  trySignedIn(user: UserRecord, check: () => Promise<boolean>): Promise<boolean> {
    return tryOnce(this.#signedIn, user, check)
  }

  async #use(wrong: RateLimit, user: UserRecord, factor: SecondFactorRecord, code: string) {
    const check = async () => useCode(user, factor, code, this.#parts.secondFactorKeys, this.#parts.now())
    if (GUESSABLE.test(code)) return tryOnce(wrong, user, check)
    const used = await check()
    if (used === undefined) await countWrong(wrong, user)
    return used
  }
}

/** The limit is for codes that can be guessed: a recovery code that comes beyond it was checked, and is wrong, all the same. */
async function countWrong(wrong: RateLimit, user: UserRecord): Promise<void> {
  try {
    await wrong.count(user.id)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/**
 * It counts as wrong until it is known to be right: of those that come at the same moment no more are checked than of those that
 * come one after the other.
 */
async function tryOnce<T>(wrong: RateLimit, user: UserRecord, check: () => Promise<T>): Promise<T> {
  try {
    await wrong.count(user.id)
  } catch (error) {
    // What was not checked was not wrong either: right ones that come with others do not use up the window.
    await wrong.giveBack(user.id)
    throw error
  }
  let isWrong = false
  try {
    const outcome = await check()
    isWrong = outcome === false || outcome === undefined
    return outcome
  } finally {
    if (!isWrong) await wrong.giveBack(user.id)
  }
}

/** A password was right, and more is needed: the path tells a client what to ask for. */
export function codeRequired(): ApiError {
  const message = 'is required: six digits of your authenticator app, or a recovery code'
  return badRequest('A code is needed besides the password', [{ path: 'code', message }])
}

const WRONG_CODE = 'The code is wrong, too old, or was used before'

/** To somebody who is signed in. */
export function refusedCode(): ApiError {
  return forbidden(WRONG_CODE)
}
