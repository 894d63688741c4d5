import { gunzipSync, inflateSync } from 'node:zlib'

/** Fewer bytes cannot hold a value that is worth hiding. */
const BYTES_MIN = 8
/** How much a code unpacks to, and all of a view: the results are searched as texts are. What is longer is a file, and is not read. */
const CODE_MAX = 262_144
const UNPACKED_MAX = 4 * CODE_MAX
/** What it costs to find out that bytes are not packed, as so many bytes unpacked. */
const ATTEMPT = 4096
/** Fewer are not the shortest value and what packing adds. */
const PACKED_MIN = 16

/** Reads bytes as the texts that programs encode: UTF-8, UTF-16 and these packed by gzip or zlib. Each view has one, as it has a bound. */
export class TextBytes {
  #left = UNPACKED_MAX

  /** Undefined where they hold controls, or are no text. */
  read(bytes: Buffer): string | undefined {
    return printable(bytes) ?? wide(bytes) ?? this.#unpacked(bytes)
  }

  #unpacked(bytes: Buffer): string | undefined {
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8
    if (!(isGzip || isZlib(bytes)) || bytes.length < PACKED_MIN || this.#left <= 0) return undefined
    const most = Math.min(CODE_MAX, this.#left)
    try {
      const unpacked = (isGzip ? gunzipSync : inflateSync)(bytes, { maxOutputLength: most })
      this.#left -= unpacked.length
      return printable(unpacked) ?? wide(unpacked)
    } catch (error) {
      // What is not packed after all, or is cut off; what is larger than the bound took as long as that.
      this.#left -= isTooLarge(error) ? most : ATTEMPT + bytes.length
      return undefined
    }
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
}

/** The head of RFC 1950: deflate, a window it knows, and a check over both bytes. */
function isZlib(bytes: Buffer): boolean {
  const [head = 0, flags = 0] = bytes
  return (head & 0x0f) === 8 && head <= 0x78 && (head * 256 + flags) % 31 === 0
}

/** The text that bytes encode in UTF-8; undefined if they hold controls or are no UTF-8. */
export function printable(bytes: Buffer): string | undefined {
  if (bytes.length < BYTES_MIN || !bytes.every(isTextByte)) return undefined
  const text = bytes.toString('utf8')
  return text.includes('\ufffd') ? undefined : text
}

/** Whether a byte may occur in a text: it is not a control, and UTF-8 has it (RFC 3629). */
export function isTextByte(byte: number): boolean {
  if (byte < 0x20) return byte === 0x0a || byte === 0x0d || byte === 0x09
  return byte !== 0x7f && byte < 0xf8 && byte !== 0xc0 && byte !== 0xc1
}

/** UTF-16 with a mark or, as most of a text is ASCII, with zeros in every other byte; PowerShell takes commands in base64 of it. */
function wide(bytes: Buffer): string | undefined {
  if (bytes.length < 2 * BYTES_MIN || bytes.length % 2 === 1) return undefined
  const isLittle = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[1] === 0 && bytes[3] === 0)
  const isBig = (bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0 && bytes[2] === 0)
  if (!isLittle && !isBig) return undefined
  const text = (isBig ? Buffer.from(bytes).swap16() : bytes).toString('utf16le').replace(/^\ufeff/, '')
  return WIDE.test(text) ? text : undefined
}

/** Letters, signs and blanks without controls, from which surrogates and what is not assigned to most fonts are left out. */
const WIDE = /^[\t\n\r\x20-\x7e\u00a0-\u2bff]+$/

/** Decodes base32 by the value of each character. */
export function base32(text: string, values: Uint8Array): Buffer {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (let i = 0; i < text.length; i++) {
    value = ((value << 5) | (values[text.charCodeAt(i)] ?? 0)) & 0xffff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((value >> bits) & 0xff)
    }
  }
  return Buffer.from(bytes)
}

/** Bits in eights, whatever stands between. */
export function bitBytes(text: string): Buffer {
  return Buffer.from((text.match(/[01]{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
