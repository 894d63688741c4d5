import { plainWord } from './characters.ts'

/** Beyond Latin Extended-A no character is a letter of a keyword with an accent. */
const CODES = 0x180

/**
 * Finds many words in one pass over a text, without regard to case and accents (Aho and Corasick, CACM 18(6), 1975).
 * The keywords themselves are ASCII, in lower case.
 */
export class KeywordIndex {
  /** Character class of every code; 0 for those in no keyword. */
  readonly #classes = new Uint8Array(CODES)
  readonly #classCount: number
  /** Row per state, column per class: the next state. */
  readonly #next: Int32Array
  /** Keywords that end in a state, the ones it ends with included. */
  readonly #found: readonly (readonly number[] | undefined)[]
  readonly #lengths: readonly number[]

  constructor(keywords: readonly string[]) {
    let classCount = 1
    const classOf = new Map<string, number>()
    for (const character of keywords.join('')) {
      if (character !== plainWord(character)) throw new RangeError('keywords are in lower case, without accents')
      if (!classOf.has(character)) classOf.set(character, classCount++)
    }
    for (let code = 0; code < CODES; code++)
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
    this.#next = next
    linkFailures(next, found, classCount)
    this.#found = found.map((indexes) => (indexes.length === 0 ? undefined : indexes))
  }

  /** Calls `visit` with each keyword's index, start and end, in order of the ends, until it returns false; whether it never did. */
  scan(text: string, visit: (keyword: number, start: number, end: number) => boolean): boolean {
    const classes = this.#classes
    const next = this.#next
    const found = this.#found
    const classCount = this.#classCount
    let state = 0
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      state = code < CODES ? (next[state * classCount + (classes[code] as number)] as number) : 0
      const keywords = found[state]
      if (keywords === undefined) continue
      for (const keyword of keywords) {
        if (!visit(keyword, i + 1 - (this.#lengths[keyword] ?? 0), i + 1)) return false
      }
    }
    return true
  }
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
