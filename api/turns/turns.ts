export interface TurnLimits {
  /** The weight of what may be under way at once: in each line, or in all together if `isShared`. */
  readonly weight: number
  /** The lines share the weight, and are served in rotation, so that none starves another. */
  readonly isShared?: boolean
  /** The most that one line has under way of what is shared: the rest is there for the others. */
  readonly weightOfLine?: number
  /** How many may wait in each line; any number if not given. */
  readonly waiting?: number
  /** How long each of them waits, in milliseconds; as long as it takes if not given. */
  readonly waitMs?: number
  /** The error of what would be one too many, or has waited too long. */
  readonly refusal?: () => Error
}

/** What a piece of work has in its line. */
export interface Place {
  /** Undefined if it may begin at once; else resolves when it may, and rejects with the refusal if it waits too long. */
  readonly turn: Promise<void> | undefined
  /** It has ended, or never begins; also while it still waits. Safe to call twice. */
  readonly leave: () => void
}

interface Waiting {
  readonly weight: number
  readonly start: () => void
}

interface Line {
  weight: number
  readonly waiting: Waiting[]
}

/** Gives work its turn, within a bound of what is under way at once: in lines (of a caller, a key, a kind of work), each in the order it came. */
export class Turns<Name extends string = string> {
  readonly #limits: TurnLimits
  /** Only those with something under way or waiting; in the order they are served in, if they share the weight. */
  readonly #lines = new Map<Name, Line>()
  #weight = 0
  #waiting = 0

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  /** Rejects with the refusal, or as the work does. */
  async take<T>(name: Name, work: () => Promise<T>): Promise<T> {
    const { turn, leave } = this.enter(name)
    try {
      await turn
      return await work()
    } finally {
      leave()
    }
  }

  /** @throws the refusal if too many wait in this line already */
  enter(name: Name, weight = 1): Place {
    const line = this.#lines.get(name) ?? { weight: 0, waiting: [] }
    const before = this.#limits.isShared === true ? this.#waiting : line.waiting.length
    if (before > 0 || !this.#fits(line, weight)) return this.#wait(name, line, weight)
    this.#lines.set(name, line)
    this.#add(line, weight)
    return { turn: undefined, leave: once(() => this.#leave(name, line, weight)) }
  }

  #wait(name: Name, line: Line, weight: number): Place {
    const { waiting: most = Number.POSITIVE_INFINITY, waitMs, refusal = overdue } = this.#limits
    if (line.waiting.length >= most) throw refusal()
    this.#lines.set(name, line)
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
    const leave = once(() => {
      if (hasBegun) this.#leave(name, line, weight)
      else {
        clearTimeout(timer)
        line.waiting.splice(line.waiting.indexOf(waiting), 1)
        this.#waiting--
        this.#startNext(name, line)
      }
      // Nobody is there any more: what waits for its turn finds that out.
      resolve()
    })
    const giveUp = () => {
      reject(refusal())
      leave()
    }
    const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
    line.waiting.push(waiting)
    this.#waiting++
    // What waits in other lines may wait for their own work, and not for room.
    this.#startNext(name, line)
    return { turn, leave }
  }

  #fits(line: Line, weight: number): boolean {
    const { isShared = false, weight: most } = this.#limits
    return (isShared ? this.#weight : line.weight) + weight <= most && !this.#isFull(line, weight)
  }

  /** Whether the line has to wait for its own work, whatever room there is. */
  #isFull(line: Line, weight: number): boolean {
    const { weightOfLine = Number.POSITIVE_INFINITY } = this.#limits
    return line.weight + weight > weightOfLine
  }

  #add(line: Line, weight: number): void {
    line.weight += weight
    this.#weight += weight
  }

  #leave(name: Name, line: Line, weight: number): void {
    this.#add(line, -weight)
    this.#startNext(name, line)
  }

  #startNext(name: Name, line: Line): void {
    if (this.#limits.isShared === true) while (this.#waiting > 0 && this.#serveLines());
    else while (this.#serve(line));
    if (line.weight === 0 && line.waiting.length === 0) this.#lines.delete(name)
  }

  /** Serves the line whose turn is the longest ago; it is last then. @returns whether there was room */
  #serveLines(): boolean {
    for (const [name, line] of this.#lines) {
      const [next] = line.waiting
      if (next === undefined || this.#isFull(line, next.weight)) continue
      if (!this.#serve(line)) return false
      this.#lines.delete(name)
      this.#lines.set(name, line)
      return true
    }
    return false
  }

  #serve(line: Line): boolean {
    const next = line.waiting[0]
    if (next === undefined || !this.#fits(line, next.weight)) return false
    line.waiting.shift()
    this.#waiting--
    this.#add(line, next.weight)
    next.start()
    return true
  }
}

function overdue(): Error {
  return new Error('a piece of work did not get its turn')
}

function once(action: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    action()
  }
}
