import { AdmissionError } from '../../errors.ts'

/** Wrong guesses of one address block (see addressBlock). */
interface Guesses {
  wrong: number
  /** Of the last one. */
  at: number
  waiting: number
  turn: Promise<void>
}

/** A person who mistypes, or several behind one address, are not slowed down. */
const FREE = 10
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000
/** After this time without a wrong one, all is forgotten. */
const FORGET_MS = 60_000
const MAX_WAITING = 8
const MAX_BLOCKS = 10_000

interface Options {
  /** Milliseconds, monotonic. */
  readonly now: () => number
  readonly sleep: (ms: number) => Promise<void>
}

/**
 * Slows down an address block from which many wrong tokens come: its unknown tokens are looked at one after the other, with a
 * pause before each that doubles. Who is known already does not pass here, and other blocks do not notice.
 */
export class GuessBrake {
  readonly #options: Options
  readonly #blocks = new Map<string, Guesses>()

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Resolves when a token from this block may be looked at; undefined if that is now.
   * Rejects with AdmissionError if too many of it wait.
   */
  turn(block: string): Promise<void> | undefined {
    const guesses = this.#find(block)
    return guesses === undefined || guesses.wrong < FREE ? undefined : this.#wait(guesses)
  }

  async #wait(guesses: Guesses): Promise<void> {
    if (guesses.waiting >= MAX_WAITING) throw new AdmissionError('identities', 'queue_full')
    guesses.waiting += 1
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(guesses.wrong - FREE, 10), LONGEST_PAUSE_MS)
    guesses.turn = guesses.turn.then(() => this.#options.sleep(pause))
    try {
      await guesses.turn
    } finally {
      guesses.waiting -= 1
    }
  }

  /** One more was wrong. */
  wrong(block: string): void {
    const now = this.#options.now()
    const guesses = this.#find(block)
    if (guesses !== undefined) {
      guesses.wrong += 1
      guesses.at = now
      return
    }
    this.#blocks.set(block, { wrong: 1, at: now, waiting: 0, turn: Promise.resolve() })
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= MAX_BLOCKS) break
      this.#blocks.delete(oldest)
    }
  }

  #find(block: string): Guesses | undefined {
    const guesses = this.#blocks.get(block)
    if (guesses === undefined || guesses.waiting > 0 || this.#options.now() - guesses.at < FORGET_MS) return guesses
    this.#blocks.delete(block)
    return undefined
  }
}
