import { randomBytes } from 'node:crypto'
import argon2 from 'argon2'
import { tooManyRequests } from '../http/api-error.ts'
import { Turns } from '../turns/turns.ts'
import { hashing } from './hashing.ts'

/** OWASP Password Storage Cheat Sheet, Argon2id: 19 MiB, two passes, one lane; about 30 ms of a core. */
const COST = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** libuv has four threads for hashing, DNS and files together: logins take at most half of them. */
const CONCURRENT_MAX = 2
/** About two seconds of waiting in each line; later callers are asked to try again. */
const WAITING_MAX = 64
const RETRY_AFTER_SECONDS = 2

/**
 * `known`: a caller who has proved their identity, now or at an earlier login from the same address. `own`: a user who
 * chooses another password of their own.
 */
export type PasswordLine = 'known' | 'unknown' | 'own'

/**
 * Hashes and verifies passwords, a few at a time: a flood of logins cannot starve the rest of the server, and one from
 * strange addresses, or of users who change their passwords, takes a third of the turns at most while people whose
 * addresses are known wait.
 */
export class Passwords {
  readonly #turns = new Turns<PasswordLine>({
    weight: CONCURRENT_MAX,
    isShared: true,
    waiting: WAITING_MAX,
    refusal: () => tooManyRequests(RETRY_AFTER_SECONDS),
  })
  readonly #absentHash: Promise<string>

  constructor() {
    this.#absentHash = hashing((argon2) => argon2.hash(randomBytes(32), COST))
  }

  /** @throws ApiError 429 if too many others wait */
  async hash(password: string, line: PasswordLine = 'known'): Promise<string> {
    return this.#turns.take(line, () => hashing((argon2) => argon2.hash(password, COST)))
  }

  /**
   * Where there is no hash (an unknown address, an account that cannot log in) the answer is no, after the same work.
   * @throws ApiError 429 if too many others wait
   */
  async verify(hash: string | null | undefined, password: string, line: PasswordLine = 'unknown'): Promise<boolean> {
    const matches = await this.#turns.take(line, async () => {
      const against = hash ?? (await this.#absentHash)
      return hashing((argon2) => argon2.verify(against, password))
    })
    return matches && hash !== null && hash !== undefined
  }
}
