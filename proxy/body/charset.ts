import { isUtf8 } from 'node:buffer'

export interface DecodedText {
  readonly text: string
  /** The bytes were no valid text of the charset: U+FFFD stands where a lenient reader may see something else. */
  readonly damaged: boolean
}

const BOM = '\ufeff'
/** How far bytes that are not UTF-8 are looked at before they are taken for text of an 8-bit charset. */
const SNIFF_BYTES = 65_536
const MAX_CODE_POINT = 0x10ffff

/**
 * Bytes as text, or undefined where they are no text. A byte order mark or the NUL pattern of UTF-16 and UTF-32 wins over
 * valid UTF-8, that over `charset`, and windows-1252 is the last resort, as in browsers.
 */
export function decodeText(bytes: Buffer, charset?: string): DecodedText | undefined {
  const wide = wideEncoding(bytes, 2)
  if (wide !== undefined) return decodeWide(bytes, wide)
  if (isUtf8(bytes)) {
    if (bytes.includes(0)) return undefined
    return { text: withoutBom(bytes.toString('utf8')), damaged: false }
  }
  if (charset !== undefined && !isUtf8Label(charset)) {
    const text = decodeLabelled(bytes, charset)
    if (text !== undefined) return text
  }
  if (!looksLikeEightBitText(bytes)) return undefined
  if (charset !== undefined) return { text: withoutBom(bytes.toString('utf8')), damaged: true }
  return { text: new TextDecoder('windows-1252').decode(bytes), damaged: false }
}

/**
 * JSON, which is UTF-8 (RFC 8259 section 8.1), or UTF-16 or UTF-32 as it used to be (RFC 4627 section 3); undefined where
 * it cannot be text.
 */
export function decodeUnicode(bytes: Buffer): DecodedText | undefined {
  const wide = wideEncoding(bytes, 1)
  if (wide !== undefined) return decodeWide(bytes, wide)
  if (isUtf8(bytes)) return { text: withoutBom(bytes.toString('utf8')), damaged: false }
  if (!looksLikeEightBitText(bytes)) return undefined
  return { text: withoutBom(bytes.toString('utf8')), damaged: true }
}

type Wide = 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be'

/** By the byte order mark, or by what the NULs of one ASCII character (JSON), or of two (any text), give away. */
function wideEncoding(bytes: Buffer, asciiCharacters: 1 | 2): Wide | undefined {
  const [a, b, c, d] = bytes
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
  const text = encoding.startsWith('utf-16')
    ? withoutBom(new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes))
    : decodeUtf32(bytes, encoding === 'utf-32le')
  if (text === undefined || text.includes('\0')) return undefined
  return { text, damaged: text.includes('\ufffd') }
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
  try {
    const text = new TextDecoder(label).decode(bytes)
    return text.includes('\0') ? undefined : { text, damaged: text.includes('\ufffd') }
  } catch (error) {
    // A label that the Encoding Standard does not know is the sender's invention; the bytes are judged without it.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function isUtf8Label(charset: string): boolean {
  return charset === 'utf-8' || charset === 'utf8'
}

/** Text of an 8-bit charset has no control characters but white space and escapes; images and archives soon do. */
function looksLikeEightBitText(bytes: Buffer): boolean {
  const end = Math.min(bytes.length, SNIFF_BYTES)
  for (let index = 0; index < end; index++) {
    const byte = bytes[index] ?? 0
    if (byte < 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09 && byte !== 0x0c && byte !== 0x1b) return false
  }
  return true
}

function withoutBom(text: string): string {
  return text.startsWith(BOM) ? text.slice(1) : text
}
