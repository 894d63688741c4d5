import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { addressNetwork } from '../../core/network/address-list.ts'
import { tooManyRequests } from '../http/api-error.ts'

/** Wrong passwords of one account, from wherever, that cost no time: people mistype. */
const FREE_FAILURES = 20
const WINDOW_SECONDS = 15 * 60
const FIRST_DELAY_MS = 100
const DELAY_MAX_MS = 2000
/** Of one account, at once; those who come later are asked to. */
const WAITING_MAX = 16
/** Of these, from one network. */
const WAITING_OF_NETWORK_MAX = 4
/** Turns after which it is worth another try. */
const RETRY_TURNS = 4

interface Attempt {
  readonly network: string
  /** Wrong passwords for this account from this network: fewer go first. */
  readonly failures: number
  readonly pass: () => void
  readonly refuse: (error: Error) => void
}

interface Line {
  /** In the order of their turns. */
  readonly waiting: Attempt[]
}

/**
 * Slows down logins of an account at which passwords are guessed, from however many addresses, and never locks it: each
 * attempt waits for the one before and a delay that grows with the failures of the last quarter of an hour. A network from
 * which fewer wrong passwords came goes first, and takes the place of one that guesses when the line is full: addresses cost
 * nothing, networks do. Whether there is such an account makes no difference.
 */
export class AccountBrake {
  readonly #failures = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: WINDOW_SECONDS })
  /** By account: attempts that are being checked. Each counts as wrong until it is known to be right. */
  readonly #underWay = new Map<string, number>()
  /** Accounts whose attempts wait for each other. */
  readonly #lines = new Map<string, Line>()
  readonly #sleep: (ms: number) => Promise<unknown>

  constructor(sleepFor: (ms: number) => Promise<unknown> = sleep) {
    this.#sleep = sleepFor
  }

  /**
   * Makes the attempt when it is its turn.
   * @param account what is counted as one: an e-mail address, in any case, and what tells its attempts apart
   * @param check of a wrong password undefined
   * @throws ApiError 429 where too many others wait for the same account
   */
  async attempt<T>(
    account: readonly string[],
    address: string,
    check: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const key = keyOf(account)
    const network = addressNetwork(address)
    const ofNetwork = keyOf([...account, network])
    const others = this.#begin(key)
    try {
      const delay = delayAfter((await this.#failuresOf(key)) + others)
      if (delay > 0) {
        // Those who wait are not being checked.
        this.#end(key)
        const failures = await this.#failuresOf(ofNetwork)
        await new Promise<void>((pass, refuse) => this.#enter(key, { network, failures, pass, refuse }, delay)).finally(
          () => this.#begin(key),
        )
      }
      const outcome = await check()
      if (outcome === undefined) for (const failed of [key, ofNetwork]) await this.#failures.penalty(failed)
      return outcome
    } finally {
      this.#end(key)
    }
  }

  /** @returns how many others are under way */
  #begin(key: string): number {
    const others = this.#underWay.get(key) ?? 0
    this.#underWay.set(key, others + 1)
    return others
  }

  #end(key: string): void {
    const others = (this.#underWay.get(key) ?? 1) - 1
    if (others === 0) this.#underWay.delete(key)
    else this.#underWay.set(key, others)
  }

  #enter(key: string, attempt: Attempt, delay: number): void {
    const refuse = ({ refuse }: Attempt) => refuse(tooManyRequests(Math.ceil((delay * RETRY_TURNS) / 1000)))
    const line = this.#lines.get(key)
    const waiting = line?.waiting ?? []
    const ofNetwork = waiting.filter(({ network }) => network === attempt.network)
    const last = waiting.length >= WAITING_MAX ? waiting.at(-1) : undefined
    if (ofNetwork.length >= WAITING_OF_NETWORK_MAX || (last !== undefined && last.failures <= attempt.failures)) {
      refuse(attempt)
      return
    }
    if (last !== undefined) {
      waiting.pop()
      refuse(last)
    }
    const place = waiting.findIndex(({ failures }) => failures > attempt.failures)
    waiting.splice(place === -1 ? waiting.length : place, 0, attempt)
    if (line !== undefined) return
    this.#lines.set(key, { waiting })
    void this.#move(key, waiting)
  }

  /** Until nobody waits any more. Who goes next is known at the end of each delay, not at its beginning. */
  async #move(key: string, waiting: Attempt[]): Promise<void> {
    while (waiting.length > 0) {
      await this.#sleep(await this.#delay(key))
      waiting.shift()?.pass()
    }
    this.#lines.delete(key)
  }

  async #delay(key: string): Promise<number> {
    return delayAfter((await this.#failuresOf(key)) + (this.#underWay.get(key) ?? 0))
  }

  async #failuresOf(key: string): Promise<number> {
    return (await this.#failures.get(key))?.consumedPoints ?? 0
  }
}

function delayAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0
  return Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** Math.min(10, failures - FREE_FAILURES))
}

/** Names of any length become one of a few bytes, which no other names have. */
function keyOf(names: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(names.map((name) => name.toLowerCase())))
    .digest('base64url')
}
