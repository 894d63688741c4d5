/** Work goes on for this long; then others get their turn. */
const SLICE_MS = 10

const waiting: (() => void)[] = []
let isScheduled = false

/**
 * Long work of several requests runs in slices: of all that waits here one slice runs at each turn of the event loop, and
 * whatever else the thread has to do comes between. Many long requests at once delay others by one slice, not by all.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (isScheduled) return
    isScheduled = true
    setImmediate(takeTurn)
  })
}

function takeTurn(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(takeTurn)
  else isScheduled = false
}

/** The slices of work on many items of which nobody knows how long each takes. */
export class TimeSlices {
  #began = performance.now()

  /** Called between two items: others get their turn where this slice has lasted long enough. */
  async pause(): Promise<void> {
    if (performance.now() - this.#began > SLICE_MS) await this.end()
  }

  async end(): Promise<void> {
    await nextTurn()
    this.#began = performance.now()
  }
}
