/** No state, or no word. */
export const NONE = -1
/** The state in which nothing was read that a word begins with. */
export const ROOT = 0
const UNITS = 65_536

/**
 * Finds any number of words in a text that is read once, unit by unit (Aho and Corasick, 1975): the time depends on the text, and neither on
 * how many words there are nor on how alike they begin. A state is a beginning of words. States are numbered by their length and then in
 * order of the words, so that those which follow one of them stand together: each takes 18 bytes, whatever the words are.
 */
export class Automaton {
  /** The unit that each state ends with. */
  readonly #units: Uint16Array
  /** The first of the states that follow each; they end where those of the next state begin. */
  readonly #following: Int32Array
  /** The longest shorter state that each ends with. */
  readonly #suffix: Int32Array
  /** The same, of those at which a word ends. */
  readonly #wordSuffix: Int32Array
  readonly #words: Int32Array
  /** What follows the root: most units of a text begin no word, and one look says so. */
  readonly #first = new Int32Array(UNITS)

  /** @param words in the order of their units, none empty and none twice */
  constructor(words: readonly string[]) {
    const states = countStates(words)
    this.#units = new Uint16Array(states)
    this.#following = new Int32Array(states + 1)
    this.#suffix = new Int32Array(states)
    this.#wordSuffix = new Int32Array(states).fill(NONE)
    this.#words = new Int32Array(states).fill(NONE)
    this.#build(words)
  }

  /** The state after one more unit of the text. */
  next(state: number, unit: number): number {
    for (let from = state; from !== ROOT; from = this.#suffix[from] as number) {
      const next = this.#follow(from, unit)
      if (next !== NONE) return next
    }
    return this.#first[unit] as number
  }

  /** The state of the longest word that ends here. */
  wordState(state: number): number {
    return this.#words[state] === NONE ? this.shorterWordState(state) : state
  }

  /** The state of the next shorter word that ends here. */
  shorterWordState(state: number): number {
    return this.#wordSuffix[state] as number
  }

  /** The number of the word of such a state. */
  word(state: number): number {
    return this.#words[state] as number
  }

  #follow(state: number, unit: number): number {
    let low = this.#following[state] as number
    let high = this.#following[state + 1] as number
    while (low < high) {
      const middle = (low + high) >> 1
      const found = this.#units[middle] as number
      if (found === unit) return middle
      if (found < unit) low = middle + 1
      else high = middle
    }
    return NONE
  }

  /** State by state in the order of their numbers, so that all about the suffixes of a state is known before it. */
  #build(words: readonly string[]): void {
    // Those words that begin with a state stand together.
    const from = new Int32Array(this.#units.length)
    const to = new Int32Array(this.#units.length)
    to[ROOT] = words.length
    let added = ROOT + 1
    let length = 0
    let endOfLength = added
    for (let state = ROOT; state < this.#units.length; state++) {
      if (state === endOfLength) {
        length++
        endOfLength = added
      }
      this.#following[state] = added
      this.#wordSuffix[state] = state === ROOT ? NONE : this.wordState(this.#suffix[state] as number)
      const end = to[state] as number
      let word = from[state] as number
      if (words[word]?.length === length) this.#words[state] = word++
      while (word < end) {
        const unit = (words[word] as string).charCodeAt(length)
        from[added] = word
        while (word < end && (words[word] as string).charCodeAt(length) === unit) word++
        to[added] = word
        this.#units[added] = unit
        if (state === ROOT) this.#first[unit] = added
        else this.#suffix[added] = this.next(this.#suffix[state] as number, unit)
        added++
      }
    }
    this.#following[this.#units.length] = added
  }
}

/** One for each beginning of a word that no word before has, and the root. */
function countStates(words: readonly string[]): number {
  let count = 1
  let before = ''
  for (const word of words) {
    let shared = 0
    while (shared < before.length && before.charCodeAt(shared) === word.charCodeAt(shared)) shared++
    count += word.length - shared
    before = word
  }
  return count
}
