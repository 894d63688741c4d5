import { UnitReader } from '../units.ts'
import { findPieces, type PieceRun } from './pieces.ts'
import { CODE_CHARACTERS, LINE_BREAK, MARK, OPENER, QUOTE, SIGNS } from './signs.ts'
import { findWordRuns, type WordRuns } from './word-runs.ts'

/** What may hide in a text: where to look closer. Found in one pass over all characters, and a few over those that are no letters. */
export interface Suspects extends WordRuns {
  readonly pieces: readonly PieceRun[]
  /** Start and end, in turn, of long unbroken runs of letters, digits and the signs of base64. */
  readonly codes: readonly number[]
  /** Where each stands that markup or a seam between literals begins with. */
  readonly marks: readonly number[]
  readonly quotes: readonly number[]
  /** Where escapes may begin. */
  readonly escapes: readonly number[]
  readonly lineBreaks: readonly number[]
}

const CODE_MIN = 14
const NO_RUNS: WordRuns = { spelled: [], codePoints: [] }

const reader = new UnitReader()
/** Where the characters stand that are no letters. Texts are no longer than a slice (classify.ts), or a few where decoding makes them longer. */
let signs = new Int32Array(4096)

/** Runs of words, which tier 2 alone reads, are left out for tier 1. */
export function findSuspects(text: string, tier: 1 | 2): Suspects {
  const { length } = text
  const units = reader.read(text)
  if (signs.length <= length) signs = new Int32Array(2 ** Math.ceil(Math.log2(length + 2)))
  const count = findSigns(units, length)
  const marks: number[] = []
  const quotes: number[] = []
  const escapes: number[] = []
  const lineBreaks: number[] = []
  for (let n = 0; n < count - 1; n++) {
    const i = signs[n] as number
    const code = units[i] as number
    const kind = SIGNS[code] as number
    if (kind < MARK) continue
    if ((kind & LINE_BREAK) !== 0) lineBreaks.push(i)
    if ((kind & OPENER) !== 0) escapes.push(i)
    if ((kind & QUOTE) !== 0) quotes.push(i)
    // One star, underscore or tilde is no markup.
    if ((kind & MARK) !== 0 && (code === 0x3c || code === 0x60 || units[i + 1] === code)) marks.push(i)
  }
  return {
    pieces: findPieces(units, signs, count),
    codes: findCodes(units, length),
    ...(tier === 1 ? NO_RUNS : findWordRuns(units, signs, count)),
    marks,
    quotes,
    escapes: withHexNumbers(text, escapes),
    lineBreaks,
  }
}

/** Fills `signs`, the end of the text last; how many there are. */
function findSigns(units: Uint16Array, length: number): number {
  let count = 0
  for (let i = 0; i < length; i++) if (SIGNS[units[i] as number] !== 0) signs[count++] = i
  signs[count++] = length
  return count
}

/** Looks at the end of a stretch first, as most hold a character that is no code's and can be left out whole. */
function findCodes(units: Uint16Array, length: number): number[] {
  const found: number[] = []
  for (let start = 0; start + CODE_MIN <= length; ) {
    let last = start + CODE_MIN - 1
    while (last >= start && CODE_CHARACTERS[units[last] as number] === 1) last--
    if (last < start) {
      let end = start + CODE_MIN
      while (end < length && CODE_CHARACTERS[units[end] as number] === 1) end++
      found.push(start, end)
      last = end
    }
    start = last + 1
  }
  return found
}

/** 0x41 begins with no sign. */
function withHexNumbers(text: string, escapes: number[]): readonly number[] {
  let at = text.indexOf('0x')
  if (at === -1) return escapes
  for (; at !== -1; at = text.indexOf('0x', at + 2)) escapes.push(at)
  return escapes.sort((a, b) => a - b)
}
