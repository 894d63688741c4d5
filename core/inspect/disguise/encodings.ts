import RE2 from 're2'
import type { View } from '../view.ts'
import {
  alphabetsOf,
  BASE32,
  BASE32_VALUES,
  BASE32HEX,
  BASE32HEX_VALUES,
  BASE64,
  BITS,
  HEX,
  readableIn,
} from './alphabets.ts'
import { decodeBase58 } from './base58.ts'
import { base32, bitBytes, isTextByte, printable, TextBytes } from './bytes.ts'
import { pieceEnd } from './pieces.ts'
import { type Edit, inOrder, viewOfEdits } from './regions.ts'
import type { Suspects } from './suspects.ts'

/** Longer runs are files, and are not decoded. */
const RUN_MAX = 200_000
/** Character codes as numbers: 109 97 114. */
const DECIMALS = new RE2(
  '\\b(?:3[2-9]|[4-9][0-9]|1[01][0-9]|12[0-6])(?:[ ,;]{1,2}(?:3[2-9]|[4-9][0-9]|1[01][0-9]|12[0-6])){9,}\\b',
  'g',
)

const BYTES_OF_BITS = /[01]{8}(?:[^0-9A-Za-z][01]{8})+/

/** The text with encoded stretches decoded, each as one piece; undefined where nothing decodes to a text. */
export function decodeRuns(view: View, { codes, codePoints, pieces }: Suspects): View | undefined {
  const { text } = view
  const edits: Edit[] = []
  const bytes = new TextBytes()
  const addBase58 = (start: number, end: number) => {
    const decoded = decodeBase58(text, start, end)
    if (decoded !== undefined) add(start, end, bytes.read(decoded))
  }
  // Words of eight letters may stand before them.
  const addBits = (from: number, to: number) => {
    const { 0: bits = '', index = 0 } = BYTES_OF_BITS.exec(text.slice(from, to)) ?? {}
    if (bits !== '') add(from + index, from + index + bits.length, printable(bitBytes(bits)))
  }
  const add = (start: number, end: number, decoded: string | undefined) => {
    // A comma before digits would make them an amount.
    if (decoded !== undefined) edits.push({ start, end, text: text[start - 1] === ',' ? ` ${decoded}` : decoded })
  }
  for (let i = 0; i < codes.length; i += 2) {
    const from = codes[i] as number
    const start = behindMark(text, from)
    const alphabets = alphabetsOf(text, start)
    if (alphabets === 0) {
      addBase58(from, codes[i + 1] as number)
      continue
    }
    let end = endOfCode(text, codes, i)
    // UTF-7 ends with a hyphen, which is a sign of base64 as well.
    if (text[from] === '+' && text[end - 1] === '-') end--
    const readable = readableIn(text, start, alphabets)
    const decoded =
      readable !== 0 && end - start <= RUN_MAX ? decodeRun(text.slice(start, end), readable, bytes) : undefined
    if (decoded === undefined) addBase58(from, codes[i + 1] as number)
    const joined = (readable & BASE64) === 0 ? undefined : joinedCode(text, start, end)
    // Values that only stand below each other, each a code of its own, are told as well.
    if (joined !== undefined) end = joined.end
    add(from, end, joined === undefined ? decoded : `${joined.decoded}\n${decoded ?? ''}`)
    while ((codes[i + 2] ?? Number.POSITIVE_INFINITY) < end) i += 2
  }
  for (const run of pieces) {
    const { start, size, count } = run
    if (size !== 2 && size !== 8) continue
    // A shorter last piece belongs to the next word.
    const end = run.end === start + count * (size + 1) - 1 ? run.end : pieceEnd(run, count - 2)
    // 48 to 57 are digits in decimal, and letters in hexadecimal.
    if (size === 2 && !/^(?:4[89]|5[0-7])(?:[^0-9](?:4[89]|5[0-7]))*$/.test(text.slice(start, end)))
      add(start, end, decodeHex(text.slice(start, end).replace(/[^0-9A-Za-z]/g, ''), bytes))
    if (size === 8) addBits(start, end)
  }
  for (let i = 0; i < codePoints.length; i += 2) {
    const start = codePoints[i] ?? 0
    const stretch = text.slice(start, codePoints[i + 1])
    DECIMALS.lastIndex = 0
    for (let match = DECIMALS.exec(stretch); match !== null; match = DECIMALS.exec(stretch)) {
      const numbers = match[0].match(/[0-9]+/g) ?? []
      const from = start + match.index
      add(from, from + match[0].length, printable(Buffer.from(numbers.map(Number))))
    }
  }
  return viewOfEdits(view, inOrder(edits))
}

const LINE_MIN = 60

/** Padding belongs to a code, and so do the lines that follow a long one without a gap: base64 is wrapped (RFC 2045). */
function endOfCode(text: string, codes: readonly number[], index: number): number {
  let end = codes[index + 1] ?? 0
  let lineStart = codes[index] ?? 0
  for (let next = index + 2; end - lineStart >= LINE_MIN && text[end] !== '='; next += 2) {
    const after = text.startsWith('\r\n', end) ? end + 2 : text[end] === '\n' ? end + 1 : -1
    if (after === -1 || codes[next] !== after) break
    lineStart = after
    end = codes[next + 1] ?? end
  }
  ESCAPED_REST.lastIndex = end
  if (text[end] === '\\') end += ESCAPED_REST.exec(text)?.[0].length ?? 0
  while (text[end] === '=') end++
  return end
}

