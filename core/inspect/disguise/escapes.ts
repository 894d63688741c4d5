import { isOfWord } from '../characters.ts'
import { isDigit } from '../numbers.ts'
import type { View } from '../view.ts'
import { type Edit, viewOfEdits } from './regions.ts'
import type { Suspects } from './suspects.ts'

/** Fewer escapes than this close together are ordinary punctuation, unless one stands within what may be a value. */
const ESCAPES_MIN = 3
const GAP_MAX = 40

/** The text with %41, \x41, \u0041, &#65;, =41 and 0x41 written out; undefined where there are too few to disguise anything. */
export function decodeEscapes(view: View, { escapes }: Suspects): View | undefined {
  const { text } = view
  const edits: Edit[] = []
  /** Where the escapes begin that stand close together, the last one included. */
  let clusterStart = 0
  const endCluster = () => {
    const count = edits.length - clusterStart
    if (count < ESCAPES_MIN && !edits.slice(clusterStart).some((edit) => isWithinValue(text, edit)))
      edits.length = clusterStart
    clusterStart = edits.length
  }
  let end = 0
  for (const start of escapes) {
    if (start < end) continue
    const found = readEscape(text, start)
    if (found === undefined) continue
    if (start - end > GAP_MAX) endCluster()
    edits.push(withBackslashes(text, found, end))
    end = found.end
  }
  endCluster()
  return viewOfEdits(view, edits)
}

/**
 * "FR76&#51;0006", "jane\u0040acme.com", "%2B336": who writes pages and programs escapes signs of the language and letters beyond ASCII, and
 * none of these.
 */
function isWithinValue(text: string, { start, end, text: said }: Edit): boolean {
  if (!LONE.test(text.slice(start, start + 2))) return false
  const before = text.charCodeAt(start - 1)
  const after = text.charCodeAt(end)
  if (said === '@') return (isOfWord(before) || LOCAL_END.has(before)) && isOfWord(after)
  if (said === '+') return isDigit(after)
  if (BLANKS.has(said)) return isDigit(before) && isDigit(after)
  if (JOINING.has(said)) return isOfWord(before) && isOfWord(after)
  return said.length === 1 && isOfWord(said.charCodeAt(0)) && (isOfWord(before) || isOfWord(after))
}

/** Encoders write no other escape where they need few. */
const LONE = /^(?:%|&|\\[xu\\])/
/** What else an address may end with before its at sign. */
const LOCAL_END: ReadonlySet<number> = new Set([0x2b, 0x2d])
const BLANKS: ReadonlySet<string> = new Set([' ', '\u00a0'])
const JOINING: ReadonlySet<string> = new Set(['.', '-', '_'])

/** "\\\\u0041": a string of JSON within another has the backslash escaped as well. */
function withBackslashes(text: string, found: Edit, least: number): Edit {
  let { start } = found
  if (text[start] !== '\\') return found
  while (start > least && found.start - start < BACKSLASHES_MAX && text[start - 1] === '\\') start--
  return start === found.start ? found : { ...found, start }
}

const BACKSLASHES_MAX = 7

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  commat: '@',
  period: '.',
  sol: '/',
  colon: ':',
  equals: '=',
  lowbar: '_',
  num: '#',
  plus: '+',
  hyphen: '-',
  dash: '-',
  Tab: '\t',
  NewLine: '\n',
}

function readEscape(text: string, start: number): Edit | undefined {
  switch (text.charCodeAt(start)) {
    case 0x25: // %41, and %u0041 of old JavaScript
      return text[start + 1] === 'u' ? hex(text, start, 2, 4) : percent(text, start)
    case 0x5c: // \x41, \u0041, \u{41}, \101
      return backslash(text, start)
    case 0x26: // &#65; &#x41; &commat;
      return entity(text, start)
    case 0x3d: // =41 of quoted-printable (RFC 2045)
      return isUpperHex(text, start + 1) && !isAssigned(text, start) ? hex(text, start, 1, 2) : undefined
    case 0x30: // 0x41, 0x42
      return hexNumber(text, start)
    default:
      return undefined
  }
}

/** `digits` hexadecimal digits after `skip` characters. */
function hex(text: string, start: number, skip: number, digits: number): Edit | undefined {
  const from = start + skip
  for (let i = from; i < from + digits; i++) if (!isHexCode(text.charCodeAt(i))) return undefined
  return character(start, from + digits, Number.parseInt(text.slice(from, from + digits), 16))
}

/** 0x41, and the comma or blank that leads to the next such number. */
function hexNumber(text: string, start: number): Edit | undefined {
  if (text[start + 1] !== 'x' || isHexCode(text.charCodeAt(start + 4))) return undefined
  const number = hex(text, start, 2, 2)
  const separator = /^(?:, ?|; ?| )(?=0x)/.exec(text.slice(start + 4, start + 8))?.[0]
  return number === undefined || separator === undefined ? number : { ...number, end: number.end + separator.length }
}

