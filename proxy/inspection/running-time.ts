/** What this thread runs, from now on: time in which others had its core does not count. */
export class RunningTime {
  readonly #budgetMs: number
  readonly #started = performance.now()
  readonly #startedRunning = runningMs()

  constructor(budgetMs: number) {
    this.#budgetMs = budgetMs
  }

  isSpent(): boolean {
    // Nothing runs longer than the clock does, and asking the clock is cheap.
    if (performance.now() - this.#started <= this.#budgetMs) return false
    return runningMs() - this.#startedRunning > this.#budgetMs
  }
}

function runningMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
