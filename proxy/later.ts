/** How long work may wait for more of its kind, in milliseconds. */
const WAIT_MS = 10
/** How long one turn of the event loop may be used for it. */
const SLICE_MS = 1

/**
 * Work that nobody waits for, gathered for a moment and done in a row. In the middle of everything else that a request
 * needs, code and data have left the processor's caches since the last request: the same work then takes several times as
 * long as in a row. What there is too much of for one turn of the event loop goes on in the next.
 */
export class Later<T> {
  readonly #work: (item: T) => void
  readonly #behind: (() => void) | undefined
  readonly #waitMs: number
  #waiting: T[] = []
  #next = 0
  #isScheduled = false

  /**
   * @param work must not throw, unless the fault is to end the turn: the rest is done in the next
   * @param behind called behind each row of work; a fault of it ends the turn too
   * @param waitMs 0: the work begins in the next turn, as there is enough of it already
   */
  constructor(work: (item: T) => void, behind?: () => void, waitMs = WAIT_MS) {
    this.#work = work
    this.#behind = behind
    this.#waitMs = waitMs
  }

  add(item: T): void {
    this.#waiting.push(item)
    if (this.#isScheduled) return
    this.#isScheduled = true
    if (this.#waitMs === 0) setImmediate(this.#run)
    else setTimeout(this.#run, this.#waitMs)
  }

  /** Does at once all that waits. */
  flush(): void {
    while (this.#next < this.#waiting.length) this.#one()
    this.#waiting = []
    this.#next = 0
    this.#behind?.()
  }

  readonly #run = (): void => {
    const until = performance.now() + SLICE_MS
    try {
      while (this.#next < this.#waiting.length && performance.now() < until) this.#one()
    } finally {
      // Before what is behind: a fault in that must not keep the rest waiting for ever.
      if (this.#next < this.#waiting.length) setImmediate(this.#run)
      else {
        this.#waiting = []
        this.#next = 0
        this.#isScheduled = false
      }
      this.#behind?.()
    }
  }

  #one(): void {
    // It counts as done before it is: a fault must not come again.
    const item = this.#waiting[this.#next++] as T
    this.#work(item)
  }
}
