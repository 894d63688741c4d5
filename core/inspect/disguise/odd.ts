import { isDigit } from '../numbers.ts'
import type { Walk } from '../walk.ts'

/** Where hardly any text goes on as it does here. */
export interface Odd {
  /** Start and length of the first piece, in turn, of runs of short pieces of one length. */
  readonly runs: readonly number[]
  /** Line breaks with a letter, a digit or a sign of an address on both sides, perhaps over blanks and a mark. */
  readonly breaks: readonly number[]
  /** The opening brackets of calls whose argument is a number. */
  readonly calls: readonly number[]
}

/** Shorter runs are initials, lists of options or columns. */
const ODD_PIECES_MIN = 8
/** Longer pieces are taken for words. */
const PIECE_MAX = 2
const NEW_LINE = 0x0a
const SMALL_R = 0x72
const SMALL_E = 0x65

/** Whatever text it is; those where a walk counts enough pieces in a row are few. */
export function collectOddRuns({ places, placeCount }: Walk): number[] {
  const runs: number[] = []
  let count = 0
  let length = 0
  let runStart = 0
  let last = -1
  for (let n = 0; n < placeCount; n++) {
    const place = places[n] as number
    const size = place - last - 1
    if (size === length) count++
    else if (size !== 0) {
      if (count >= ODD_PIECES_MIN && length <= PIECE_MAX && length > 0) runs.push(runStart, length)
      length = size
      count = 1
      runStart = last + 1
    }
    last = place
  }
  if (count >= ODD_PIECES_MIN && length <= PIECE_MAX && length > 0) runs.push(runStart, length)
  return runs
}

/** Whether the bracket opens a call such as "chr(", "CHAR(" or "CharCode(" with a number. */
export function isCharacterCall(units: Uint16Array, bracket: number): boolean {
  if (!isDigit(units[bracket + 1] as number)) return false
  const before = (units[bracket - 1] as number) | 0x20
  return before === SMALL_R || before === SMALL_E
}

const RETURN = 0x0d
const HYPHEN = 0x2d
const BACKSLASH = 0x5c

/** Whether a line ends in a letter, a digit or a mark, and the next begins with no line break: most end in other signs, or are empty. */
export function mayGoOn(units: Uint16Array, at: number): boolean {
  const before = units[at - 1] as number
  const after = units[at + 1] as number
  if (after === NEW_LINE || after === RETURN) return false
  return isWord(before) || before === HYPHEN || before === BACKSLASH || before === RETURN
}

function isWord(code: number): boolean {
  return isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 122) || code === 0x2e || code === 0x40 || code === 0x5f
}
