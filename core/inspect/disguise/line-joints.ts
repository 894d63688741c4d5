import { isDigit } from '../numbers.ts'
import type { Edit } from './regions.ts'

/** A line break that may stand within a value. */
export interface LineJoint {
  readonly edits: readonly Edit[]
  /** Where its line and the next one begin, whatever stands before their text. */
  readonly lineStart: number
  readonly nextLine: number
  /** Nothing but digits, in one piece or in groups, from the beginning of the line to the end of the next. */
  readonly isOfNumbers: boolean
  readonly leftDigits: number
  readonly rightDigits: number
}

const SPACE = 0x20
const AT = 0x40
const POINT = 0x2e
const UNDERSCORE = 0x5f
const PLUS = 0x2b
const HYPHEN = 0x2d
const BACKSLASH = 0x5c
const EQUALS = 0x3d
const GREATER = 0x3e
const BAR = 0x7c
const LINE = 0x2502
const INDENT_MAX = 12
/** How much of each half of a value is searched. */
const HALF_MAX = 200
/** The length of the shortest value. */
const VALUE_MIN = 9
/** How far from the break a digit or the at sign is looked for. */
const DIGIT_MAX = 16
const SIGN_MAX = 64

/** Letters and digits of ASCII, the at sign, the point and the underscore. */
export function isOfValue(code: number): boolean {
  return isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 122) || code === 0x40 || code === 0x2e || code === 0x5f
}

/** The line break from `from` to `to`, with what belongs to it on either side, if a value goes on over it. */
export function jointAt(text: string, units: Uint16Array, from: number, to: number): LineJoint | undefined {
  const end = behindPrefix(text, units, to)
  if (!isOfValue(units[end] as number)) return undefined
  const start = beforeMark(text, units, from)
  if (start <= 0 || !isOfValue(units[start - 1] as number)) return undefined
  // Most lines end and begin with words.
  if (!hasValueSign(units, start - 1, -1) || !hasValueSign(units, end, 1)) return undefined
  const lineStart = lineStartBefore(text, start)
  const prefix = text.slice(to, end).trim()
  if (
    prefix !== '' &&
    !text
      .slice(lineStart, lineStart + 2 * INDENT_MAX)
      .trimStart()
      .startsWith(prefix)
  )
    return undefined
  const isCell = units[start] !== undefined && /^ *[|│]/.test(text.slice(start, from))
  if (isCell !== /^[|│]$/.test(prefix)) return undefined
  const from0 = behindPrefix(text, units, lineStart)
  if (isCell && /[|│]/.test(text.slice(from0, start))) return undefined
  const isMarked = start < from && !isCell
  return joined(text, units, { start, end, lineStart, textStart: from0, nextLine: to, isMarked })
}

interface Place {
  readonly start: number
  readonly end: number
  readonly lineStart: number
  readonly textStart: number
  readonly nextLine: number
  readonly isMarked: boolean
}

