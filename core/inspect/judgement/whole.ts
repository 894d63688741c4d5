import { isWordAt } from '../characters.ts'
import { isDigit, jointId, type Numbers, UNJOINED } from '../numbers.ts'

/**
 * What touches a number. 'perhaps an amount': "36,0612345678" is one number in some countries and two cells in others, "732 829 320" a
 * company's or a sum.
 */
export type Edge = 'free' | 'perhaps an amount' | 'glued' | 'behind a word' | 'in a word' | 'part of a number'

/**
 * A number is read as a whole before any part of it is taken for an identifier. Digits on both sides of a point, a sign, an exponent or
 * groups of three make it an amount; letters make it part of an identifier, unless those before it are its label
 * ("SIRET73282932000074"); a hyphen or slash to a word leaves it in doubt. The groups are `first` to `last`, written from `start` to `end`.
 */
export function edgeOf(text: string, numbers: Numbers, first: number, last: number, start: number, end: number): Edge {
  const { units } = numbers
  if (isFraction(numbers, first, last) || isLiteral(numbers, first, last)) return 'part of a number'
  const before = start === 0 ? NOTHING : (units[start - 1] as number)
  const after = units[end] as number
  // Most numbers stand between blanks.
  if (before === SPACE && after === SPACE) return isInThousands(numbers, first, last) ? 'perhaps an amount' : 'free'
  if (after === POINT && isDigit(units[end + 1] as number)) return 'part of a number'
  if (before === PLUS || (before === POINT && isPoint(text, units, start - 1))) return 'part of a number'
  if (isDigit(before) || isDigit(after)) return 'part of a number'
  if (first === last && before === HYPHEN && isSign(text, start - 1)) return 'part of a number'
  if (isThousands(numbers, first, last, before, after)) return 'part of a number'
  if (isWordAt(text, end)) return 'in a word'
  if (isWordAt(text, start - 1)) return 'behind a word'
  if (isJoinedToWord(text, before, start - 2) || isJoinedToWord(text, after, end + 1)) return 'glued'
  const isPerhapsAmount =
    first === last ? before === COMMA && isBehindComma(numbers, first) : isInThousands(numbers, first, last)
  return isPerhapsAmount ? 'perhaps an amount' : 'free'
}

/**
 * Whether a value that a pattern matched is a fraction, or goes on as one: "0.919177393" is no phone, whatever word stands before it.
 * Values in groups of their own ("02.72.43.92") are none.
 */
export function isOfNumber(text: string, start: number, end: number): boolean {
  const goesOn =
    text.charCodeAt(end) === POINT && isDigit(text.charCodeAt(end + 1)) && isDigit(text.charCodeAt(end - 1))
  const isBehind =
    text.charCodeAt(start - 1) === POINT && isDigit(text.charCodeAt(start - 2)) && isDigit(text.charCodeAt(start))
  return goesOn || isBehind || FRACTION.test(text.slice(start, end))
}

const FRACTION = /^[+-]?[0-9]+\.[0-9]+$/

/** Stands for the beginning of a text, as for its end. */
const NOTHING = 0
const SPACE = 0x20
const PLUS = 0x2b
const COMMA = 0x2c
const HYPHEN = 0x2d
const POINT = 0x2e
const SLASH = 0x2f
const BACKSLASH = 0x5c
const ZERO = 0x30

const POINTED = jointId('.')
const BLANK = jointId(' ')
const COMMAED = jointId(',')
const UNDERSCORED = jointId('_')

/** Two groups with a point between are a number with a fraction, in whatever layout they fit. */
function isFraction({ joints }: Numbers, first: number, last: number): boolean {
  return last === first + 1 && joints[last] === POINTED
}

/** 4_916_338_506_082_832: groups of three with underscores between, as programs write one number. */
function isLiteral(numbers: Numbers, first: number, last: number): boolean {
  const { joints } = numbers
  if (last < first + 2 || joints[last] !== UNDERSCORED || lengthOf(numbers, first) > 3) return false
  for (let i = first + 1; i <= last; i++) if (joints[i] !== UNDERSCORED || lengthOf(numbers, i) !== 3) return false
  return true
}

/** 12 345 678 901 234: groups of three behind one that is no longer, as amounts are written. A zero begins none. */
function isInThousands(numbers: Numbers, first: number, last: number): boolean {
  const { units, starts, joints } = numbers
  if (last < first + 2 || lengthOf(numbers, first) > 3 || units[starts[first] as number] === ZERO) return false
  const joint = joints[first + 1]
  if (joint !== BLANK && joint !== POINTED) return false
  for (let i = first + 1; i <= last; i++) if (lengthOf(numbers, i) !== 3) return false
  return true
}

/** Whether groups in a layout that nobody prints are several numbers: two that are not cut behind a fourth digit, or long ones with points between. */
export function areSeveral(numbers: Numbers, first: number, last: number, mayBePair: boolean): boolean {
  if (last === first) return false
  if (last === first + 1 && !mayBePair)
    return lengthOf(numbers, first) % CUT !== 0 || lengthOf(numbers, last) % CUT !== 0
  // "2025 1 423 862 072": a year before an amount.
  if (lengthOf(numbers, first) === CUT && isInThousands(numbers, first + 1, last)) return true
  if (numbers.joints[last] !== POINTED) return false
  for (let i = first; i <= last; i++) if (lengthOf(numbers, i) > POINTED_MAX) return true
  return false
}

const CUT = 4
/** The longest of groups between which people write points. */
const POINTED_MAX = 4

/** Whether the point at `index` is that of a fraction, with digits or nothing before it: "N°.0612345678" ends a word with it. */
function isPoint(text: string, units: Uint16Array, index: number): boolean {
  if (index === 0) return true
  return isDigit(units[index - 1] as number) || !/[\p{L}\p{N}°º)\]]/u.test(text.charAt(index - 1))
}

/** Whether the hyphen at `index` is a sign: no word, number or bracket ends before it. */
function isSign(text: string, index: number): boolean {
  return index === 0 || !/[\p{L}\p{N}_°º#)\]}"'.-]/u.test(text.charAt(index - 1))
}

function isJoinedToWord(text: string, joint: number, beyond: number): boolean {
  return (joint === HYPHEN || joint === SLASH || joint === BACKSLASH) && isWordAt(text, beyond)
}

/** 1,234,567: groups of three behind commas are one amount. */
function isThousands(numbers: Numbers, first: number, last: number, before: number, after: number): boolean {
  const { joints } = numbers
  if (before === COMMA && joints[first] !== UNJOINED && lengthOf(numbers, first) === 3)
    if (lengthOf(numbers, first - 1) <= 3) return true
  return (
    after === COMMA &&
    (joints[last + 1] ?? UNJOINED) !== UNJOINED &&
    lengthOf(numbers, last) <= 3 &&
    lengthOf(numbers, last + 1) === 3
  )
}

/** Whether one comma, and no other, stands between this group and one before it: where there are more they are those of a list. */
export function isBehindComma({ joints }: Numbers, group: number): boolean {
  return joints[group] === COMMAED && joints[group - 1] !== COMMAED && joints[group + 1] !== COMMAED
}

function lengthOf({ starts, ends }: Numbers, index: number): number {
  return (ends[index] ?? 0) - (starts[index] ?? 0)
}
