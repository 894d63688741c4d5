import { isUtf8 } from 'node:buffer'
import { asciiRuns, asciiRunsOf } from './legible.ts'

export interface DecodedText {
  readonly text: string
  /** The bytes were not valid text of the charset: a lenient reader may see something else in the places of U+FFFD. */
  readonly damaged: boolean
  /** The same bytes in another charset: runs of characters that the text above does not contain. Usually none. */
  readonly others: readonly string[]
}

const NOTHING: readonly string[] = []

const BOM = '\ufeff'
/** How many bytes that are not UTF-8 are examined before they count as text of an 8-bit charset. */
const SNIFF_BYTES = 65_536
/** Text with more NULs than this is a binary format. */
const MIN_BYTES_PER_NUL = 16
const MAX_LOOKED_UP = 64
const MAX_CODE_POINT = 0x10ffff

/**
 * Bytes as text, or undefined if they are no text. A byte order mark or the NUL pattern of UTF-16 and UTF-32 wins over
 * valid UTF-8, that over `charset`, and windows-1252 is the last resort, as in browsers. Where a guess or a label turned
 * bytes into other characters, what stands there in plain ASCII is told as well: a reader may not share the guess.
 */
export function decodeText(bytes: Buffer, charset?: string): DecodedText | undefined {
  const wide = wideEncoding(bytes, 2)
  if (wide !== undefined) {
    const decoded = decodeWide(bytes, wide)
    if (decoded !== undefined) return decoded
  }
  if (isUtf8(bytes)) {
    const decoded = decodeUtf8(bytes)
    if (decoded !== undefined) return decoded
  }
  if (charset !== undefined && !isUtf8Label(charset)) {
    const decoded = decodeLabelled(bytes, charset)
    if (decoded !== undefined) return decoded
  }
  if (!looksLikeEightBitText(bytes)) return undefined
  if (charset !== undefined) return { text: withoutBom(bytes.toString('utf8')), damaged: true, others: NOTHING }
  return { text: new TextDecoder('windows-1252').decode(bytes), damaged: false, others: NOTHING }
}

/**
 * JSON, which is UTF-8 (RFC 8259 section 8.1), or UTF-16 or UTF-32 as it used to be (RFC 4627 section 3); undefined if
 * it cannot be text.
 */
export function decodeUnicode(bytes: Buffer): DecodedText | undefined {
  const wide = wideEncoding(bytes, 1)
  if (wide !== undefined) return decodeWide(bytes, wide)
  if (isUtf8(bytes)) return { text: withoutBom(bytes.toString('utf8')), damaged: false, others: NOTHING }
  if (!looksLikeEightBitText(bytes)) return undefined
  return { text: withoutBom(bytes.toString('utf8')), damaged: true, others: NOTHING }
}

/** Text may contain a few NULs; with as many as UTF-16 or a binary format has, the bytes are not plain text. */
function decodeUtf8(bytes: Buffer): DecodedText | undefined {
  const text = withoutBom(bytes.toString('utf8'))
  if (!text.includes('\0')) return { text, damaged: false, others: NOTHING }
  if (!looksLikeEightBitText(bytes, true)) return undefined
  return { text, damaged: false, others: [text.replaceAll('\0', '')] }
}

type Utf16 = 'utf-16le' | 'utf-16be'
type Wide = Utf16 | 'utf-32le' | 'utf-32be'

/** Decided by the byte order mark, or by the NULs of the first ASCII character (JSON) or the first two (any text). */
function wideEncoding(bytes: Buffer, asciiCharacters: 1 | 2): Wide | undefined {
  // Taken apart as a list, the bytes would go through an iterator.
  const { 0: a, 1: b, 2: c, 3: d } = bytes
  if (a === undefined || b === undefined) return undefined
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'utf-32le' : 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a === 0 && b === 0) return (c === 0 && d !== 0) || (c === 0xfe && d === 0xff) ? 'utf-32be' : undefined
  if (a !== 0 && b === 0 && c === 0 && d === 0) return 'utf-32le'
  if (a !== 0 && b === 0 && (asciiCharacters === 1 || (c !== 0 && d === 0))) return 'utf-16le'
  if (a === 0 && b !== 0 && (asciiCharacters === 1 || (c === 0 && d !== 0))) return 'utf-16be'
  return undefined
}

