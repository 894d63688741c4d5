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

/** Looks where the walk counted enough words in a row, from one sign that no such words have between them to the next. */
export function collectWordRuns({ units, places, placeCount, spelled: noted }: Walk): WordRuns {
  const runs = { spelled: new Run(SPELLED_MIN), codePoints: new Run(CODE_POINTS_MIN) }
  let done = 0
  for (const at of noted) {
    if (at < done) continue
    let from = at
    while (from > 0 && ROLES[units[places[from - 1] as number] as number] !== ENDS_RUNS) from--
    let to = at
    while (to < placeCount - 1 && ROLES[units[places[to] as number] as number] !== ENDS_RUNS) to++
    collectBetween(units, places, from, to, runs)
    done = to + 1
  }
  return { spelled: runs.spelled.found, codePoints: runs.codePoints.found }
}

/** Whether a word goes on over a sign, or what stands before the sign and behind it is not of one run. */
const INNER = 1
const ENDS_RUNS = 2
const ROLES = Uint8Array.from(SIGNS, (kind, code) =>
  kind === 0 || code === UNDERSCORE ? INNER : BETWEEN[code] === 0 ? ENDS_RUNS : 0,
)

/** Adds the runs of the words that end at the places numbered `from` to `to`. */
function collectBetween(
  units: Uint16Array,
  places: Int32Array,
  from: number,
  to: number,
  { spelled, codePoints }: { readonly spelled: Run; readonly codePoints: Run },
): void {
  let start = from === 0 ? 0 : (places[from - 1] as number) + 1
  for (let n = from; n <= to; n++) {
    const i = places[n] as number
    const sign = units[i] as number
    if (ROLES[sign] === INNER) continue
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