/** Bytes of one character (RFC 3986, UTF-8) belong together. */
function percent(text: string, start: number): Edit | undefined {
  const single = hex(text, start, 1, 2)
  // Most are ASCII, which needs no decoding.
  if (single === undefined || single.text < '\u0080') return single
  const bytes: number[] = []
  let end = start
  while (
    text[end] === '%' &&
    isHexCode(text.charCodeAt(end + 1)) &&
    isHexCode(text.charCodeAt(end + 2)) &&
    bytes.length < 4
  ) {
    const byte = Number.parseInt(text.slice(end + 1, end + 3), 16)
    if (bytes.length > 0 && (byte & 0xc0) !== 0x80) break
    bytes.push(byte)
    end += 3
    if (byte < 0x80) break
  }
  return bytes.length === 0 ? undefined : { start, end, text: Buffer.from(bytes).toString('utf8') }
}

/** Of style sheets: six hexadecimal digits, or two and a blank (CSS Syntax, section 4.3.7). */
const STYLE = /^\\(?:0000([2-7][0-9a-f])|([2-7][0-9a-f])(?: (?=\\)|(?=\\|\s|$)))/i

function backslash(text: string, start: number): Edit | undefined {
  const kind = text[start + 1]
  const style = STYLE.exec(text.slice(start, start + 9))
  if (style !== null) return character(start, start + style[0].length, Number.parseInt(style[1] ?? style[2] ?? '', 16))
  if (kind === 'x') return hex(text, start, 2, 2)
  if (kind === 'u' && text[start + 2] === '{') {
    const digits = /^[0-9a-f]{1,6}(?=\})/i.exec(text.slice(start + 3, start + 10))?.[0]
    return digits === undefined ? undefined : character(start, start + 4 + digits.length, Number.parseInt(digits, 16))
  }
  if (kind === 'u') return hex(text, start, 2, 4)
  if (isDecimal(text, start)) return character(start, start + 4, Number(text.slice(start + 1, start + 4)))
  const octal = /^[0-3][0-7]{2}$/.exec(text.slice(start + 1, start + 4))?.[0]
  return octal === undefined ? undefined : character(start, start + 4, Number.parseInt(octal, 8))
}

const THREE_DIGITS = /^(?:\\[01][0-9]{2}){4,32}/

/** \\108\\117: codes in decimal, where they are printable so and, as octal ones, not all of them are. */
function isDecimal(text: string, start: number): boolean {
  // Those behind the first four of a run are told by four before them.
  const from = Math.max(0, start - 12)
  const run =
    THREE_DIGITS.exec(text.slice(start, start + 128))?.[0] ?? THREE_DIGITS.exec(text.slice(from, start + 4))?.[0]
  if (run === undefined) return false
  const codes = run.slice(1).split('\\')
  const isPrintable = (code: number) => code >= 0x20 && code < 0x7f
  return (
    codes.every((code) => isPrintable(Number(code))) &&
    !codes.every(
      (code) => /^[0-7]+$/.test(code) && /[0-9A-Za-z@._-]/.test(String.fromCharCode(Number.parseInt(code, 8))),
    )
  )
}

/** The length of the longest entity, with its semicolon. */
const ENTITY_MAX = 11

function entity(text: string, start: number): Edit | undefined {
  const length = text.slice(start, start + ENTITY_MAX).indexOf(';')
  // Browsers read one without its semicolon too.
  const bare = /^&#([0-9]{2,3})(?=&#|[^0-9;]|$)/.exec(text.slice(start, start + 7))
  if (bare !== null) return character(start, start + bare[0].length, Number(bare[1]))
  if (length === -1) return undefined
  const close = start + length
  const name = text.slice(start + 1, close)
  if (name.startsWith('#x') || name.startsWith('#X')) {
    return /^[0-9a-f]{1,6}$/i.test(name.slice(2))
      ? character(start, close + 1, Number.parseInt(name.slice(2), 16))
      : undefined
  }
  if (name.startsWith('#'))
    return /^[0-9]{1,7}$/.test(name.slice(1)) ? character(start, close + 1, Number(name.slice(1))) : undefined
  return Object.hasOwn(NAMED, name) ? { start, end: close + 1, text: NAMED[name] ?? '' } : undefined
}

function character(start: number, end: number, point: number): Edit | undefined {
  return point > 0x10ffff ? undefined : { start, end, text: String.fromCodePoint(point) }
}

function isHexCode(code: number): boolean {
  return isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 102)
}

/** Whether two hexadecimal digits stand at `index`, letters in upper case. */
function isUpperHex(text: string, index: number): boolean {
  return isUpperHexCode(text.charCodeAt(index)) && isUpperHexCode(text.charCodeAt(index + 1))
}

/**
 * "seq=91584994696", "rate=73.5": a number that goes on behind two digits is what a name is given. Encoders leave digits as they are, and
 * names seldom end in one ("3000=206000", with a blank).
 */
function isAssigned(text: string, start: number): boolean {
  if (!isDigit(text.charCodeAt(start + 1)) || !isDigit(text.charCodeAt(start + 2))) return false
  if (isDigit(text.charCodeAt(start - 1))) return false
  const after = text.charCodeAt(start + 3)
  return isDigit(after) || (after === 0x2e && isDigit(text.charCodeAt(start + 4)))
}

function isUpperHexCode(code: number): boolean {
  return isDigit(code) || (code >= 65 && code <= 70)
}
