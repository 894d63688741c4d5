import type { Walk } from '../walk.ts'
import { collectOddRuns, ODD_PIECES_MIN } from './odd.ts'
import { CODE_CHARACTERS, MARK, SIGNS } from './signs.ts'
import {
  BETWEEN,
  CODE_POINTS_MIN,
  collectWordRuns,
  LENGTH_BITS,
  LENGTH_MAX,
  NO_RUNS,
  NO_WORD,
  SPELLED_MIN,
  WORDS,
  type WordRuns,
} from './word-runs.ts'

export interface Runs extends WordRuns {
  /** Start and end, in turn, of long unbroken runs of letters, digits and the signs of base64. */
  readonly codes: readonly number[]
  /** Start and length of the first piece, in turn, of runs of short pieces of one length. */
  readonly apart: readonly number[]
  /** How many places are noted in `marked`. */
  readonly count: number
}

const CODE_MIN = 14
const IS_MARKED = Uint8Array.from(SIGNS, (kind) => Number(kind >= MARK))
const UNDERSCORE = 0x5f
/** The signs that end a word that may be spelled. */
const ENDS_WORD = Uint8Array.from(SIGNS, (kind, code) => Number(kind !== 0 && code !== UNDERSCORE))

/** Where signs stand that something begins with, in one text at a time. */
export let marked = new Int32Array(0)
/** Where long runs of characters of codes begin and end. */
let stretches = new Int32Array(0)

/** Fills `marked`; how many there are. Each place is written down whether it counts or not, as in a walk. */
export function noteMarked({ units, places, placeCount }: Walk): number {
  if (marked.length < placeCount) marked = new Int32Array(places.length)
  const noted = marked
  let count = 0
  for (let n = 0; n < placeCount; n++) {
    const i = places[n] as number
    noted[count] = i
    count += IS_MARKED[units[i] as number] as number
  }
  return count
}

/**
 * The same, and in the same go everything that is told by what follows one another. Words and pieces in a row are counted without a
 * branch for each, which the processor could not foresee: only where enough of them were counted they are looked at again.
 */
export function noteRuns(walk: Walk): Runs {
  const { units, places, placeCount } = walk
  if (marked.length < placeCount) marked = new Int32Array(places.length)
  if (stretches.length < 2 * placeCount) stretches = new Int32Array(2 * places.length)
  const noted = marked
  const long = stretches
  let count = 0
  let longCount = 0
  let codeStart = 0
  let last = -1
  let size = 0
  let pieces = 0
  let piecesMax = 0
  let spelled = 0
  let codePoints = 0
  let spelledMax = 0
  let codePointsMax = 0
  let wordStart = 0
  for (let n = 0; n < placeCount; n++) {
    const i = places[n] as number
    const sign = units[i] as number
    noted[count] = i
    count += IS_MARKED[sign] as number
    const isOther = 1 ^ (CODE_CHARACTERS[sign] as number)
    long[longCount] = codeStart
    long[longCount + 1] = i
    longCount += (((CODE_MIN - 1 - (i - codeStart)) >>> 31) & isOther) << 1
    // The next run begins behind the character that no code has.
    codeStart += (i + 1 - codeStart) & -isOther
    const next = i - last - 1
    last = i
    const isSame = ((next ^ size) - 1) >>> 31
    const isNothing = (next - 1) >>> 31
    pieces = (pieces & -(isSame | isNothing)) + (isSame | (isNothing ^ 1))
    size += (next - size) & ((isSame | isNothing) - 1)
    // Of one character or two.
    piecesMax = Math.max(piecesMax, pieces & -(((size - 3) >>> 31) & (-size >>> 31)))
    if (ENDS_WORD[sign] === 0) continue
    const length = i - wordStart
    const first = units[wordStart] as number
    const kinds = WORDS[first < 128 && length <= LENGTH_MAX ? (first << LENGTH_BITS) | length : NO_WORD] as number
    const between = BETWEEN[sign] as number
    const same = -(kinds >> 2)
    spelled = ((spelled + 1) & -(kinds & 1)) | (spelled & same)
    codePoints = ((codePoints + 1) & -((kinds >> 1) & 1)) | (codePoints & same)
    spelledMax = Math.max(spelledMax, spelled)
    codePointsMax = Math.max(codePointsMax, codePoints)
    spelled &= -(between & 1)
    codePoints &= -((between >> 1) & 1)
    wordStart = i + 1
  }
  const codes: number[] = []
  for (let n = 0; n < longCount; n += 2) findCodesWithin(units, long[n] as number, long[n + 1] as number, codes)
  return {
    count,
    codes,
    apart: piecesMax >= ODD_PIECES_MIN ? collectOddRuns(walk) : NONE,
    ...(spelledMax >= SPELLED_MIN || codePointsMax >= CODE_POINTS_MIN ? collectWordRuns(walk) : NO_RUNS),
  }
}

const NONE: readonly number[] = []

/** Looks at the end of a stretch first, as most hold a character that is no code's and can be left out whole. */
function findCodesWithin(units: Uint16Array, from: number, to: number, found: number[]): void {
  for (let start = from; start + CODE_MIN <= to; ) {
    let last = start + CODE_MIN - 1
    while (last >= start && CODE_CHARACTERS[units[last] as number] === 1) last--
    if (last < start) {
      let end = start + CODE_MIN
      while (end < to && CODE_CHARACTERS[units[end] as number] === 1) end++
      found.push(start, end)
      last = end
    }
    start = last + 1
  }
}