function decodeWide(bytes: Buffer, encoding: Wide): DecodedText | undefined {
  const isUtf16 = encoding === 'utf-16le' || encoding === 'utf-16be'
  const text = isUtf16 ? decodeUtf16(bytes, encoding) : decodeUtf32(bytes, encoding === 'utf-32le')
  if (text === undefined || text.includes('\0')) return undefined
  return { text, damaged: text.includes('\ufffd'), others: otherReadings(bytes, text, isUtf16) }
}

function decodeUtf16(bytes: Buffer, encoding: Utf16): string {
  return withoutBom(new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes))
}

/**
 * ASCII that stands in the bytes themselves (a byte order mark before plain text), or that shows when UTF-16 is read a
 * byte later (one odd byte before it), and is not in `text`.
 */
function otherReadings(bytes: Buffer, text: string, isUtf16: boolean): readonly string[] {
  const found = new Set(asciiRuns(bytes))
  if (isUtf16) {
    for (const order of ['utf-16le', 'utf-16be'] as const) {
      for (const run of asciiRunsOf(decodeUtf16(bytes.subarray(1), order))) found.add(run)
    }
  }
  if (found.size === 0) return NOTHING
  // Looking up each of many in the text would take long; many are compared as whole runs.
  const known = found.size > MAX_LOOKED_UP ? new Set(asciiRunsOf(text)) : undefined
  return [...found].filter((run) => (known === undefined ? !text.includes(run) : !known.has(run)))
}

function decodeUtf32(bytes: Buffer, littleEndian: boolean): string | undefined {
  if (bytes.length % 4 !== 0) return undefined
  const characters: string[] = []
  for (let offset = 0; offset < bytes.length; offset += 4) {
    const codePoint = littleEndian ? bytes.readUInt32LE(offset) : bytes.readUInt32BE(offset)
    if (codePoint > MAX_CODE_POINT) return undefined
    characters.push(String.fromCodePoint(codePoint))
  }
  return withoutBom(characters.join(''))
}

function decodeLabelled(bytes: Buffer, label: string): DecodedText | undefined {
  const decoder = decoderOf(label)
  // A label that is not known is ignored: the bytes alone decide.
  if (decoder === undefined) return undefined
  const text = decoder.decode(bytes)
  if (text.includes('\0')) return undefined
  const { encoding } = decoder
  const isUtf16 = encoding === 'utf-16le' || encoding === 'utf-16be'
  return { text, damaged: text.includes('\ufffd'), others: otherReadings(bytes, text, isUtf16) }
}

/** Undefined where the Encoding Standard does not know the label. */
function decoderOf(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Charsets beyond the Encoding Standard in which bytes below 0x80 are ASCII, and other names of UTF-8. */
const LIKE_ASCII = /utf[-_]?8|ascii|latin|8859|binary|^(?:x-)?mac|^(?:ibm|cp)[-_]?(?:437|7\d\d|8[56]\d|125\d)$/

/** Whether a label is of a charset that is not read here, and in which what looks like a text may be another: EBCDIC, UTF-7. */
export function isForeignCharset(label: string): boolean {
  const name = label.trim().toLowerCase()
  return name !== '' && !LIKE_ASCII.test(name) && decoderOf(name) === undefined
}

export function isUtf8Label(charset: string): boolean {
  return charset === 'utf-8' || charset === 'utf8'
}

/** Text of an 8-bit charset has no control characters except white space and escapes; images and archives have others early. */
function looksLikeEightBitText(bytes: Buffer, mayHoldNul = false): boolean {
  const end = Math.min(bytes.length, SNIFF_BYTES)
  let nuls = 0
  for (let index = 0; index < end; index++) {
    const byte = bytes[index] ?? 0
    if (byte === 0 && mayHoldNul && ++nuls * MIN_BYTES_PER_NUL <= end) continue
    if (byte < 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09 && byte !== 0x0c && byte !== 0x1b) return false
  }
  return true
}

function withoutBom(text: string): string {
  return text.startsWith(BOM) ? text.slice(1) : text
}
