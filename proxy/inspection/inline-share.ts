/** Milliseconds of this thread that one client's inspections may take in each window: others wait for no more than that. */
const SHARE_MS = 10
const WINDOW_MS = 100
/** Inspections that cost less than a millisecond are not counted. */
const FREE_BYTES = 4096
/** Only a tenant's own detectors make one of these last until its budget ends. After so many the client's next ones wait for a thread. */
const OVERRUNS_MAX = 2

/** How much of the thread that serves everyone went to each client's inspections lately. */
export class InlineShare {
  readonly #now: () => number
  readonly #spent = new Map<string, number>()
  readonly #overruns = new Map<string, number>()
  #windowStart = 0

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Whether a client's next body is to be inspected here; if not, it takes its turn in a thread. */
  isLeft(client: string, bytes: number): boolean {
    if (bytes <= FREE_BYTES && this.#overruns.size === 0) return true
    this.#beginWindow()
    if (bytes <= FREE_BYTES) return (this.#overruns.get(client) ?? 0) < OVERRUNS_MAX
    return (this.#spent.get(client) ?? 0) < SHARE_MS
  }

  /** An inspection lasted until its budget ended. */
  noteOverrun(client: string): void {
    this.#beginWindow()
    this.#overruns.set(client, (this.#overruns.get(client) ?? 0) + 1)
  }

  /** Runs an inspection on the client's account. */
  charge<T>(client: string, bytes: number, run: () => T): T {
    if (bytes <= FREE_BYTES) return run()
    const started = this.#now()
    try {
      return run()
    } finally {
      this.#spent.set(client, (this.#spent.get(client) ?? 0) + this.#now() - started)
    }
  }

  #beginWindow(): void {
    if (this.#now() - this.#windowStart < WINDOW_MS) return
    this.#windowStart = this.#now()
    this.#spent.clear()
    this.#overruns.clear()
  }
}
