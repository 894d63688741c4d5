import type { Walk } from '../walk.ts'

const LESS = 0x3c
const GREATER = 0x3e
const EXCLAMATION = 0x21
const HYPHEN = 0x2d
const SLASH = 0x2f
const BACKTICK = 0x60
const BAR = 0x7c
/** Of a comment or behind the first letter of a tag: what is longer is no markup within a value. */
const BODY_MAX = 60

/**
 * Where emphasis, tags and comments end that begin at `start`, one directly after another (`start` where none does): what a reader does not
 * see, set within a value: FR76**3000**6000, mari<b></b>e@...
 */
export function markupEnd({ units, length }: Walk, start: number): number {
  let end = start
  for (;;) {
    const code = units[end] as number
    const next = units[end + 1] as number
    if (code === BACKTICK) end += next === BACKTICK ? 2 : 1
    else if ((code === 0x2a || code === 0x5f || code === 0x7e) && next === code) end += 2
    else {
      const tag = code === LESS ? tagEnd(units, end, length) : -1
      if (tag === -1) return end
      end = tag
    }
  }
}

/** Behind the bracket that closes a tag or a comment; -1 where neither begins at `start`. */
function tagEnd(units: Uint16Array, start: number, length: number): number {
  const isComment = units[start + 1] === EXCLAMATION && units[start + 2] === HYPHEN && units[start + 3] === HYPHEN
  const letter = start + (units[start + 1] === SLASH ? 2 : 1)
  if (!isComment && !isAsciiLetter(units[letter] as number)) return -1
  const body = isComment ? start + 4 : letter + 1
  const last = Math.min(length - 1, body + BODY_MAX + (isComment ? 2 : 0))
  for (let i = body; i <= last; i++) {
    const code = units[i] as number
    if (code === LESS) return -1
    if (code !== GREATER) continue
    return !isComment || (i >= body + 2 && units[i - 1] === HYPHEN && units[i - 2] === HYPHEN) ? i + 1 : -1
  }
  return -1
}

function isAsciiLetter(code: number): boolean {
  return (code | 32) >= 97 && (code | 32) <= 122
}

/** The most blanks on each side of the operator that joins two literals. */
const BLANKS_MAX = 6

/** Where a seam between two pieces of a literal ends that begins with the quotation mark at `start`: "abc" + "def", 'abc' . 'def', "abc", "def"; -1 where none does. */
export function seamEnd(units: Uint16Array, start: number): number {
  let i = start + 1
  while (isSeamBlank(units[i] as number) && i - start <= 2 * BLANKS_MAX) i++
  // Nothing but blanks.
  if (isQuote(units[i] as number)) return i + 1
  if (i - start - 1 > BLANKS_MAX) return -1
  const code = units[i] as number
  if (code === 0x2c || code === 0x2b || code === POINT || code === 0x26) i++
  else if (code === BAR && units[i + 1] === BAR) i += 2
  else return -1
  const joined = i
  while (isSeamBlank(units[i] as number) && i - joined < BLANKS_MAX) i++
  return isQuote(units[i] as number) ? i + 1 : -1
}

const POINT = 0x2e

export function isQuote(code: number): boolean {
  return code === 0x22 || code === 0x27 || code === BACKTICK
}

function isSeamBlank(code: number): boolean {
  return code === 0x20 || code === 9 || code === 10 || code === 12 || code === 13
}

/** The same characters as \\s in regular expressions. */
export function isBlank(code: number): boolean {
  return code < 128 ? code === 0x20 || (code >= 9 && code <= 13) : /\s/.test(String.fromCharCode(code))
}
