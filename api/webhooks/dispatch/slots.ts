/** Attempts in progress in this process, for all receivers together. A lane that finds no room gets a later turn, in order. */
export class Slots {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(count: number) {
    this.#free = count
  }

  /** @returns the number of slots taken, at most `wanted` */
  take(wanted: number): number {
    const taken = Math.min(wanted, this.#free)
    this.#free -= taken
    return taken
  }

  /** Those who wait take their slots within the call, or leave them to the next. */
  release(count: number): void {
    this.#free += count
    for (const turn of this.#waiting) {
      if (this.#free === 0) break
      this.#waiting.delete(turn)
      turn()
    }
  }

  /** Calls `turn` once, as soon as there is room; `turn` takes its slots at once. */
  wait(turn: () => void): void {
    this.#waiting.add(turn)
  }
}
