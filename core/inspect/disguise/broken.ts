import { isDigit } from '../numbers.ts'
import type { Walk } from '../walk.ts'
import type { Edit } from './regions.ts'

const RETURN = 0x0d
const SPACE = 0x20
const HYPHEN = 0x2d
const BACKSLASH = 0x5c
const INDENT_MAX = 12
/** How much of each half of a value is searched. */
const HALF_MAX = 64
/** The length of the shortest value. */
const VALUE_MIN = 9
/** How far from the break a digit or the at sign is looked for. */
const DIGIT_MAX = 16

/** Line breaks within values: "FR7630006000\n011234567890189", "lucie.bern-\nard@wanadoo.fr". */
export function findBroken(text: string, { units }: Walk, breaks: readonly number[]): Edit[] {
  const edits: Edit[] = []
  for (const at of breaks) {
    let start = at
    if (units[start - 1] === RETURN) start--
    const isMarked = units[start - 1] === BACKSLASH || units[start - 1] === HYPHEN
    if (isMarked) start--
    if (start === 0 || !isOfValue(units[start - 1] as number)) continue
    let end = at + 1
    while (end - at <= INDENT_MAX && (units[end] === SPACE || units[end] === 9)) end++
    if (!isOfValue(units[end] as number)) continue
    // Most lines end and begin with words.
    if (!hasDigitOrAt(units, start - 1, -1) && !hasDigitOrAt(units, end, 1)) continue
    if (isOneValue(text, units, start, end, isMarked)) edits.push({ start, end, text: '' })
  }
  return edits
}

/** Letters and digits of ASCII, the at sign and the point. */
function isOfValue(code: number): boolean {
  return isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 122) || code === 0x40 || code === 0x2e || code === 0x5f
}

/** Whether a digit or an at sign stands in the unbroken run from `from` on, in one direction. */
function hasDigitOrAt(units: Uint16Array, from: number, step: number): boolean {
  for (let i = from, count = 0; i >= 0 && count < DIGIT_MAX && (units[i] as number) > SPACE; i += step, count++) {
    const code = units[i] as number
    if (isDigit(code) || code === 0x40) return true
  }
  return false
}

const WHOLE_DOMAIN = /@[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|edu|gov|info|io|fr|de|uk|it|es|be|nl|ch|at|pt|eu|ca|us)$/i

/** Nothing but a value, perhaps behind what opens or names it, or before what closes it. */
const LEFT = /^(?:\S*[^\w@.+/-])?[\w@.+/-]*[\w@.]$/
const RIGHT = /^[\w@.][\w@.+/-]*["'`)\]}>,;:!?]{0,3}$/

function isOneValue(text: string, units: Uint16Array, start: number, end: number, isMarked: boolean): boolean {
  let from = start
  while (from > 0 && start - from < HALF_MAX && (units[from - 1] as number) > SPACE) from--
  let to = end
  while (to - end < HALF_MAX && (units[to] as number) > SPACE) to++
  const left = text.slice(from, start)
  const right = text.slice(end, to)
  // Most of these are words, or numbers in prose.
  if (left.length + right.length < VALUE_MIN) return false
  if (!LEFT.test(left) || !RIGHT.test(right)) return false
  if (left.includes('@')) return !right.includes('@') && !WHOLE_DOMAIN.test(left)
  // "write to\nmarie@example.org": a word before an address is none of its part, but for one that holds a point.
  if (right.includes('@')) return right.startsWith('@') || isMarked || /[a-z][._][a-z]/i.test(left)
  const isDigits = /^[0-9]+\W?$/.test(left) && /^[0-9]+\W?$/.test(right)
  if (!isDigits) return /[0-9]/.test(left) && /[0-9]/.test(right)
  // In columns of numbers, each number stands on its own line.
  const isColumn = text[start - left.length - 1] === '\n' && (text[end + right.length] ?? '\n') === '\n'
  return isMarked || !isColumn
}
