/** What the thread had run at a moment, in milliseconds. */
interface Reading {
  readonly at: number
  readonly running: number
}

/** Two clocks of one thread, in milliseconds since moments of their own: the wall's, and the one that stands while others have the core. */
export interface ThreadClock {
  readonly now: () => number
  /** Linux brings it up to date at each tick of its scheduler, every 1 to 10 ms, and whenever the thread loses its core. */
  readonly running: () => number
}

/** Asking the system takes some microseconds, as long as a short answer's inspection: within a millisecond it is asked once. */
const FRESH_MS = 1

/** Starts measurements of one thread's running time. */
export class RunningTimes {
  readonly #clock: ThreadClock
  #latest: Reading = { at: Number.NEGATIVE_INFINITY, running: 0 }

  constructor(clock: ThreadClock) {
    this.#clock = clock
  }

  /** A budget of `budgetMs` of running time from now on, without the time in which others used the core. */
  begin(budgetMs: number): RunningTime {
    const now = this.#clock.now()
    if (now - this.#latest.at > FRESH_MS) this.#latest = { at: now, running: this.#clock.running() }
    // As if the thread had run since it was last asked: an inspection is never charged for what came before it.
    return new RunningTime(this.#clock, budgetMs, { at: now, running: this.#latest.running + now - this.#latest.at })
  }
}

/** The budget of one piece of work; exact to a tick of the thread's clock. */
export class RunningTime {
  readonly #clock: ThreadClock
  readonly #budgetMs: number
  readonly #started: Reading
  #wasSpent = false

  constructor(clock: ThreadClock, budgetMs: number, started: Reading) {
    this.#clock = clock
    this.#budgetMs = budgetMs
    this.#started = started
  }

  isSpent(): boolean {
    // Nothing runs longer than the clock does, and asking the clock is cheap.
    if (!this.#wasSpent && this.#clock.now() - this.#started.at > this.#budgetMs) {
      this.#wasSpent = this.#clock.running() - this.#started.running > this.#budgetMs
    }
    return this.#wasSpent
  }

  /** Whether isSpent() has ever said so: then the work was ended early. */
  get wasSpent(): boolean {
    return this.#wasSpent
  }
}

/** Milliseconds of processor time of this thread: other work on the machine does not count. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Those of the thread that asks. */
export const ownRunningTimes = new RunningTimes({ now: () => performance.now(), running: threadCpuMs })
