import { tooManyRequests } from './api-error.ts'

const RETRY_AFTER_SECONDS = 1

export interface InFlightLimits {
  /** The weight of what one caller has under way. */
  readonly weight: number
  /** How many more requests of one caller wait for their turn. */
  readonly waiting: number
  /** How long each of them waits, in milliseconds. */
  readonly waitMs: number
}

/** What a request has among those of its caller. */
export interface Place {
  /** Undefined where it may begin at once; else resolves when it may, and rejects with an ApiError 429 where it waits too long. */
  readonly turn: Promise<void> | undefined
  /** The answer has been sent or never will be; also where the request still waits. Safe to call twice. */
  readonly leave: () => void
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
   * Turns come in the order of the requests.
   * @throws ApiError 429 where too many wait already
   */
  enter(name: string, weight: number): Place {
    const caller = this.#callers.get(name) ?? { weight: 0, waiting: [] }
    this.#callers.set(name, caller)
    const mayBegin = caller.waiting.length === 0 && caller.weight + weight <= this.#limits.weight
    if (!mayBegin) return this.#wait(name, caller, weight)
    caller.weight += weight
    return { turn: undefined, leave: once(() => this.#leave(name, caller, weight)) }
  }

  #wait(name: string, caller: Caller, weight: number): Place {
    if (caller.waiting.length >= this.#limits.waiting) throw tooManyRequests(RETRY_AFTER_SECONDS)
    const { promise: turn, resolve, reject } = Promise.withResolvers<void>()
    let hasBegun = false
    const waiting = {
      weight,
      start: () => {
        hasBegun = true
        clearTimeout(timer)
        resolve()
      },
    }
    const giveUp = () => {
      clearTimeout(timer)
      caller.waiting.splice(caller.waiting.indexOf(waiting), 1)
      this.#startNext(name, caller)
    }
    const leave = once(() => {
      if (hasBegun) this.#leave(name, caller, weight)
      else giveUp()
      // Nobody is there any more: what waits for its turn finds that out.
      resolve()
    })
    const timer = setTimeout(() => {
      reject(tooManyRequests(RETRY_AFTER_SECONDS))
      leave()
    }, this.#limits.waitMs)
    caller.waiting.push(waiting)
    return { turn, leave }
  }

  #leave(name: string, caller: Caller, weight: number): void {
    caller.weight -= weight
    this.#startNext(name, caller)
  }

  #startNext(name: string, caller: Caller): void {
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

function once(action: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    action()
  }
}
