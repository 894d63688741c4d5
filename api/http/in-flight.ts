import { tooManyRequests } from './api-error.ts'

const RETRY_AFTER_SECONDS = 1

export interface InFlightLimits {
  /** The weight of what one caller has under way. */
  readonly weight: number
  /** How many more requests of one caller wait for their turn. */
  readonly waiting: number
}

interface Waiting {
  readonly weight: number
  readonly start: () => void
}

interface Caller {
  weight: number
  readonly waiting: Waiting[]
}

/** The requests that one caller may have in progress, including those whose body is awaited or whose answer is unread. */
export class InFlight {
  readonly #limits: InFlightLimits
  readonly #callers = new Map<string, Caller>()

  constructor(limits: InFlightLimits) {
    this.#limits = limits
  }

  /**
   * Resolves when it is the request's turn, in the order they came.
   * @returns to be called once, when the answer has been sent or never will be
   * @throws ApiError 429 where too many wait already
   */
  async enter(name: string, weight: number): Promise<() => void> {
    const caller = this.#callers.get(name) ?? { weight: 0, waiting: [] }
    this.#callers.set(name, caller)
    if (caller.waiting.length > 0 || caller.weight + weight > this.#limits.weight) {
      if (caller.waiting.length >= this.#limits.waiting) throw tooManyRequests(RETRY_AFTER_SECONDS)
      await new Promise<void>((start) => caller.waiting.push({ weight, start }))
    } else {
      caller.weight += weight
    }
    return () => this.#leave(name, caller, weight)
  }

  #leave(name: string, caller: Caller, weight: number): void {
    caller.weight -= weight
    for (;;) {
      const next = caller.waiting[0]
      if (next === undefined || caller.weight + next.weight > this.#limits.weight) break
      caller.waiting.shift()
      caller.weight += next.weight
      next.start()
    }
    if (caller.weight === 0 && caller.waiting.length === 0) this.#callers.delete(name)
  }
}
