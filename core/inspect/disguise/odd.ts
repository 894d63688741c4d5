import { isDigit } from '../numbers.ts'
import type { Walk } from '../walk.ts'

/** Where hardly any text goes on as it does here. */
export interface Odd {
  /** Start and length of the first piece, in turn, of runs of short pieces of one length. */
  readonly runs: readonly number[]
  /** Line breaks with a letter, a digit or a sign of an address on both sides, perhaps over blanks and a mark. */
  readonly breaks: readonly number[]
  /** The backslashes of line breaks as strings of programs and of JSON have them. */
  readonly escapedBreaks: readonly number[]
  readonly ats: readonly number[]
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

/** Looks where the walk counted enough short pieces in a row, from one longer piece to the next. */
export function collectOddRuns({ places, placeCount, apart }: Walk): number[] {
  const runs: number[] = []
  let done = 0
  for (const noted of apart) {
    if (noted < done) continue
    let n = noted
    while (n > 0 && sizeBefore(places, n) <= PIECE_MAX) n--
    let count = 0
    let length = 0
    let runStart = 0
    for (let size = 0; n < placeCount && (n <= noted || size <= PIECE_MAX); n++) {
      size = sizeBefore(places, n)
      if (size === length) count++
      else if (size !== 0) {
        if (count >= ODD_PIECES_MIN && length <= PIECE_MAX && length > 0) runs.push(runStart, length)
        length = size
        count = 1
        runStart = (places[n] as number) - size
      }
    }
    if (count >= ODD_PIECES_MIN && length <= PIECE_MAX && length > 0) runs.push(runStart, length)
    done = n
  }
  return runs
}

/** The length of the piece that ends at a place. */
function sizeBefore(places: Int32Array, n: number): number {
  return (places[n] as number) - (n === 0 ? 0 : (places[n - 1] as number) + 1)
}

/** Whether the bracket opens a call such as "chr(", "CHAR(" or "CharCode(" with a number. */
export function isCharacterCall(units: Uint16Array, bracket: number): boolean {
  if (!isDigit(units[bracket + 1] as number)) return false
  const before = (units[bracket - 1] as number) | 0x20
  return before === SMALL_R || before === SMALL_E
}

const RETURN = 0x0d
/** What ends a line that goes on in the next one: a hyphen, a backslash, a soft break, a tag, the frame of a cell. */
const MARKS = new Uint8Array(65_536)
for (const mark of '-\\=>|│') MARKS[mark.charCodeAt(0)] = 1

/** Whether a line ends in a letter, a digit or a mark, and the next begins with no line break: most end in other signs, or are empty. */
export function mayGoOn(units: Uint16Array, at: number): boolean {
  const before = units[at - 1] as number
  const after = units[at + 1] as number
  if (after === NEW_LINE || after === RETURN) return false
  return isWord(before) || MARKS[before] === 1 || before === RETURN
}

/** Whether a line that begins at `start` may be the first of a dump of bytes, which an address begins, or of uuencode. */
export function mayBeginDump(units: Uint16Array, start: number): boolean {
  let at = start
  while (at - start < INDENT_MAX && (units[at] === SPACE || units[at] === GREATER)) at++
  const first = units[at]
  if (first === ZERO) return units[at + 1] === ZERO && units[at + 2] === ZERO
  return first === SMALL_B && units[at + 1] === SMALL_E && units[at + 5] === SPACE
}

const INDENT_MAX = 12
const SPACE = 0x20
const ZERO = 0x30
const GREATER = 0x3e
const SMALL_B = 0x62

function isWord(code: number): boolean {
  return isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 122) || code === 0x2e || code === 0x40 || code === 0x5f
}
