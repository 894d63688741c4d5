import { isDigit } from '../numbers.ts'
import type { Span } from '../rule.ts'

/** RFC 5321, section 4.5.3.1. */
const LOCAL_MAX = 64
const DOMAIN_MAX = 254
const LETTER_OR_NUMBER = /^[\p{L}\p{N}]$/u
const LETTER = /^\p{L}$/u
const AT = 0x40
const DOT = 0x2e
const HYPHEN = 0x2d
const UNDERSCORE = 0x5f
const TLD_MAX = 24

/**
 * What has the form of a mail address around the at sign at `at`, read outwards from it; undefined where nothing has. The domain may
 * hold more labels than are its own. `units` are those of the text, a zero behind them.
 */
export function addressAround(text: string, units: Uint16Array, at: number): Span | undefined {
  if (at === 0 || units[at - 1] === DOT) return undefined
  const end = domainEnd(text, units, at + 1)
  if (end === -1) return undefined
  const start = localStart(text, units, at)
  return start === -1 ? undefined : { start, end }
}

/** Where the local part begins: with a letter, a number or an underscore; -1 where there is none. */
function localStart(text: string, units: Uint16Array, at: number): number {
  let floor = Math.max(0, at - LOCAL_MAX)
  let first = -1
  for (let i = at; i > floor; ) {
    const size = wordSize(text, units, i)
    if (size > 0) {
      i -= size
      first = i
      continue
    }
    const code = units[i - 1] as number
    // What belongs to the address before begins no other: a@b.fr-c@d.fr.
    if (code === AT && i - 1 > 0) floor = Math.max(floor, domainEnd(text, units, i))
    if (!isLocalSign(code)) break
    i--
  }
  return first
}

/** How many units the letter or number has that ends at `end`; an underscore is one, and 0 says that none does. */
function wordSize(text: string, units: Uint16Array, end: number): number {
  const code = units[end - 1] as number
  if (code < 128) return isAsciiWord(code) || code === UNDERSCORE ? 1 : 0
  const size = code >= 0xdc00 && code < 0xe000 ? 2 : 1
  return LETTER_OR_NUMBER.test(text.slice(end - size, end)) ? size : 0
}

/** . % + - */
function isLocalSign(code: number): boolean {
  return code === DOT || code === 0x25 || code === 0x2b || code === HYPHEN
}

function isAsciiWord(code: number): boolean {
  return isDigit(code) || isAsciiLetter(code)
}

function isAsciiLetter(code: number): boolean {
  return (code | 32) >= 97 && (code | 32) <= 122
}

/** Where the last label ends that may be a top-level domain, behind another label; -1 where none is. */
function domainEnd(text: string, units: Uint16Array, from: number): number {
  const ceiling = Math.min(text.length, from + DOMAIN_MAX)
  let end = -1
  for (let start = from; start < ceiling; ) {
    if (start > from) {
      const topLevel = topLevelEnd(text, units, start, ceiling)
      if (topLevel !== -1) end = topLevel
    }
    const labelEnd = endOfLabel(text, units, start, ceiling)
    if (labelEnd === start || units[labelEnd] !== DOT || units[labelEnd - 1] === HYPHEN) break
    start = labelEnd + 1
  }
  return end
}

/** A label begins with a letter or a number; hyphens may stand behind. */
function endOfLabel(text: string, units: Uint16Array, start: number, ceiling: number): number {
  let end = start
  while (end < ceiling) {
    const code = units[end] as number
    if (isAsciiWord(code) || (code === HYPHEN && end > start)) end++
    else {
      const size = code < 128 ? 0 : sizeOf(text, end, LETTER_OR_NUMBER)
      if (size === 0) break
      end += size
    }
  }
  return end
}

/** xn--p1ai, or 2 to 24 letters; -1 where neither stands at `start`. */
function topLevelEnd(text: string, units: Uint16Array, start: number, ceiling: number): number {
  let end = start
  if (text.startsWith('xn--', start)) {
    end += 4
    while (end < ceiling && (isAsciiWord(units[end] as number) || units[end] === HYPHEN)) end++
    if (end > start + 4) return end
    end = start
  }
  let letters = 0
  while (end < ceiling && letters < TLD_MAX) {
    const code = units[end] as number
    const size = code < 128 ? Number(isAsciiLetter(code)) : sizeOf(text, end, LETTER)
    if (size === 0) break
    end += size
    letters++
  }
  return letters >= 2 ? end : -1
}

function sizeOf(text: string, index: number, kind: RegExp): number {
  const character = String.fromCodePoint(text.codePointAt(index) ?? 0)
  return kind.test(character) ? character.length : 0
}
