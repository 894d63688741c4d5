import type { MultipartPart } from '../platforms/platform.ts'
import { decodeText } from './charset.ts'
import { parseHeaderValue } from './content-type.ts'
import { legibleText } from './legible.ts'

export interface ParsedMultipart {
  readonly parts: readonly MultipartPart[]
  /** The body does not follow RFC 2046 section 5.1 to the letter: another parser may see other parts in it. */
  readonly malformed: boolean
}

const MAX_PARTS = 10_000
const MAX_NESTING = 3
const MAX_PART_HEADER_BYTES = 16_384
const CRLF = Buffer.from('\r\n')
const BLANK_LINE = Buffer.from('\r\n\r\n')

/** Splits a multipart body (form-data, related, mixed); nested multiparts are split too, into the same list. */
export function parseMultipart(bytes: Buffer, boundary: string): ParsedMultipart {
  const parts: MultipartPart[] = []
  return { parts, malformed: !collectParts(bytes, boundary, parts, MAX_NESTING) }
}

/** Returns whether the body was well formed. */
function collectParts(bytes: Buffer, boundary: string, parts: MultipartPart[], nesting: number): boolean {
  // RFC 2046 section 5.1.1: 1 to 70 characters.
  if (boundary.length === 0 || boundary.length > 70 || nesting === 0) return false
  const opening = Buffer.from(`--${boundary}`)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  if (bytes.indexOf(opening) !== 0) return false
  let wellFormed = true
  let position = opening.length
  while (!startsWith(bytes, position, '--')) {
    position = skipPadding(bytes, position)
    if (!startsWith(bytes, position, '\r\n') || parts.length >= MAX_PARTS) return false
    const end = bytes.indexOf(delimiter, position)
    if (end === -1) return false
    wellFormed = collectPart(bytes.subarray(position, end), parts, nesting) && wellFormed
    position = end + delimiter.length
  }
  // What follows the last delimiter is no part of the body, yet it goes upstream; only a line break is expected.
  const rest = bytes.subarray(position + 2)
  return wellFormed && (rest.length === 0 || rest.equals(CRLF))
}

/** `part` starts with the line break before its headers, so that a part without any still has its blank line. */
function collectPart(part: Buffer, parts: MultipartPart[], nesting: number): boolean {
  const headerEnd = part.indexOf(BLANK_LINE)
  if (headerEnd === -1 || headerEnd > MAX_PART_HEADER_BYTES) return false
  const headers = parseHeaders(part.toString('utf8', CRLF.length, Math.max(headerEnd, CRLF.length)))
  const disposition = parseHeaderValue(headers.get('content-disposition'))
  const type = parseHeaderValue(headers.get('content-type'))
  const raw = part.subarray(headerEnd + BLANK_LINE.length)
  const content = undoTransferEncoding(raw, headers.get('content-transfer-encoding'))
  if (type.value.startsWith('multipart/')) {
    return collectParts(content, type.parameters.get('boundary') ?? '', parts, nesting - 1)
  }
  const text = decodeText(content, type.parameters.get('charset')?.toLowerCase())?.text
  parts.push({
    name: disposition.parameters.get('name') ?? '',
    filename: extendedValue(disposition.parameters.get('filename*')) ?? disposition.parameters.get('filename'),
    text,
    ...(text === undefined && { legible: legibleText(content) }),
  })
  return true
}

function parseHeaders(block: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  for (const line of block.split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  return headers
}

function undoTransferEncoding(raw: Buffer, encoding: string | undefined): Buffer {
  switch (encoding?.trim().toLowerCase()) {
    case 'base64':
      return Buffer.from(raw.toString('latin1'), 'base64')
    case 'quoted-printable':
      return undoQuotedPrintable(raw)
    default:
      return raw
  }
}

/** RFC 2045 section 6.7. What is no valid escape is kept as it is. */
function undoQuotedPrintable(raw: Buffer): Buffer {
  const result = Buffer.alloc(raw.length)
  let length = 0
  for (let index = 0; index < raw.length; index++) {
    const byte = raw[index] ?? 0
    if (byte !== 0x3d) {
      result[length++] = byte
      continue
    }
    const pair = raw.toString('latin1', index + 1, index + 3)
    const value = /^[0-9A-Fa-f]{2}$/.test(pair) ? Number.parseInt(pair, 16) : undefined
    if (value !== undefined) result[length++] = value
    else if (pair !== '\r\n') {
      result[length++] = byte
      continue
    }
    index += 2
  }
  return result.subarray(0, length)
}

/** `UTF-8''%e2%82%ac.txt` (RFC 8187). */
function extendedValue(value: string | undefined): string | undefined {
  const encoded = value?.split("'", 3)[2]
  if (encoded === undefined) return undefined
  try {
    return decodeURIComponent(encoded)
  } catch (error) {
    if (error instanceof URIError) return encoded
    throw error
  }
}

function skipPadding(bytes: Buffer, position: number): number {
  while (bytes[position] === 0x20 || bytes[position] === 0x09) position++
  return position
}

function startsWith(bytes: Buffer, position: number, text: string): boolean {
  return bytes.toString('latin1', position, position + text.length) === text
}