/** Behind what quotes, comments, indents or frames a line: `> > `, `// `, ` * `, `| `. */
const PREFIX = /[ \t]{0,12}(?:(?:>[ \t]?){1,5}|\/\/+|#+|\*|\+|\||│|--|;)?[ \t]{0,12}/y
const MARKS = new Set([...'>/#*+|;-│'].map((mark) => mark.charCodeAt(0)))

function behindPrefix(text: string, units: Uint16Array, from: number): number {
  let end = from
  while (end - from < INDENT_MAX && (units[end] === SPACE || units[end] === 9)) end++
  if (!MARKS.has(units[end] as number)) return end
  PREFIX.lastIndex = from
  PREFIX.test(text)
  return PREFIX.lastIndex
}

const BREAK_TAG = /<w?br ?\/?>$/i
const TAG_MAX = 6
const PADDING_MAX = 60

/** Before the mark that the line goes on, a tag that breaks it, or the frame of a cell. */
function beforeMark(text: string, units: Uint16Array, from: number): number {
  const last = units[from - 1] as number
  if (last === HYPHEN || last === BACKSLASH) return from - 1
  // A soft break of quoted-printable (RFC 2045, section 6.7), perhaps behind a blank.
  if (last === EQUALS) return units[from - 2] === SPACE ? from - 2 : from - 1
  if (last === GREATER) return from - (BREAK_TAG.exec(text.slice(Math.max(0, from - TAG_MAX), from))?.[0].length ?? 0)
  if (last !== BAR && last !== LINE) return from
  let start = from - 1
  while (from - start < PADDING_MAX && units[start - 1] === SPACE) start--
  return start
}

function lineStartBefore(text: string, start: number): number {
  const from = Math.max(0, start - HALF_MAX)
  const before = text.slice(from, start)
  const escaped = before.lastIndexOf('\\n')
  return from + Math.max(before.lastIndexOf('\n') + 1, escaped === -1 ? 0 : escaped + 2)
}

/** Whether a digit or an at sign stands in the unbroken run from `from` on, in one direction. */
export function hasDigitOrAt(units: Uint16Array, from: number, step: number): boolean {
  for (let i = from, count = 0; i >= 0 && count < DIGIT_MAX && (units[i] as number) > SPACE; i += step, count++) {
    const code = units[i] as number
    if (isDigit(code) || code === 0x40) return true
  }
  return false
}

/** Whether a digit or a sign of addresses and tokens stands in the unbroken run from `from` on, in one direction. */
function hasValueSign(units: Uint16Array, from: number, step: number): boolean {
  for (let i = from, count = 0; i >= 0 && count < SIGN_MAX && (units[i] as number) > SPACE; i += step, count++) {
    const code = units[i] as number
    if (isDigit(code) || code === AT || code === POINT || code === HYPHEN || code === UNDERSCORE) return true
  }
  return false
}

function joined(text: string, units: Uint16Array, place: Place): LineJoint | undefined {
  const { start, end, lineStart, textStart, nextLine, isMarked } = place
  let from = start
  while (from > textStart && start - from < HALF_MAX && (units[from - 1] as number) > SPACE) from--
  let to = end
  while (to - end < HALF_MAX && (units[to] as number) > SPACE && units[to] !== BACKSLASH) to++
  const left = text.slice(from, start)
  const right = text.slice(end, to)
  const before = text.slice(textStart, start)
  const behind = restOfLine(text, end)
  const groups = inGroups(before, behind)
  const isDigits = /^[0-9]+\W?$/.test(left) && /^[0-9]+\W?$/.test(right)
  if (!groups && !isOneValue(left, right, isMarked, isDigits)) return undefined
  const isOfNumbers = !isMarked && /^[0-9 .,-]+$/.test(before) && /^[0-9 .,|│-]+$/.test(behind)
  return {
    edits: [
      // An added line of a diff: the plus is no sign of the number.
      ...(units[textStart - 1] === PLUS ? [{ start: textStart - 1, end: textStart, text: ' ' }] : []),
      { start, end, text: groups ? ' ' : keepsHyphen(units, start, left) ? '-' : '' },
    ],
    lineStart,
    nextLine,
    isOfNumbers,
    leftDigits: digitsIn(before),
    rightDigits: digitsIn(behind),
  }
}

function restOfLine(text: string, from: number): string {
  const rest = text.slice(from, from + HALF_MAX)
  const end = rest.search(/[\r\n\\]/)
  return end === -1 ? rest : rest.slice(0, end)
}

function digitsIn(text: string): number {
  return text.replace(/[^0-9]/g, '').length
}

const LAST_GROUPS = /(?:^|[^0-9A-Za-z.,/-])((?:[A-Za-z]{2}[0-9]{2}|[0-9]{1,6})(?: [0-9A-Z]{1,6})*)$/
const FIRST_GROUPS = /^[0-9A-Z]{1,6}(?: [0-9A-Z]{1,6})*(?![0-9A-Za-z])/
const GROUPS_REACH = 48
/** A whole phone number does not go on. */
const PHONE = /(?:^|[ +])[0-9]{1,3}(?: [0-9]{2}){4}$/
/** More digits, or groups, are a row of numbers. */
const GROUPED_MAX = 34
const GROUPS_MAX = 9

/** Whether the break stands between groups: more than one on one of its sides, and digits enough in all. */
function inGroups(before: string, behind: string): boolean {
  const last = LAST_GROUPS.exec(before.slice(-GROUPS_REACH))?.[1]
  if (last === undefined) return false
  const first = FIRST_GROUPS.exec(behind)?.[0]
  if (first === undefined || PHONE.test(last) || !(last.includes(' ') || first.includes(' '))) return false
  if (!/[0-9]$/.test(last) || !/^[0-9A-Z]*[0-9]/.test(first)) return false
  const digits = digitsIn(last) + digitsIn(first)
  return digits >= VALUE_MIN && digits <= GROUPED_MAX && last.split(' ').length + first.split(' ').length <= GROUPS_MAX
}

/** "536-48-\n3728": the hyphen is the number's own. */
function keepsHyphen(units: Uint16Array, start: number, left: string): boolean {
  return units[start] === HYPHEN && /[0-9]-[0-9]+$/.test(left)
}

const WHOLE_DOMAIN = /@[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|edu|gov|info|io|fr|de|uk|it|es|be|nl|ch|at|pt|eu|ca|us)$/i

/** Nothing but a value, perhaps behind what opens or names it, or before what closes it. */
const LEFT = /^(?:\S*[^\w@.+/-])?[\w@.+/-]*[\w@.]$/
const RIGHT = /^[\w@.][\w@.+/-]*["'`)\]}>,;:!?|]{0,3}$/

/** Behind the beginning of a token that holds no digit. */
const TOKEN_REST = /^(?=.{0,40}[a-z])(?=.{0,40}[A-Z])[\w-]{16,}/

function isOneValue(left: string, right: string, isMarked: boolean, isDigits: boolean): boolean {
  // Most of these are words, or numbers in prose.
  if (left.length + right.length < VALUE_MIN) return false
  if (!LEFT.test(left) || !RIGHT.test(right)) return false
  if (left.includes('@')) return !right.includes('@') && !WHOLE_DOMAIN.test(left)
  // "write to\nmarie@example.org": a word before an address is none of its part, but for one that holds a point.
  if (right.includes('@')) return right.startsWith('@') || isMarked || /[a-z][._][a-z]/i.test(left)
  return isDigits || (/[0-9]/.test(right) && (/[0-9]/.test(left) || (/[-_]/.test(left) && TOKEN_REST.test(right))))
}
