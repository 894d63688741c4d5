import { isTextByte } from './bytes.ts'

/** The alphabets that a code may be of, in bits. */
export const HEX = 1
export const BASE32 = 2
export const BASE64 = 4
/** RFC 4648, section 7. */
export const BASE32HEX = 8
export const BITS = 16
/** Base32 in small letters. */
const SMALL32 = 32

/** By character: its alphabets but for base64, and its value in each. */
const ALPHABETS = new Uint8Array(128)
const BASE64_VALUES = new Uint8Array(128)
const HEX_VALUES = new Uint8Array(128)
export const BASE32_VALUES = new Uint8Array(128)
export const BASE32HEX_VALUES = new Uint8Array(128)
for (const [value, character] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) {
  const code = character.charCodeAt(0)
  BASE64_VALUES[code] = value
  ALPHABETS[code] =
    (/[0-9A-Fa-f]/.test(character) ? HEX : 0) |
    (/[A-Z2-7]/.test(character) ? BASE32 : 0) |
    (/[a-z2-7]/.test(character) ? SMALL32 : 0) |
    (/[0-9A-V]/.test(character) ? BASE32HEX : 0) |
    (/[01]/.test(character) ? BITS : 0)
  HEX_VALUES[code] = Number.parseInt(character, 16) || 0
  BASE32_VALUES[code] = Math.max(0, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character.toUpperCase()))
  BASE32HEX_VALUES[code] = Math.max(0, '0123456789ABCDEFGHIJKLMNOPQRSTUV'.indexOf(character))
}
for (const [character, value] of [
  ['-', 62],
  ['_', 63],
] as const)
  BASE64_VALUES[character.charCodeAt(0)] = value
/** Every code has at least HEAD characters (codes.ts); eight bytes of base64 hardly ever look like text by chance. */
export const HEAD = 12

/** The alphabets that the first characters of a code are of: only base64 where they decode to the beginning of a text, or of a packed one. */
export function alphabetsOf(text: string, start: number): number {
  let alphabets = HEX | BASE32 | SMALL32 | BASE32HEX | BITS
  for (let i = start; i < start + HEAD; i++) alphabets &= ALPHABETS[text.charCodeAt(i)] ?? 0
  const isBase64 = isTextHead(text, start, BASE64_VALUES, 6) || isPackedBase64(text, start)
  return alphabets | (isBase64 ? BASE64 : 0)
}

/** Of these alphabets those in which the first characters are the beginning of a text: nothing else needs to be decoded. */
export function readableIn(text: string, start: number, alphabets: number): number {
  let readable = alphabets & ~SMALL32
  if ((alphabets & HEX) !== 0 && !isTextHead(text, start, HEX_VALUES, 4) && !PACKED_HEX.test(headOf(text, start)))
    readable ^= HEX
  if ((alphabets & (BASE32 | SMALL32)) !== 0)
    readable = isTextHead(text, start, BASE32_VALUES, 5) ? readable | BASE32 : readable & ~BASE32
  if ((alphabets & BASE32HEX) !== 0 && !isTextHead(text, start, BASE32HEX_VALUES, 5)) readable ^= BASE32HEX
  return readable
}

function headOf(text: string, start: number): string {
  return text.slice(start, start + HEAD)
}

const CAPITAL_A = 0x41
const CAPITAL_B = 0x42
const SMALL_E = 0x65
const CAPITAL_H = 0x48
/** In base64: zeros in every other byte, the marks of UTF-16, gzip (H4sI) and the four heads of zlib that encoders write. */
const PACKED_BASE64 =
  /^(?:[\w+/][AQgw][AB][\w+/]A[A-H][\w+/]A|A[A-H][\w+/]A[\w+/][AQgw][AB]|[/_][/_][45]|[/_]v8A|H4sI|e(?:A[E-H]|F[4-7]|J[w-z]|N[o-r]))/
const PACKED_HEX = /^(?:[2-7][0-9a-f]00[2-7][0-9a-f]00|00[2-7][0-9a-f]00[2-7]|fffe|feff|1f8b08|78(?:01|5e|9c|da))/i

function isPackedBase64(text: string, start: number): boolean {
  // Two characters decide for most codes.
  const first = text.charCodeAt(start)
  const third = text.charCodeAt(start + 2)
  const mayBe = first === SMALL_E || first === CAPITAL_H || first === CAPITAL_A || first === 0x2f || first === 0x5f
  return (mayBe || third === CAPITAL_A || third === CAPITAL_B) && PACKED_BASE64.test(headOf(text, start))
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