/** The rest of a code whose slashes a writer of JSON has escaped. */
const ESCAPED_REST = /(?:\\\/[A-Za-z0-9+/]*)+/y

const PARTS_MAX = 16
const PART_REACH = 200
/** What breaks a code in two: the end of a line, perhaps of a quotation, or of one string literal before the next. */
const NEXT_PART =
  /^(?:\r?\n[>|#*\t ]{0,6}|["'`][\t ]{0,8}[+.,&\\]?[\t ]{0,8}(?:\r?\n)?[\t ]{0,24}[+.&]?[\t ]{0,8}["'`])([A-Za-z0-9+/_-]{2,120}={0,2})(?![A-Za-z0-9+/_=-])/

/**
 * What a code in base64 and the pieces behind it decode to, where it was cut into lines or literals of any length: after whole
 * groups of four, as encoders cut it, and before its padding. The last piece may be a word that only stands behind it.
 */
function joinedCode(text: string, start: number, end: number): { end: number; decoded: string } | undefined {
  let code = text.slice(start, Math.min(end, start + RUN_MAX))
  if (code.length % 4 !== 0 || !/^[A-Za-z0-9+/_-]+$/.test(code) || !isOfText(code)) return undefined
  let before: { end: number; code: string } | undefined
  let last = end
  for (let parts = 0; parts < PARTS_MAX && code.length % 4 === 0 && !code.endsWith('='); parts++) {
    const next = NEXT_PART.exec(text.slice(last, last + PART_REACH))
    if (next === null || !isOfText(next[1] ?? '')) break
    before = { end: last, code }
    last += next[0].length
    code += next[1] ?? ''
  }
  if (before === undefined) return undefined
  const whole = printable(Buffer.from(code, 'base64'))
  if (whole !== undefined) return { end: last, decoded: whole }
  const decoded = before.end === end ? undefined : printable(Buffer.from(before.code, 'base64'))
  return decoded === undefined ? undefined : { end: before.end, decoded }
}

/** Whether base64 decodes to bytes of a text, of which the last characters may be cut. */
function isOfText(code: string): boolean {
  return Buffer.from(code.slice(0, code.length - (code.length % 4)), 'base64').every(isTextByte)
}

/** `readable`: the alphabets in which it begins as a text does. */
function decodeRun(run: string, readable: number, bytes: TextBytes): string | undefined {
  const compact = run.replace(/[\s\\]/g, '')
  if ((readable & BITS) !== 0 && /^(?:[01]{8})+$/.test(compact)) return printable(bitBytes(compact))
  // Words and identifiers decode to noise, which printable() finds out; those in one case and without digits need no try.
  if (/^[a-z_-]+$/.test(compact)) return undefined
  if (/^[0-9]+$/.test(compact) && !isOfDigits(compact)) return undefined
  const hex = (readable & HEX) === 0 ? undefined : decodeHex(compact, bytes)
  if (hex !== undefined) return hex
  if ((readable & BASE32) !== 0 && /^(?:[A-Z2-7]+|[a-z2-7]+)=*$/.test(compact)) {
    const text = bytes.read(base32(compact.replace(/=+$/, ''), BASE32_VALUES))
    if (text !== undefined) return text
  }
  if ((readable & BASE32HEX) !== 0 && /^[0-9A-V]+=*$/.test(compact)) {
    const text = bytes.read(base32(compact.replace(/=+$/, ''), BASE32HEX_VALUES))
    if (text !== undefined) return text
  }
  return (readable & BASE64) === 0 ? undefined : bytes.read(Buffer.from(compact, 'base64'))
}

/** Behind what says how a code is written: 0x4652, \\x4652 of PostgreSQL, +AEYAUg- of UTF-7 (RFC 2152). */
function behindMark(text: string, start: number): number {
  const code = text.charCodeAt(start)
  if (code === PLUS) return start + 1
  if (code === ZERO && text[start + 1] === 'x') return start + 2
  return code === SMALL_X && text[start - 1] === '\\' ? start + 1 : start
}

const PLUS = 0x2b
const ZERO = 0x30
const SMALL_X = 0x78

/** Three in five pairs of decimal digits are the code of some character in hexadecimal: a number is one only of letters and digits, more of these. */
function isOfDigits(digits: string): boolean {
  const pairs = digits.match(/[0-9]{2}/g) ?? []
  const known = pairs.filter((pair) => /^(?:3[0-9]|20)$/.test(pair)).length
  return known * 2 > pairs.length && /^(?:20|3[0-9]|[46][1-9]|[57][0-9])+$/.test(digits)
}

function decodeHex(digits: string, bytes: TextBytes): string | undefined {
  return digits.length % 2 === 0 && /^[0-9a-fA-F]+$/.test(digits) ? bytes.read(Buffer.from(digits, 'hex')) : undefined
}
