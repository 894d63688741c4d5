import type { Walk } from '../walk.ts'
import { findCodes } from './codes.ts'
import { collectOddRuns, isCharacterCall, mayBeginDump, mayGoOn, type Odd } from './odd.ts'
import { findPieces, type PieceRun } from './pieces.ts'
import { BRACKET, LINE_BREAK, MARK, OPENER, QUOTE, SIGNS } from './signs.ts'
import { collectWordRuns, NO_RUNS, type WordRuns } from './word-runs.ts'

/** What may hide in a text: where to look closer. Found at the places that the walk over it has noted. */
export interface Suspects extends WordRuns {
  readonly pieces: readonly PieceRun[]
  /** Start and end, in turn, of long unbroken runs of letters, digits and the signs of base64. */
  readonly codes: readonly number[]
  /** The places where markup may begin. */
  readonly marks: readonly number[]
  /** The places where a seam between literals may begin. */
  readonly quotes: readonly number[]
  /** The places where escapes may begin. */
  readonly escapes: readonly number[]
  /** Empty if no two lines in a row are short and equally long. */
  readonly lineBreaks: readonly number[]
  readonly odd: Odd
  /** Whether rows of a dump, uuencode or ascii85 may stand in it. */
  readonly mayHoldDumps: boolean
}

/** What is imported is read from memory each time. */
const KINDS = SIGNS

/** Longer lines are not pieces of a value. */
export const LINE_MAX = 6
const NONE: readonly number[] = []

/** What may stand behind each sign for something to begin with it; by the sign, the characters as bits. */
const NEXT = new Map<number, Uint8Array>()
for (const [signs, next] of [
  // A seam: blanks, what joins, the next quotation mark.
  [`"'\``, /[\t\n\f\r ,+.&|"'`]/],
  ['<', /[A-Za-z/!]/],
  ['*', /\*/],
  ['_', /_/],
  ['~', /~/],
  ['%', /[0-9A-Fa-fu]/],
  ['\\', /[xu0-7]/],
  ['&', /[#A-Za-z]/],
  ['=', /[0-9A-F]/],
] as const) {
  const allowed = Uint8Array.from({ length: 128 }, (_, code) => Number(next.test(String.fromCharCode(code))))
  for (const sign of signs) NEXT.set(sign.charCodeAt(0), allowed)
}
const FOLLOWS = new Uint8Array(128 * 128)
for (const [sign, allowed] of NEXT) FOLLOWS.set(allowed, sign * 128)
const BACKTICK = 0x60
const BACKSLASH = 0x5c
const SMALL_N = 0x6e
const AT = 0x40
const LESS = 0x3c
const TILDE = 0x7e

/** Escapes, codes and runs of words, which tier 2 alone reads, are left out for tier 1. */
export function findSuspects(text: string, walk: Walk, tier: 1 | 2): Suspects {
  const { units, marks: noted } = walk
  const marks: number[] = []
  const quotes: number[] = []
  const escapes: number[] = []
  let lineStart = 0
  let lineSize = 0
  let hasShortLines = false
  const breaks: number[] = []
  const calls: number[] = []
  const escapedBreaks: number[] = []
  const ats: number[] = []
  let mayHoldDumps = mayBeginDump(units, 0)
  for (let n = 0; n < walk.markCount; n++) {
    const i = noted[n] as number
    const code = units[i] as number
    const kind = KINDS[code] as number
    if (kind >= BRACKET) {
      if (isCharacterCall(units, i)) calls.push(i)
      continue
    }
    if (kind >= LINE_BREAK) {
      if (mayGoOn(units, i)) breaks.push(i)
      if (mayBeginDump(units, i + 1)) mayHoldDumps = true
      const size = i - lineStart
      if (size > 0 && size <= LINE_MAX && size === lineSize) hasShortLines = true
      lineSize = size
      lineStart = i + 1
      continue
    }
    const next = units[i + 1] as number
    if (code === AT) ats.push(i)
    if (code === BACKSLASH && next === SMALL_N) escapedBreaks.push(i)
    if (code === LESS && next === TILDE) mayHoldDumps = true
    const follows = next < 128 && FOLLOWS[(code << 7) | next] === 1
    if (code === BACKTICK || (follows && (kind & MARK) !== 0)) marks.push(i)
    if (!follows) continue
    if ((kind & QUOTE) !== 0) quotes.push(i)
    else if ((kind & OPENER) !== 0) escapes.push(i)
  }
  return {
    pieces: findPieces(walk),
    codes: tier === 1 ? NONE : findCodes(walk),
    ...(tier === 2 && walk.spelled.length > 0 ? collectWordRuns(walk) : NO_RUNS),
    marks,
    quotes,
    escapes: tier === 1 ? NONE : withHexNumbers(text, escapes),
    lineBreaks: hasShortLines ? findLineBreaks(walk) : NONE,
    odd: { runs: tier === 2 ? collectOddRuns(walk) : NONE, breaks, escapedBreaks, ats, calls },
    mayHoldDumps,
  }
}

function findLineBreaks({ units, marks, markCount }: Walk): number[] {
  const found: number[] = []
  for (let n = 0; n < markCount; n++) {
    const i = marks[n] as number
    if (((KINDS[units[i] as number] as number) & LINE_BREAK) !== 0) found.push(i)
  }
  return found
}

/** Codes such as 0x41 do not begin with a sign. */
function withHexNumbers(text: string, escapes: number[]): readonly number[] {
  let at = text.indexOf('0x')
  if (at === -1) return escapes
  for (; at !== -1; at = text.indexOf('0x', at + 2)) escapes.push(at)
  return escapes.sort((a, b) => a - b)
}
