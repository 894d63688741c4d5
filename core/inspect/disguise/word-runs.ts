/** Stretches where many words in a row may be digits spelled out, or numbers that may be codes of characters: start and end, in turn. */
export interface WordRuns {
  readonly spelled: readonly number[]
  readonly codePoints: readonly number[]
}

/** The shape of a word that may belong to a run: a bit per length, by its first character, and what may stand between two. */
interface Shape {
  readonly lengths: Uint8Array
  readonly between: Uint8Array
  readonly wordsMin: number
}

/** Digits of English and French, and letters and digits that stand for themselves. No number that is looked for has fewer than seven. */
const SPELLED: Shape = { lengths: new Uint8Array(128), between: signsOf(' ,.-'), wordsMin: 7 }
for (const character of '0123456789_abcdefghijklmnopqrstuvwxyz') allow(SPELLED, character, 1)
for (const word of 'zero oh one two three four five six seven eight nine un une deux trois quatre cinq sept huit neuf'.split(
  ' ',
))
  allow(SPELLED, word.charAt(0), word.length)

/** Codes of characters have two or three digits. */
const CODE_POINTS: Shape = { lengths: new Uint8Array(128), between: signsOf(' ,;'), wordsMin: 10 }
for (const digit of '0123456789') {
  allow(CODE_POINTS, digit, 2)
  allow(CODE_POINTS, digit, 3)
}

const LENGTH_MAX = 6
const UNDERSCORE = 0x5f

function signsOf(characters: string): Uint8Array {
  const signs = new Uint8Array(65_536)
  for (const character of characters) signs[character.charCodeAt(0)] = 1
  return signs
}

function allow({ lengths }: Shape, first: string, length: number): void {
  for (const code of [first.charCodeAt(0), first.toUpperCase().charCodeAt(0)])
    lengths[code] = (lengths[code] ?? 0) | (1 << length)
}

/** For the arguments see findPieces(). */
export function findWordRuns(units: Uint16Array, signs: Int32Array, count: number): WordRuns {
  const spelled = new Run(SPELLED)
  const codePoints = new Run(CODE_POINTS)
  let start = 0
  for (let n = 0; n < count; n++) {
    const i = signs[n] as number
    const sign = units[i] as number
    if (sign === UNDERSCORE) continue
    if (i > start) {
      const first = units[start] as number
      spelled.add(first, start, i)
      codePoints.add(first, start, i)
    }
    spelled.separate(sign)
    codePoints.separate(sign)
    start = i + 1
  }
  spelled.separate(-1)
  codePoints.separate(-1)
  return { spelled: spelled.found, codePoints: codePoints.found }
}

class Run {
  readonly found: number[] = []
  readonly #lengths: Uint8Array
  readonly #between: Uint8Array
  readonly #wordsMin: number
  #words = 0
  /** Words of more than one character: nothing is spelled where there are none. */
  #long = 0
  #start = 0
  #end = 0

  constructor({ lengths, between, wordsMin }: Shape) {
    this.#lengths = lengths
    this.#between = between
    this.#wordsMin = wordsMin
  }

  /** A word, by its first character. */
  add(first: number, start: number, end: number): void {
    const length = end - start
    if (first < 128 && length <= LENGTH_MAX && ((this.#lengths[first] as number) & (1 << length)) !== 0) {
      if (this.#words === 0) this.#start = start
      this.#end = end
      this.#words++
      if (length > 1) this.#long++
    } else if (this.#words > 0) this.#close()
  }

  /** What stands behind a word; several in a row are each told. */
  separate(sign: number): void {
    if (this.#words > 0 && this.#between[sign] !== 1) this.#close()
  }

  #close(): void {
    if (this.#words >= this.#wordsMin && this.#long > 1) this.found.push(this.#start, this.#end)
    this.#words = 0
    this.#long = 0
  }
}
