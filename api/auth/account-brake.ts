import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { tooManyRequests } from '../http/api-error.ts'

/** Wrong passwords for one account, from any address, before attempts are delayed: people mistype. */
const FREE_FAILURES = 20
const WINDOW_SECONDS = 15 * 60
const FIRST_DELAY_MS = 100
const DELAY_MAX_MS = 2000
/** Of one account, at once; those who come later are asked to. */
const WAITING_MAX = 4

/**
 * Slows down logins of an account at which passwords are guessed, from however many addresses, and never locks it: each
 * attempt waits for the one before and a delay that grows with the failures of the last quarter of an hour. Whether there
 * is such an account makes no difference.
 */
export class AccountBrake {
  readonly #failures = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: WINDOW_SECONDS })
  /** Accounts whose attempts wait for each other. */
  readonly #lines = new Map<string, { waiting: number; last: Promise<void> }>()
  readonly #sleep: (ms: number) => Promise<unknown>

  constructor(sleepFor: (ms: number) => Promise<unknown> = sleep) {
    this.#sleep = sleepFor
  }

  /**
   * Resolves when the attempt may be made.
   * @throws ApiError 429 if too many others wait for the same account
   */
  async pass(account: string): Promise<void> {
    const key = keyOf(account)
    const delay = delayAfter((await this.#failures.get(key))?.consumedPoints ?? 0)
    if (delay === 0) return
    const line = this.#lines.get(key) ?? { waiting: 0, last: Promise.resolve() }
    if (line.waiting >= WAITING_MAX) throw tooManyRequests(Math.ceil((delay * WAITING_MAX) / 1000))
    this.#lines.set(key, line)
    line.waiting += 1
    line.last = line.last.then(async () => {
      await this.#sleep(delay)
    })
    try {
      await line.last
    } finally {
      line.waiting -= 1
      if (line.waiting === 0) this.#lines.delete(key)
    }
  }

  async failed(account: string): Promise<void> {
    await this.#failures.penalty(keyOf(account))
  }
}

function delayAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0
  return Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** Math.min(10, failures - FREE_FAILURES))
}

/** A name of any length becomes one of a few bytes. */
function keyOf(account: string): string {
  return createHash('sha256').update(account.toLowerCase()).digest('base64url')
}
