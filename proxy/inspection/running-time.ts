/** Measures the running time of this thread from now on, without the time in which others used its core. */
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
