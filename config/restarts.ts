/** With more restarts than this within a minute, restarting does not help: a supervisor has to see that the process ends. */
const MAX_RESTARTS = 5
const COUNTED_MS = 60_000

/** How often a part of this process failed lately. */
export class RecentFaults {
  readonly #now: () => number
  #times: number[] = []

  /** @param now in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Counts one more. */
  add(): void {
    const now = this.#now()
    this.#times = [...this.#times.filter((at) => now - at < COUNTED_MS), now]
  }

  get count(): number {
    return this.#times.length
  }

  /** Another restart would not help. */
  get isTooMany(): boolean {
    return this.#times.length > MAX_RESTARTS
  }
}
