import type { Walk } from '../walk.ts'
import { SIGNS } from './signs.ts'
import { BETWEEN, CODE_POINT, LENGTH_BITS, LENGTH_MAX, SPELLED, WORDS } from './word-kinds.ts'

/** Stretches where many words in a row may be digits spelled out, or numbers that may be codes of characters: start and end, in turn. */
export interface WordRuns {
  readonly spelled: readonly number[]
  readonly codePoints: readonly number[]
}

/** No number that is looked for has fewer digits. */
const SPELLED_MIN = 7
const CODE_POINTS_MIN = 10
const UNDERSCORE = 0x5f

export const NO_RUNS: WordRuns = { spelled: [], codePoints: [] }

/** Whatever text it is; those where a walk counts enough words in a row are few. */
export function collectWordRuns({ units, places, placeCount }: Walk): WordRuns {
  const spelled = new Run(SPELLED_MIN)
  const codePoints = new Run(CODE_POINTS_MIN)
  let start = 0
  for (let n = 0; n < placeCount; n++) {
    const i = places[n] as number
    const sign = units[i] as number
    if (sign === UNDERSCORE || SIGNS[sign] === 0) continue
    const length = i - start
    if (length > 0) {
      const first = units[start] as number
      const kinds = first < 128 && length <= LENGTH_MAX ? (WORDS[(first << LENGTH_BITS) | length] as number) : 0
      if ((kinds & SPELLED) !== 0) spelled.add(start, i)
      else if (spelled.words > 0) spelled.close()
      if ((kinds & CODE_POINT) !== 0) codePoints.add(start, i)
      else if (codePoints.words > 0) codePoints.close()
    }
    const between = BETWEEN[sign] as number
    if (spelled.words > 0 && (between & SPELLED) === 0) spelled.close()
    if (codePoints.words > 0 && (between & CODE_POINT) === 0) codePoints.close()
    start = i + 1
  }
  spelled.close()
  codePoints.close()
  return { spelled: spelled.found, codePoints: codePoints.found }
}

class Run {
  readonly found: number[] = []
  words = 0
  readonly #wordsMin: number
  /** Words of more than one character: nothing is spelled where there are none. */
  #long = 0
  #start = 0
  #end = 0

  constructor(wordsMin: number) {
    this.#wordsMin = wordsMin
  }

  add(start: number, end: number): void {
    if (this.words === 0) this.#start = start
    this.#end = end
    this.words++
    if (end - start > 1) this.#long++
  }

  close(): void {
    if (this.words >= this.#wordsMin && this.#long > 1) this.found.push(this.#start, this.#end)
    this.words = 0
    this.#long = 0
  }
}
