/** How many messages a second are read, with some at once; what goes beyond it is slowed down, never refused. */
export class Pace {
  readonly #perMs: number
  readonly #burst: number
  #left: number
  #at: number

  /** @param now milliseconds of performance.now() */
  constructor(perSecond: number, burstSeconds: number, now: number) {
    this.#perMs = perSecond / 1000
    this.#burst = Math.max(1, perSecond * burstSeconds)
    this.#left = this.#burst
    this.#at = now
  }

  spend(): void {
    this.#left -= 1
  }

  /** Milliseconds until the next may be read. */
  wait(now: number): number {
    this.#left = Math.min(this.#burst, this.#left + (now - this.#at) * this.#perMs)
    this.#at = now
    return this.#left > 0 ? 0 : Math.ceil((1 - this.#left) / this.#perMs)
  }
}
