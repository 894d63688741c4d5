/** Finds many ASCII words in one pass over a text, without regard to case (Aho and Corasick, CACM 18(6), 1975). */
export class KeywordIndex {
  /** Character class of every ASCII code; 0 for those in no keyword, as for everything beyond ASCII. */
  readonly #classes = new Uint8Array(128)
  readonly #classCount: number
  /** Row per state, column per class: the next state. */
  readonly #next: Int32Array
  /** Keywords that end in a state, the ones it ends with included. */
  readonly #found: readonly (readonly number[] | undefined)[]
  readonly #lengths: readonly number[]

  constructor(keywords: readonly string[]) {
    const lower = keywords.map((keyword) => keyword.toLowerCase())
    let classCount = 1
    for (const code of new Set(lower.flatMap((keyword) => [...keyword].map((c) => c.charCodeAt(0))))) {
      if (!(code < 128)) throw new RangeError('keywords are ASCII')
      this.#classes[code] = classCount
      this.#classes[String.fromCharCode(code).toUpperCase().charCodeAt(0)] = classCount
      classCount++
    }
    this.#classCount = classCount
    this.#lengths = lower.map((keyword) => keyword.length)
    const states = 1 + lower.reduce((sum, keyword) => sum + keyword.length, 0)
    const next = new Int32Array(states * classCount).fill(-1)
    const found: number[][] = [[]]
    for (const [index, keyword] of lower.entries()) {
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

  /** Calls `visit` with each keyword's index and where it starts and ends, in order of the ends. */
  scan(text: string, visit: (keyword: number, start: number, end: number) => void): void {
    const classes = this.#classes
    const next = this.#next
    const found = this.#found
    const classCount = this.#classCount
    let state = 0
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      state = code < 128 ? (next[state * classCount + (classes[code] as number)] as number) : 0
      const keywords = found[state]
      if (keywords === undefined) continue
      for (const keyword of keywords) visit(keyword, i + 1 - (this.#lengths[keyword] ?? 0), i + 1)
    }
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
