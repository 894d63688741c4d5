/** Milliseconds of processor time of this thread, so that other work on the machine does not make a pattern look slow. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** A budget of this thread's own running time. */
export interface Budget {
  readonly isSpent: () => boolean
  /** Whether that was ever so when it was asked. */
  readonly wasSpent: () => boolean
}

export function ownBudget(ms: number): Budget {
  const started = { at: performance.now(), ran: cpuMs() }
  let wasSpent = false
  return {
    isSpent() {
      // Nothing runs longer than the clock does, and asking the clock is cheap.
      wasSpent ||= performance.now() - started.at > ms && cpuMs() - started.ran > ms
      return wasSpent
    },
    wasSpent: () => wasSpent,
  }
}
