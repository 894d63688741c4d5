import { randomBytes } from 'node:crypto'
import argon2 from 'argon2'
import { tooManyRequests } from '../http/api-error.ts'

/** OWASP Password Storage Cheat Sheet, Argon2id: 19 MiB, two passes, one lane; about 30 ms of a core. */
const COST = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** libuv has four threads for hashing, DNS and files together: logins take at most half of them. */
const CONCURRENT_MAX = 2
/** About two seconds of waiting; whoever comes later is asked to. */
const WAITING_MAX = 64
const RETRY_AFTER_SECONDS = 2

/** Hashes and verifies passwords, a few at a time: a flood of logins cannot starve the rest of the server. */
export class Passwords {
  #running = 0
  readonly #waiting: (() => void)[] = []
  readonly #nobodysHash: Promise<string>

  constructor() {
    this.#nobodysHash = argon2.hash(randomBytes(32), COST)
  }

  /** @throws ApiError 429 where too many others wait */
  async hash(password: string): Promise<string> {
    return this.#inTurn(() => argon2.hash(password, COST))
  }

  /**
   * Where there is no hash (an unknown address, an account that cannot log in) the answer is no, after the same work.
   * @throws ApiError 429 where too many others wait
   */
  async verify(hash: string | null | undefined, password: string): Promise<boolean> {
    const matches = await this.#inTurn(async () => argon2.verify(hash ?? (await this.#nobodysHash), password))
    return matches && hash !== null && hash !== undefined
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= CONCURRENT_MAX) {
      if (this.#waiting.length >= WAITING_MAX) throw tooManyRequests(RETRY_AFTER_SECONDS)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else {
      this.#running += 1
    }
    try {
      return await work()
    } finally {
      // The place is handed on, so that nobody slips in between.
      const next = this.#waiting.shift()
      if (next === undefined) this.#running -= 1
      else next()
    }
  }
}
