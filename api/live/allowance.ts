export interface AllowanceLimits {
  readonly perSecond: number
  /** What may be taken at once after a while of nothing. */
  readonly burst: number
}

/** What may be used of something over time: a bucket that fills at an even rate, and no higher than its burst. */
export class Allowance {
  readonly #limits: AllowanceLimits
  readonly #now: () => number
  #left: number
  #at: number

  /** @param now in milliseconds, never going back */
  constructor(limits: AllowanceLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
    this.#left = limits.burst
    this.#at = now()
  }

  /** @returns whether there was as much; from the first time that there is not, less than nothing may be left */
  take(amount: number): boolean {
    const now = this.#now()
    const { perSecond, burst } = this.#limits
    this.#left = Math.min(burst, this.#left + ((now - this.#at) / 1000) * perSecond) - amount
    this.#at = now
    return this.#left >= 0
  }
}
