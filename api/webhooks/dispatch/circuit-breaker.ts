/** After this number of failures in a row, of any deliveries, the receiver counts as down. */
const FAILURES_MAX = 10
const PROBE_EVERY_MS = 30_000

/**
 * Limits how much a receiver gets at once. While it is down it gets a probe now and then; the first probe that succeeds lets
 * the rest follow. Without this, 10,000 deliveries to it would each wait for their time-out, over and over.
 */
export class CircuitBreaker {
  readonly #concurrency: number
  #failures = 0
  #probeAt: number | undefined

  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  /** When the next probe is due; undefined if the receiver is not known to be down. */
  get probeAt(): number | undefined {
    return this.#probeAt
  }

  /** Whether it has nothing to remember. */
  get isFresh(): boolean {
    return this.#failures === 0
  }

  /** How many attempts may be under way at this time. */
  allowed(now: number): number {
    if (this.#probeAt === undefined) return this.#concurrency
    return now >= this.#probeAt ? 1 : 0
  }

  succeeded(): void {
    this.#failures = 0
    this.#probeAt = undefined
  }

  failed(now: number): void {
    this.#failures += 1
    if (this.#failures >= FAILURES_MAX) this.#probeAt = now + PROBE_EVERY_MS
  }
}
