/** Something that is given up when nothing came of it in time. */
export interface Mortal {
  /** In milliseconds of performance.now(); Infinity while nothing is waited for. */
  deadline: number
  expire(): void
}

const INTERVAL_MS = 1000

/**
 * The deadlines of many connections, looked at together once a second: setting one is an assignment, where a timer for each
 * stage of each request would cost more than the rest of its way through here.
 */
export class Deadlines {
  readonly #watched = new Set<Mortal>()
  readonly #timer: NodeJS.Timeout

  constructor(intervalMs = INTERVAL_MS) {
    this.#timer = setInterval(() => this.#look(), intervalMs).unref()
  }

  watch(mortal: Mortal): void {
    this.#watched.add(mortal)
  }

  forget(mortal: Mortal): void {
    this.#watched.delete(mortal)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#watched.clear()
  }

  #look(): void {
    const now = performance.now()
    for (const mortal of this.#watched) {
      if (mortal.deadline > now) continue
      mortal.deadline = Number.POSITIVE_INFINITY
      mortal.expire()
    }
  }
}
