/**
 * How much of what costs its sender next to nothing (streams broken off, pings, settings) a connection may do: a burst at
 * once, and a number of them each second. RFC 9113 section 10.5 leaves it to each side to notice.
 */
export class Calm {
  readonly #burst: number
  readonly #perMs: number
  #left: number
  #at: number

  constructor(burst: number, perSecond: number, now: number) {
    this.#burst = burst
    this.#perMs = perSecond / 1000
    this.#left = burst
    this.#at = now
  }

  /** @param now milliseconds of performance.now() @returns false if it was one too many */
  spend(now: number): boolean {
    this.#left = Math.min(this.#burst, this.#left + (now - this.#at) * this.#perMs)
    this.#at = now
    this.#left -= 1
    return this.#left >= 0
  }
}
