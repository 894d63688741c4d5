import { tooManyRequests } from '../http/api-error.ts'

const RETRY_AFTER_SECONDS = 2

export interface TurnLimits {
  /** Pieces of work at once. */
  readonly concurrent: number
  /** How many may wait, in each line. */
  readonly waiting: number
}

/** Gives work its turn, a few pieces at a time, from several lines that are served in rotation: none starves another. */
export class Turns<Line extends string> {
  readonly #limits: TurnLimits
  readonly #lines: readonly { readonly name: Line; readonly waiting: (() => void)[] }[]
  #running = 0
  /** The line that is served next if all lines have work waiting. */
  #next = 0

  constructor(lines: readonly Line[], limits: TurnLimits) {
    this.#limits = limits
    this.#lines = lines.map((name) => ({ name, waiting: [] }))
  }

  /** @throws ApiError 429 if too many others wait in this line */
  async take<T>(name: Line, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limits.concurrent) await this.#wait(name)
    else this.#running += 1
    try {
      return await work()
    } finally {
      // The place is handed to the next waiter directly, so that no other caller takes it.
      const next = this.#shift()
      if (next === undefined) this.#running -= 1
      else next()
    }
  }

  async #wait(name: Line): Promise<void> {
    const waiting = this.#lines.find((line) => line.name === name)?.waiting ?? []
    if (waiting.length >= this.#limits.waiting) throw tooManyRequests(RETRY_AFTER_SECONDS)
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  #shift(): (() => void) | undefined {
    for (let step = 0; step < this.#lines.length; step += 1) {
      const position = (this.#next + step) % this.#lines.length
      const turn = this.#lines[position]?.waiting.shift()
      if (turn === undefined) continue
      this.#next = (position + 1) % this.#lines.length
      return turn
    }
    return undefined
  }
}
