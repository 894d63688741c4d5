import { decodeText, decodeUnicode, isForeignCharset, isUtf8Label } from './charset.ts'
import { type HeaderValue, parseHeaderValue } from './content-type.ts'
import { readEnvelopes } from './envelopes.ts'
import { examineDocument, examineFile } from './file.ts'
import { parseJson, parseJsonLines, startsLikeJson, unescapeJson } from './json.ts'
import { legibleText } from './legible.ts'
import { boundaryOf, parseMultipart } from './multipart.ts'
import type { ParsedBody } from './parsed-body.ts'
import { readProtobuf } from './protobuf.ts'
import { step } from './time-budget.ts'

export interface ParseResult {
  readonly body: ParsedBody
  /** Strings that are in the body, yet not in the value above: another parser may see them. */
  readonly hidden: readonly string[]
  /** The body does not have the type that it claims; the part that could be read is there in any case. */
  readonly malformed: boolean
}

const EMPTY: ParseResult = { body: { kind: 'empty' }, hidden: [], malformed: false }
/** Messages in envelopes, by gRPC-Web in base64, and by Connect and gRPC. */
const ENVELOPED_TEXT = /^application\/grpc-web-text(?:$|\+(json)?)/
const ENVELOPED = /^application\/(?:connect\+|grpc(?:-web)?(?:\+|$))(json)?/
const PROTOBUF = new Set(['application/proto', 'application/protobuf', 'application/x-protobuf'])
const JSON_TYPE = /[/+.-]json(?:$|[+-])/
const JSON_LINES = new Set([
  ...['application/x-ndjson', 'application/ndjson', 'application/jsonl', 'application/json-seq'],
  // Microsoft's and GitHub Copilot's telemetry.
  'application/x-json-stream',
])

/**
 * Parses a body whose content codings are undone already; never throws, whatever the bytes are.
 * @param messageCoding how messages in envelopes are compressed, as the headers name it
 */
export function parseBody(bytes: Buffer, contentType: string | undefined, messageCoding = ''): ParseResult {
  if (bytes.length === 0) return EMPTY
  const type = parseHeaderValue(contentType)
  const parsed = parseTyped(bytes, contentType, type, messageCoding)
  const charset = type.parameters.get('charset')
  return charset !== undefined && isForeignCharset(charset) ? { ...parsed, malformed: true } : parsed
}

function parseTyped(
  bytes: Buffer,
  contentType: string | undefined,
  type: HeaderValue,
  messageCoding: string,
): ParseResult {
  const text = ENVELOPED_TEXT.exec(type.value)
  if (text !== null) return readEnvelopedText(bytes, text[1] !== undefined, messageCoding)
  const enveloped = ENVELOPED.exec(type.value)
  if (enveloped !== null) return readEnveloped(bytes, enveloped[1] !== undefined, messageCoding)
  if (PROTOBUF.has(type.value)) return readMessage(bytes) ?? readText(bytes, type)
  if (isJsonType(type.value)) return readJson(bytes)
  if (JSON_LINES.has(type.value)) return readJsonLines(bytes)
  if (type.value.startsWith('multipart/')) return readMultipart(bytes, contentType)
  return readText(bytes, type)
}

/** By its name alone or as a part of it: `application/vnd.x+json`, `application/x-amz-json-1.0`, `application/json+protobuf`. */
function isJsonType(type: string): boolean {
  return JSON_TYPE.test(type) && !JSON_LINES.has(type)
}

function readJson(bytes: Buffer): ParseResult {
  return readJsonWith(parseJson, bytes)
}

function readJsonLines(bytes: Buffer): ParseResult {
  return readJsonWith(parseJsonLines, bytes)
}

function readJsonWith(parse: typeof parseJson, bytes: Buffer): ParseResult {
  const decoded = decodeUnicode(bytes)
  if (decoded === undefined) return { ...binary(bytes), malformed: true }
  const parsed = parse(decoded.text)
  if (parsed === undefined) return broken(decoded.text, decoded.others)
  const hidden = decoded.others.length === 0 ? parsed.hidden : [...parsed.hidden, ...decoded.others]
  return { body: { kind: 'json', value: parsed.value }, hidden, malformed: decoded.damaged }
}

function binary(bytes: Buffer): ParseResult {
  const body = { kind: 'binary', legible: legibleText(bytes), file: examineFile(bytes) } as const
  return { body, hidden: [], malformed: false }
}

/** A message of protobuf, as an object of its fields' numbers; undefined if it is none. */
function readMessage(bytes: Buffer): ParseResult | undefined {
  const value = readProtobuf(bytes)
  if (value === undefined) return undefined
  return { body: { kind: 'json', value }, hidden: [], malformed: false }
}

