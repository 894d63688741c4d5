import RE2 from 're2'
import type { View } from '../view.ts'
import { pieceEnd } from './pieces.ts'
import { type Edit, inOrder, viewOfEdits } from './regions.ts'
import type { Suspects } from './suspects.ts'

/** Fewer bytes cannot hold a value that is worth hiding. */
const BYTES_MIN = 8
/** Longer runs are files, and are not decoded. */
const RUN_MAX = 200_000
/** Character codes as numbers: 109 97 114. */
const DECIMALS = new RE2(
  '\\b(?:3[2-9]|[4-9][0-9]|1[01][0-9]|12[0-6])(?:[ ,;]{1,2}(?:3[2-9]|[4-9][0-9]|1[01][0-9]|12[0-6])){9,}\\b',
  'g',
)

/** The text with encoded stretches decoded, each as one piece; undefined where nothing decodes to a text. */
export function decodeRuns(view: View, { codes, codePoints, pieces }: Suspects): View | undefined {
  const { text } = view
  const edits: Edit[] = []
  const add = (start: number, end: number, decoded: string | undefined) => {
    if (decoded !== undefined) edits.push({ start, end, text: decoded })
  }
  for (let i = 0; i < codes.length; i += 2) {
    const start = codes[i] as number
    const alphabets = alphabetsOf(text, start)
    if (alphabets === 0) continue
    let end = endOfCode(text, codes, i)
    const readable = readableIn(text, start, alphabets)
    const decoded = readable !== 0 && end - start <= RUN_MAX ? decodeRun(text.slice(start, end), readable) : undefined
    const joined = (readable & BASE64) === 0 ? undefined : joinedCode(text, start, end)
    // Values that only stand below each other, each a code of its own, are told as well.
    if (joined !== undefined) end = joined.end
    add(start, end, joined === undefined ? decoded : `${joined.decoded}\n${decoded ?? ''}`)
    while ((codes[i + 2] ?? Number.POSITIVE_INFINITY) < end) i += 2
  }
  for (const run of pieces) {
    const { start, size, count } = run
    if (size !== 2 && size !== 8) continue
    // A shorter last piece belongs to the next word.
    const end = run.end === start + count * (size + 1) - 1 ? run.end : pieceEnd(run, count - 2)
    // 48 to 57 are digits in decimal, and letters in hexadecimal.
    if (size === 2 && !/^(?:4[89]|5[0-7])(?:[^0-9](?:4[89]|5[0-7]))*$/.test(text.slice(start, end)))
      add(start, end, decodeHex(text.slice(start, end).replace(/[^0-9A-Za-z]/g, '')))
    if (size === 8) add(start, end, decodeBits(text.slice(start, end)))
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

const HEX = 1
const BASE32 = 2
const BASE64 = 4
/** Which of the first two alphabets a character is of, and its value in base64, both kinds, in hexadecimal and in base32. */
const ALPHABETS = new Uint8Array(128)
const BASE64_VALUES = new Uint8Array(128)
const HEX_VALUES = new Uint8Array(128)
const BASE32_VALUES = new Uint8Array(128)
for (const [value, character] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) {
  const code = character.charCodeAt(0)
  BASE64_VALUES[code] = value
  ALPHABETS[code] = (/[0-9A-Fa-f]/.test(character) ? HEX : 0) | (/[A-Z2-7]/.test(character) ? BASE32 : 0)
  HEX_VALUES[code] = Number.parseInt(character, 16) || 0
  BASE32_VALUES[code] = Math.max(0, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character))
}
for (const [character, value] of [
  ['-', 62],
  ['_', 63],
] as const)
  BASE64_VALUES[character.charCodeAt(0)] = value
/** Every code has at least HEAD characters (suspects.ts); eight bytes of base64 hardly ever look like text by chance. */
const HEAD = 12

/** The alphabets that the first characters of a code are of: only base64 where they decode to the beginning of a text. */
function alphabetsOf(text: string, start: number): number {
  let alphabets = HEX | BASE32
  for (let i = start; i < start + HEAD; i++) alphabets &= ALPHABETS[text.charCodeAt(i)] ?? 0
  return alphabets | (isTextHead(text, start, BASE64_VALUES, 6) ? BASE64 : 0)
}

/** Of these alphabets those in which the first characters are the beginning of a text: nothing else needs to be decoded. */
function readableIn(text: string, start: number, alphabets: number): number {
  let readable = alphabets
  if ((alphabets & HEX) !== 0 && !isTextHead(text, start, HEX_VALUES, 4)) readable ^= HEX
  if ((alphabets & BASE32) !== 0 && !isTextHead(text, start, BASE32_VALUES, 5)) readable ^= BASE32
  return readable
}

/** Whether the first characters, of `width` bits each, are the bytes of a text: what is not UTF-8 (RFC 3629) is none. */
function isTextHead(text: string, start: number, values: Uint8Array, width: number): boolean {
  let value = 0
  let bits = 0
  /** The bytes of a character of UTF-8 that are to follow. */
  let follow = 0
  for (let i = start; i < start + HEAD; i++) {
    value = ((value << width) | (values[text.charCodeAt(i)] ?? 0)) & 0xffff
    bits += width
    if (bits < 8) continue
    bits -= 8
    const byte = (value >> bits) & 0xff
    const isFollowing = (byte & 0xc0) === 0x80
    if (isFollowing !== follow > 0 || !isTextByte(byte) || byte > 0xf4) return false
    follow = isFollowing ? follow - 1 : byte < 0xc0 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3
  }
  return true
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
  while (text[end] === '=') end++
  return end
}

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
function decodeRun(run: string, readable: number): string | undefined {
  const compact = run.replace(/\s/g, '')
  // Words and identifiers decode to noise, which printable() finds out; those in one case and without digits need no try.
  if (/^[a-z_-]+$/.test(compact)) return undefined
  if (/^[0-9]+$/.test(compact) && !isOfDigits(compact)) return undefined
  const hex = (readable & HEX) === 0 ? undefined : decodeHex(compact)
  if (hex !== undefined) return hex
  if ((readable & BASE32) !== 0 && /^[A-Z2-7]+=*$/.test(compact)) {
    const text = printable(base32(compact.replace(/=+$/, '')))
    if (text !== undefined) return text
  }
  return (readable & BASE64) === 0 ? undefined : printable(Buffer.from(compact, 'base64'))
}

/** Three in five pairs of decimal digits are the code of some character in hexadecimal: a number is one only of letters and digits, more of these. */
function isOfDigits(digits: string): boolean {
  const pairs = digits.match(/[0-9]{2}/g) ?? []
  const known = pairs.filter((pair) => /^(?:3[0-9]|20)$/.test(pair)).length
  return known * 2 > pairs.length && /^(?:20|3[0-9]|[46][1-9]|[57][0-9])+$/.test(digits)
}

function decodeHex(digits: string): string | undefined {
  return digits.length % 2 === 0 && /^[0-9a-fA-F]+$/.test(digits) ? printable(Buffer.from(digits, 'hex')) : undefined
}

function decodeBits(text: string): string | undefined {
  const bytes = text.match(/[01]{8}/g) ?? []
  if (bytes.length * 9 < text.length) return undefined
  return printable(Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))))
}

/** Decodes base32 (RFC 4648, section 6). */
function base32(text: string): Buffer {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    value = ((value << 5) | (code >= 65 ? code - 65 : code - 24)) & 0xffff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((value >> bits) & 0xff)
    }
  }
  return Buffer.from(bytes)
}

/** The text that bytes encode; undefined if they hold controls or are not UTF-8. */
function printable(bytes: Buffer): string | undefined {
  if (bytes.length < BYTES_MIN) return undefined
  if (!bytes.every(isTextByte)) return undefined
  const text = bytes.toString('utf8')
  return text.includes('\ufffd') ? undefined : text
}

/** Whether a byte may occur in a text: it is not a control, and UTF-8 has it (RFC 3629). */
function isTextByte(byte: number): boolean {
  if (byte < 0x20) return byte === 0x0a || byte === 0x0d || byte === 0x09
  return byte !== 0x7f && byte < 0xf8 && byte !== 0xc0 && byte !== 0xc1
}
