import { isLetterAt } from './characters.ts'
import type { OpenedPattern } from './opened-pattern.ts'

/** What lies between two windows is looked at, too, if it is no longer: the value between what stands before it and behind it. */
const GAP_MAX = 64

/** What was read farther than this behind a window was read of an earlier, equal text; it is forgotten, since every window would search all of its words. */
const AHEAD_MAX = 1_024

/**
 * Where words of a kind stand in a text, for windows that move on: where values stand close together, most of what is around one has been
 * around the one before, and is not looked at again.
 */
export class WordPlaces {
  readonly #words: OpenedPattern | undefined
  readonly #parts: OpenedPattern | undefined
  #text = ''
  /** What has been looked at. */
  #from = 0
  #to = 0
  /** Where they begin and end, in turn. */
  #bounds: number[] = []

  /** `words` begin words; `parts` also stand within words. */
  constructor(words: OpenedPattern | undefined, parts?: OpenedPattern) {
    this.#words = words
    this.#parts = parts
  }

  /** Whether one stands between `from` and `to`; `units` are those of the text, a zero behind them. */
  isWithin(text: string, units: Uint16Array, from: number, to: number): boolean {
    if (text !== this.#text || from < this.#from || from - this.#to > GAP_MAX || this.#to - to > AHEAD_MAX) {
      this.#from = from
      this.#to = from
      this.#bounds = []
    }
    // An equal string is compared unit by unit, the same one is not.
    this.#text = text
    for (; this.#to < to; this.#to++) this.#note(units, this.#to)
    const bounds = this.#bounds
    for (let i = bounds.length - 2; i >= 0 && (bounds[i] as number) >= from; i -= 2)
      if ((bounds[i + 1] as number) <= to) return true
    return false
  }

  #note(units: Uint16Array, index: number): void {
    if (this.#words?.mayBeginAt(units, index) === true && !isLetterAt(units, index - 1))
      this.#add(index, this.#words.endAt(this.#text, units, index))
    if (this.#parts !== undefined) this.#add(index, this.#parts.endAt(this.#text, units, index))
  }

  #add(start: number, end: number): void {
    if (end !== -1) this.#bounds.push(start, end)
  }
}
