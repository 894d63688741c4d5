import { isWordAt } from './characters.ts'
import { type Neighbours, NeighbourTable, NO_WORD } from './neighbours.ts'
import type { PatternRule } from './rule.ts'

/** Tells whether a pattern may match at a keyword, from what its rule says about its beginning. */
export class PatternOpening {
  readonly neighbours: readonly Neighbours[]
  readonly #table: NeighbourTable | undefined
  readonly #literals: readonly string[] | undefined
  readonly #runOf = new Uint8Array(128)
  readonly #runLength: number

  constructor({ opens, beside, run }: PatternRule) {
    this.neighbours = beside ?? (opens === undefined ? [{}] : [opening(opens)])
    this.#table = beside === undefined ? undefined : new NeighbourTable([beside])
    this.#literals = opens
    this.#runLength = run?.[1] ?? 0
    const pattern = new RegExp(`^[${run?.[0] ?? ''}]$`)
    for (let code = 0; code < 128; code++) this.#runOf[code] = Number(pattern.test(String.fromCharCode(code)))
  }

  /** The keyword stands from `start` to `end`. */
  mayBegin(text: string, units: Uint16Array, start: number, end: number): boolean {
    if (this.#table !== undefined && this.#table.fitting(units, start, end) === 0) return false
    if (this.#literals === undefined) return true
    if (isWordAt(text, start - 1)) return false
    for (const literal of this.#literals)
      if (text.startsWith(literal, start) && this.#isRun(units, start + literal.length)) return true
    return false
  }

  #isRun(units: Uint16Array, from: number): boolean {
    for (let i = from; i < from + this.#runLength; i++) {
      const code = units[i] as number
      if (code >= 128 || this.#runOf[code] === 0) return false
    }
    return true
  }
}

/** Whether one of the literals begins a word. */
function opening(literals: readonly string[]): Neighbours {
  const first = new Set(literals.map((literal) => literal.charAt(0).replace(/[\\\]^-]/, '\\$&')))
  return { before: NO_WORD, first: [...first].join('') }
}
