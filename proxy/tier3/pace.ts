/** The builtin thread rests three times as long as it worked: prompts use the same cores, and people wait for those. */
const REST_FACTOR = 3
/** This number of texts may wait before it matters that more come than are done. */
const BACKLOG = 20
/** More prompts a second than this cannot all be classified: what remains of the cores belongs to the prompts. */
const BUSY_PER_SECOND = 20
const BUSY_PAUSE_MS = 1000
/** Load comes in waves: a moment without prompts is not the end of one. */
const WAVE_MS = 5000

/**
 * How long the builtin provider rests after a text. A text costs it many times what its prompt cost the proxy, so under load only
 * samples are classified; the queue drops the rest.
 */
export class Pace {
  readonly #resultIntervalMs: number
  readonly #now: () => number
  #second = 0
  #count = 0
  #busyUntil = Number.NEGATIVE_INFINITY

  /** `now` in milliseconds. */
  constructor(resultIntervalMs: number, now: () => number) {
    this.#resultIntervalMs = resultIntervalMs
    this.#now = now
  }

  /** A prompt has come. */
  arrived(): void {
    const now = this.#now()
    const second = Math.floor(now / 1000)
    if (second !== this.#second) this.#count = 0
    this.#second = second
    if (++this.#count > BUSY_PER_SECOND) this.#busyUntil = now + WAVE_MS
  }

  /** Milliseconds, after a text that took `tookMs` while `waiting` others wait. */
  restMs(tookMs: number, waiting: number): number {
    const rest = tookMs * REST_FACTOR
    if (this.#now() < this.#busyUntil) return Math.max(rest, BUSY_PAUSE_MS)
    return waiting > BACKLOG ? Math.max(rest, this.#resultIntervalMs) : rest
  }
}
