import { plainWord } from './characters.ts'

/** Beyond Latin Extended-A no character is a letter of a keyword with an accent. */
const FOLDED = 0x180

/**
 * Finds many words in one pass over a text, without regard to case and accents (Aho and Corasick, CACM 18(6), 1975).
 * The keywords themselves are ASCII, in lower case.
 */
export class KeywordIndex {
  /** Character class of every code; 0 for those in no keyword. */
  readonly #classes = new Uint8Array(65_536)
  readonly #classCount: number
  /** Row per state, column per class: where the row of the next state begins. */
  readonly #next: Int32Array
  /** The rows from here on are those of states in which keywords end. */
  readonly #firstFound: number
  /** Keywords that end in those states, the ones they end with included. */
  readonly #found: readonly (readonly number[])[]
  readonly #lengths: readonly number[]

  constructor(keywords: readonly string[]) {
    let classCount = 1
    const classOf = new Map<string, number>()
    for (const character of keywords.join('')) {
      if (character !== plainWord(character)) throw new RangeError('keywords are in lower case, without accents')
      if (!classOf.has(character)) classOf.set(character, classCount++)
    }
    for (let code = 0; code < FOLDED; code++)
      this.#classes[code] = classOf.get(plainWord(String.fromCharCode(code))) ?? 0
    this.#classCount = classCount
    this.#lengths = keywords.map((keyword) => keyword.length)
    const states = 1 + keywords.reduce((sum, keyword) => sum + keyword.length, 0)
    const next = new Int32Array(states * classCount).fill(-1)
    const found: number[][] = [[]]
    for (const [index, keyword] of keywords.entries()) {
      let state = 0
      for (let i = 0; i < keyword.length; i++) {
        const edge = state * classCount + (this.#classes[keyword.charCodeAt(i)] ?? 0)
        let target = next[edge] ?? -1
        if (target === -1) {
          target = found.length
          found.push([])
          next[edge] = target
        }
        state = target
      }
      found[state]?.push(index)
    }
    linkFailures(next, found, classCount)
    const order = quietFirst(found)
    this.#next = inOrder(next, order, classCount)
    const quiet = found.filter((indexes) => indexes.length === 0).length
    this.#firstFound = quiet * classCount
    this.#found = order.slice(quiet).map((state) => found[state] ?? [])
  }

  /**
   * Calls `visit` with each keyword's index, start and end, in order of the ends, until it returns false; whether it never did.
   * `units` are those of the text, `length` of them.
   */
  scan(units: Uint16Array, length: number, visit: (keyword: number, start: number, end: number) => boolean): boolean {
    const classes = this.#classes
    const next = this.#next
    const firstFound = this.#firstFound
    let row = 0
    for (let i = 0; i < length; i++) {
      row = next[row + (classes[units[i] as number] as number)] as number
      if (row < firstFound) continue
      for (const keyword of this.#found[(row - firstFound) / this.#classCount] ?? []) {
        if (!visit(keyword, i + 1 - (this.#lengths[keyword] ?? 0), i + 1)) return false
      }
    }
    return true
  }
}

/** The states in their order, those in which no keyword ends before the others: one comparison then tells them apart. */
function quietFirst(found: readonly (readonly number[])[]): number[] {
  const states = found.map((_, state) => state)
  const isQuiet = (state: number) => found[state]?.length === 0
  return [...states.filter(isQuiet), ...states.filter((state) => !isQuiet(state))]
}

/** The table with its rows in another order, and with where rows begin in place of the numbers of states. */
function inOrder(next: Int32Array, order: readonly number[], classCount: number): Int32Array {
  const rows = new Int32Array(order.length)
  for (const [position, state] of order.entries()) rows[state] = position * classCount
  const table = new Int32Array(order.length * classCount)
  for (const [position, state] of order.entries()) {
    for (let c = 0; c < classCount; c++) table[position * classCount + c] = rows[next[state * classCount + c] ?? 0] ?? 0
  }
  return table
}

/** Breadth first: what is missing in a state's row is taken from the state of its longest proper suffix. */
function linkFailures(next: Int32Array, found: number[][], classCount: number): void {
  const failure = new Int32Array(found.length)
  const queue: number[] = []
  for (let c = 0; c < classCount; c++) {
    const target = next[c] ?? -1
    if (target === -1) next[c] = 0
    else queue.push(target)
  }
  for (const state of queue) {
    const suffix = failure[state] ?? 0
    found[state]?.push(...(found[suffix] ?? []))
    for (let c = 0; c < classCount; c++) {
      const edge = state * classCount + c
      const target = next[edge] ?? -1
      const fallback = next[suffix * classCount + c] ?? 0
      if (target === -1) next[edge] = fallback
      else {
        failure[target] = fallback
        queue.push(target)
      }
    }
  }
}
