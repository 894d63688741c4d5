/**
 * Many deliveries that failed together should not come back together: up to a tenth of the delay, and no more than leaves an
 * attempt within a second of the table's time.
 */
const JITTER = 0.1
const JITTER_MAX_MS = 500
/** A receiver may ask for a pause (RFC 9110, 10.2.3), not for oblivion. */
const RETRY_AFTER_MAX_MS = 3_600_000

/** When a delivery is attempted again (specification, Delivery and retry; WEIR_WEBHOOK_SCHEDULE). */
export class RetrySchedule {
  readonly #delaysMs: readonly number[]
  readonly #random: () => number

  /** @param seconds the delay before each attempt, the first one's too */
  constructor(seconds: readonly number[], random: () => number) {
    this.#delaysMs = seconds.map((delay) => delay * 1000)
    this.#random = random
  }

  get firstDelayMs(): number {
    return this.#delaysMs[0] ?? 0
  }

  /** From the first attempt to the last at most, attempts that take no time. */
  get longestMs(): number {
    return this.#delaysMs.reduce((sum, delay) => sum + Math.max(latest(delay), RETRY_AFTER_MAX_MS), 0)
  }

  /** The longest single delay that it may ask for. */
  get longestDelayMs(): number {
    return Math.max(RETRY_AFTER_MAX_MS, ...this.#delaysMs.map(latest))
  }

  /**
   * @param made attempts so far, at least one
   * @param retryAfterMs what the receiver asked for: it holds where it is longer than the table's delay
   * @returns milliseconds from the end of the last attempt to the next; undefined if there is none
   */
  delayAfter(made: number, retryAfterMs = 0): number | undefined {
    const delay = this.#delaysMs[made]
    if (delay === undefined) return undefined
    // Never earlier than the table says.
    const jittered = delay + (latest(delay) - delay) * this.#random()
    return Math.max(jittered, Math.min(retryAfterMs, RETRY_AFTER_MAX_MS))
  }
}

function latest(delayMs: number): number {
  return delayMs + Math.min(delayMs * JITTER, JITTER_MAX_MS)
}
