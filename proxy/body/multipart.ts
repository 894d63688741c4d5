import { decodeText, isForeignCharset } from './charset.ts'
import { parseHeaderValue } from './content-type.ts'
import { examineDocument, examineFile } from './file.ts'
import { legibleText } from './legible.ts'
import type { MultipartPart } from './parsed-body.ts'
import { step } from './time-budget.ts'

export interface ParsedMultipart {
  readonly parts: readonly MultipartPart[]
  /** The body does not follow RFC 2046 section 5.1 to the letter: another parser may see other parts in it. */
  readonly malformed: boolean
}

export const MAX_PARTS = 10_000
const MAX_NESTING = 3
export const MAX_PART_HEADER_BYTES = 16_384
/** Another spelling of it is cut, unquoted or joined by each reader in its own way (RFC 2046 section 5.1.1, RFC 2231 section 3). */
const BOUNDARY = /^[\w'()+,./:=?-]{1,70}$/
const BOUNDARY_PARAMETER = /;\s*boundary[^=;]*=/gi
/** Of the lines of a head: what ends them, or the head, for some readers. */
const ODD_LINE_END = /\r(?!\n)|(?<!\r)\n|\0/
const [CR, LF] = [0x0d, 0x0a]
const CRLF = Buffer.from('\r\n')
const BLANK_LINE = Buffer.from('\r\n\r\n')

/** Splits a multipart body (form-data, related, mixed); nested multiparts are split too, into the same list. */
export function parseMultipart(bytes: Buffer, boundary: string): ParsedMultipart {
  const parts: MultipartPart[] = []
  return { parts, malformed: !collectParts(bytes, boundary, parts, MAX_NESTING) }
}

/** The boundary of a Content-Type; empty where readers may part about it. */
export function boundaryOf(contentType: string | undefined): string {
  if (contentType === undefined || contentType.match(BOUNDARY_PARAMETER)?.length !== 1) return ''
  const boundary = parseHeaderValue(contentType).parameters.get('boundary') ?? ''
  return BOUNDARY.test(boundary) ? boundary : ''
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
    step()
    position = skipPadding(bytes, position)
    if (!startsWith(bytes, position, '\r\n') || parts.length >= MAX_PARTS) return false
    const end = bytes.indexOf(delimiter, position)
    if (end === -1) return false
    if (hasLooseDelimiter(bytes.subarray(position, end), opening)) wellFormed = false
    wellFormed = collectPart(bytes.subarray(position, end), parts, nesting) && wellFormed
    position = end + delimiter.length
  }
  // Bytes after the last delimiter are not part of the body, but they are sent upstream; only a line break is expected.
  const rest = bytes.subarray(position + 2)
  return wellFormed && (rest.length === 0 || rest.equals(CRLF))
}

/** Whether a part holds what readers take for a delimiter that do not ask for CR LF before it. */
function hasLooseDelimiter(part: Buffer, opening: Buffer): boolean {
  for (let at = part.indexOf(opening); at !== -1; at = part.indexOf(opening, at + 1)) {
    step()
    if (part[at - 1] === LF || part[at - 1] === CR) return true
  }
  return false
}

/** `part` starts with the line break before its headers, so that a part without any still has its blank line. */
function collectPart(part: Buffer, parts: MultipartPart[], nesting: number): boolean {
  const headerEnd = part.indexOf(BLANK_LINE)
  if (headerEnd === -1 || headerEnd > MAX_PART_HEADER_BYTES) return false
  const block = part.toString('utf8', CRLF.length, Math.max(headerEnd, CRLF.length))
  if (ODD_LINE_END.test(block)) return false
  const headers = parseHeaders(block)
  const disposition = parseHeaderValue(headers.get('content-disposition'))
  const type = parseHeaderValue(headers.get('content-type'))
  const raw = part.subarray(headerEnd + BLANK_LINE.length)
  const content = undoTransferEncoding(raw, headers.get('content-transfer-encoding'))
  // Form data has no transfer encodings (RFC 7578 section 4.7): most servers read the bytes as they came.
  const others = [...tellingLines(block), ...(content === raw ? [] : [textOf(raw)])]
  if (type.value.startsWith('multipart/')) {
    for (const text of others) parts.push({ name: '', filename: undefined, text: undefined, others: [text] })
    return collectParts(content, boundaryOf(headers.get('content-type')), parts, nesting - 1)
  }
  const document = examineDocument(content)
  const charset = type.parameters.get('charset')
  const decoded = document ? undefined : decodeText(content, charset?.toLowerCase())
  if (decoded !== undefined) others.push(...decoded.others)
  parts.push({
    name: disposition.parameters.get('name') ?? '',
    filename: extendedValue(disposition.parameters.get('filename*')) ?? disposition.parameters.get('filename'),
    text: decoded?.text,
    ...(decoded === undefined && { legible: legibleText(content), file: document ?? examineFile(content) }),
    ...(others.length > 0 && { others }),
  })
  return charset === undefined || !isForeignCharset(charset)
}

/** Headers whose value is read elsewhere, or can only be one of a few words. */
const PLAIN_LINES: readonly RegExp[] = [
  /^content-disposition: ?form-data(?:; ?name=(?:"[^"]*"|[\w-]+))?(?:; ?filename=(?:"(?:[^"\\]|\\.)*"|[\w.-]+))?$/i,
  /^content-type: ?[a-z]{1,20}\/[a-z+.-]{1,80}(?:; ?charset="?(?:utf-?8|utf-?16(?:le|be)?|us-ascii|iso-8859-\d{1,2}|windows-125\d)"?)?$/i,
  /^content-type: ?multipart\/[a-z+.-]{1,40}; ?boundary=[^;]{1,72}$/i,
  /^content-(?:length: ?\d{1,9}|transfer-encoding: ?(?:binary|base64|7bit|8bit|quoted-printable))$/i,
]

/** Lines of a part's headers that may hold more than a form needs. */
function tellingLines(block: string): string[] {
  return block.split('\r\n').filter((line) => line !== '' && !PLAIN_LINES.some((plain) => plain.test(line)))
}

function textOf(bytes: Buffer): string {
  return decodeText(bytes)?.text ?? legibleText(bytes)
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