/** gRPC-Web for clients that cannot send bytes: base64 of them, in pieces that may each end with padding (grpc/grpc, PROTOCOL-WEB.md). */
function readEnvelopedText(bytes: Buffer, isJson: boolean, coding: string): ParseResult {
  const base64 = bytes.toString('latin1')
  const messages = Buffer.alloc(bytes.length)
  let length = 0
  for (const [piece] of base64.matchAll(/[A-Za-z0-9+/_-]+/g)) {
    step()
    length += messages.write(piece, length, 'base64')
  }
  const read = readEnveloped(messages.subarray(0, length), isJson, coding)
  if (/^[A-Za-z0-9+/=\s]*$/.test(base64)) return read
  return { ...read, hidden: [...read.hidden, base64], malformed: true }
}

/** A list of messages, of which each is read as if it came alone. */
function readEnveloped(bytes: Buffer, isJson: boolean, coding: string): ParseResult {
  const { messages, rest, isDamaged } = readEnvelopes(bytes, coding)
  const read = messages.map((message) =>
    message.length === 0
      ? EMPTY
      : isJson
        ? readJson(message)
        : (readMessage(message) ?? { ...binary(message), malformed: true }),
  )
  const values = read.flatMap(({ body }) => (body.kind === 'json' ? [body.value] : []))
  const hidden = read.flatMap(({ body, hidden: own }) => {
    if (body.kind === 'text') return [body.text, ...own]
    return body.kind === 'binary' ? [body.legible, ...own] : own
  })
  if (rest.length > 0) hidden.push(legibleText(rest))
  const malformed = isDamaged || rest.length > 0 || read.some((one) => one.malformed)
  return { body: { kind: 'json', value: values }, hidden: hidden.filter((text) => text !== ''), malformed }
}

function readMultipart(bytes: Buffer, contentType: string | undefined): ParseResult {
  const { parts, malformed } = parseMultipart(bytes, boundaryOf(contentType))
  if (!malformed) return { body: { kind: 'multipart', parts }, hidden: [], malformed }
  const decoded = decodeText(bytes) ?? { text: bytes.toString('latin1'), others: [legibleText(bytes)] }
  // The part before the fault may have encodings that the text as a whole does not show.
  const understood = parts.flatMap(({ text = '', legible = '', others = [] }) => [text, legible, ...others])
  return broken(decoded.text, [...decoded.others, ...understood.filter((text) => !decoded.text.includes(text))])
}

/** A body of any other type, or of none: what it is depends on its bytes, as many servers do not ask for the type. */
function readText(bytes: Buffer, type: HeaderValue): ParseResult {
  const decoded = decodeText(bytes, type.parameters.get('charset')?.toLowerCase())
  // A PDF may well be all ASCII, and is no text for that.
  if (decoded === undefined || examineDocument(bytes) !== undefined) return binary(bytes)
  const { text, damaged, others } = decoded
  const isForm = type.value === 'application/x-www-form-urlencoded'
  if (startsLikeJson(text)) {
    const parsed = parseJson(text)
    if (parsed !== undefined) {
      return { body: { kind: 'json', value: parsed.value }, hidden: [...parsed.hidden, ...others], malformed: damaged }
    }
    // A file may well start with a brace; a form or a body of no declared type hardly does.
    if (isForm || type.value === '') return broken(text, others)
  }
  if (isForm) {
    const hidden = [...others, ...formInCharset(text, type.parameters.get('charset'))]
    return { body: { kind: 'form', fields: [...new URLSearchParams(text)] }, hidden, malformed: damaged }
  }
  return { body: { kind: 'text', text }, hidden: others, malformed: damaged }
}

/** A form's escapes are of bytes, which some servers read in the charset of its type. */
function formInCharset(text: string, charset: string | undefined): string[] {
  if (charset === undefined || isUtf8Label(charset.toLowerCase()) || !text.includes('%')) return []
  const unescaped = text
    .replaceAll('+', ' ')
    .replace(/%[0-9a-f]{2}/gi, (octet) => String.fromCharCode(Number.parseInt(octet.slice(1), 16)))
  const decoded = decodeText(Buffer.from(unescaped, 'latin1'), charset.toLowerCase())
  return decoded === undefined ? [] : [decoded.text, ...decoded.others]
}

function broken(text: string, others: readonly string[]): ParseResult {
  const unescaped = unescapeJson(text)
  const hidden = unescaped === undefined ? others : [unescaped, ...others]
  return { body: { kind: 'text', text }, hidden, malformed: true }
}
