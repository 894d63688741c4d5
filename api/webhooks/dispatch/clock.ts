/** setTimeout takes no more (2^31 - 1 ms, about 25 days). */
const LONGEST_TIMER_MS = 2_147_483_647

/** The time, which tests replace by one of their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls `act` once, after `ms` milliseconds or, if that is very long, earlier. @returns a function that prevents the call */
  after(ms: number, act: () => void): () => void
}

export function systemClock(now: () => Date): Clock {
  return {
    now: () => now().getTime(),
    after: (ms, act) => {
      // Nothing that waits keeps a process alive that is about to end.
      const timer = setTimeout(act, Math.min(Math.max(ms, 0), LONGEST_TIMER_MS)).unref()
      return () => clearTimeout(timer)
    },
  }
}

export function toIso(ms: number): string {
  return new Date(ms).toISOString()
}
