import type { Walk } from '../walk.ts'
import { SIGNS } from './signs.ts'

/** Stretches where many words in a row may be digits spelled out, or numbers that may be codes of characters: start and end, in turn. */
export interface WordRuns {
  readonly spelled: readonly number[]
  readonly codePoints: readonly number[]
}

/** Digits of English and French, and letters and digits that stand for themselves. No number that is looked for has fewer than seven. */
const SPELLED = 1
export const SPELLED_MIN = 7
/** Character codes have two or three digits. */
const CODE_POINT = 2
export const CODE_POINTS_MIN = 10

/** What a word may be, by its first character and its length; longer ones are none of these. */
export const LENGTH_BITS = 3
export const LENGTH_MAX = (1 << LENGTH_BITS) - 1
export const WORDS = new Uint8Array(129 << LENGTH_BITS)
/** Stands for the first characters beyond ASCII, and for words that are too long. */
export const NO_WORD = 128 << LENGTH_BITS
/** The kind if there is no word between two signs. */
const NOTHING = 4
for (let code = 0; code < 128; code++) WORDS[code << LENGTH_BITS] = NOTHING
for (const character of '0123456789_abcdefghijklmnopqrstuvwxyz') allow(SPELLED, character, 1)
for (const word of 'zero oh one two three four five six seven eight nine un une deux trois quatre cinq sept huit neuf'.split(
  ' ',
))
  allow(SPELLED, word.charAt(0), word.length)
for (const digit of '0123456789') {
  allow(CODE_POINT, digit, 2)
  allow(CODE_POINT, digit, 3)
}
/** The separators between two words of each kind. */
export const BETWEEN = new Uint8Array(65_536)
for (const character of ' ,.-') BETWEEN[character.charCodeAt(0)] = SPELLED
for (const character of ' ,;') BETWEEN[character.charCodeAt(0)] = (BETWEEN[character.charCodeAt(0)] ?? 0) | CODE_POINT

const UNDERSCORE = 0x5f

function allow(kind: number, first: string, length: number): void {
  for (const code of [first.charCodeAt(0), first.toUpperCase().charCodeAt(0)]) {
    const index = (code << LENGTH_BITS) | length
    WORDS[index] = (WORDS[index] ?? 0) | kind
  }
}

export const NO_RUNS: WordRuns = { spelled: [], codePoints: [] }

/** Whatever text it is; those where runs.ts counts enough words in a row are few. */
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
