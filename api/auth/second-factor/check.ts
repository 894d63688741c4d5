import type { ApiDependencies } from '../../dependencies.ts'
import { type ApiError, badRequest, unauthorized } from '../../http/api-error.ts'
import { RateLimit } from '../../http/rate-limit.ts'
import type { SecondFactorRecord, UserRecord } from '../../store/user-store.ts'
import { useCode } from './codes.ts'

/**
 * Wrong codes of one user in a quarter of an hour. Only who has the password gets so far, so nobody is locked out by a
 * stranger, and a million codes of which three count are not tried one after the other.
 */
const WRONG_MAX = 10
const WINDOW_SECONDS = 15 * 60

/** Checks codes of authenticator apps and recovery codes, at sign-in and where a user changes the second factor. */
export class SecondFactorCheck {
  readonly #parts: Pick<ApiDependencies, 'secondFactorKeys' | 'now'>
  readonly #wrong = new RateLimit('second-factor', WRONG_MAX, undefined, WINDOW_SECONDS)

  constructor(parts: Pick<ApiDependencies, 'secondFactorKeys' | 'now'>) {
    this.#parts = parts
  }

  /**
   * The second factor as it is once the code is used up: the caller stores it, on condition of the version before.
   * @throws ApiError 401 for a wrong code, 429 after too many
   */
  async use(user: UserRecord, factor: SecondFactorRecord, code: string): Promise<SecondFactorRecord> {
    await this.#wrong.requireRoom(user.id)
    const used = useCode(user, factor, code, this.#parts.secondFactorKeys, this.#parts.now())
    if (used !== undefined) return used
    await this.#wrong.count(user.id)
    throw wrongCode()
  }
}

/** A password was right, and more is needed: the path tells a client what to ask for. */
export function codeRequired(): ApiError {
  const message = 'is required: six digits of your authenticator app, or a recovery code'
  return badRequest('A code is needed besides the password', [{ path: 'code', message }])
}

export function wrongCode(): ApiError {
  return unauthorized('The code is wrong, too old, or was used before')
}
