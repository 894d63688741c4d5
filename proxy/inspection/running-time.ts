/** What the thread had run at a moment, in milliseconds. */
interface Reading {
  readonly at: number
  readonly running: number
}

/** Asking the system takes some microseconds, as long as a short answer's inspection: within a millisecond it is asked once. */
const FRESH_MS = 1
let latest: Reading = { at: Number.NEGATIVE_INFINITY, running: 0 }

/** Measures the running time of this thread from now on, without the time in which others used its core; to a millisecond. */
export class RunningTime {
  readonly #budgetMs: number
  readonly #started = performance.now()
  /** As if the thread had run since it was last asked: an inspection is never charged for what came before it. */
  readonly #startedRunning = runningMsAt(this.#started)

  constructor(budgetMs: number) {
    this.#budgetMs = budgetMs
  }

  isSpent(): boolean {
    // Nothing runs longer than the clock does, and asking the clock is cheap.
    if (performance.now() - this.#started <= this.#budgetMs) return false
    return runningMs() - this.#startedRunning > this.#budgetMs
  }
}

function runningMsAt(now: number): number {
  if (now - latest.at > FRESH_MS) latest = { at: now, running: runningMs() }
  return latest.running + now - latest.at
}

function runningMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
