import type { ParsedBody } from '../platforms/platform.ts'
import { decodeText, decodeUnicode } from './charset.ts'
import { type HeaderValue, parseHeaderValue } from './content-type.ts'
import { parseJson, parseJsonLines, startsLikeJson, unescapeJson } from './json.ts'
import { legibleText } from './legible.ts'
import { parseMultipart } from './multipart.ts'

export interface ParseResult {
  readonly body: ParsedBody
  /** Strings that are in the body, yet not in the value above: another parser may see them. */
  readonly hidden: readonly string[]
  /** The body is not what it says it is; what could be read is there all the same. */
  readonly malformed: boolean
}

const EMPTY: ParseResult = { body: { kind: 'empty' }, hidden: [], malformed: false }
const JSON_LINES = new Set(['application/x-ndjson', 'application/ndjson', 'application/jsonl', 'application/json-seq'])

/** Parses a body whose content codings are undone already; never throws, whatever the bytes are. */
export function parseBody(bytes: Buffer, contentType: string | undefined): ParseResult {
  if (bytes.length === 0) return EMPTY
  const type = parseHeaderValue(contentType)
  if (isJsonType(type.value)) return readJson(bytes)
  if (JSON_LINES.has(type.value)) return readJsonLines(bytes)
  if (type.value.startsWith('multipart/')) return readMultipart(bytes, type)
  return readText(bytes, type)
}

function isJsonType(type: string): boolean {
  return type === 'application/json' || type === 'text/json' || type.endsWith('+json')
}

function readJson(bytes: Buffer): ParseResult {
  const decoded = decodeUnicode(bytes)
  if (decoded === undefined)
    return { body: { kind: 'binary', legible: legibleText(bytes) }, hidden: [], malformed: true }
  const parsed = parseJson(decoded.text)
  if (parsed === undefined) return broken(decoded.text)
  return { body: { kind: 'json', value: parsed.value }, hidden: parsed.hidden, malformed: decoded.damaged }
}

function readJsonLines(bytes: Buffer): ParseResult {
  const decoded = decodeUnicode(bytes)
  if (decoded === undefined)
    return { body: { kind: 'binary', legible: legibleText(bytes) }, hidden: [], malformed: true }
  const parsed = parseJsonLines(decoded.text)
  if (parsed === undefined) return broken(decoded.text)
  return { body: { kind: 'json', value: parsed.value }, hidden: parsed.hidden, malformed: decoded.damaged }
}

function readMultipart(bytes: Buffer, type: HeaderValue): ParseResult {
  const { parts, malformed } = parseMultipart(bytes, type.parameters.get('boundary') ?? '')
  if (!malformed) return { body: { kind: 'multipart', parts }, hidden: [], malformed }
  const decoded = decodeText(bytes) ?? { text: bytes.toString('latin1') }
  return broken(decoded.text)
}

/** A body of any other type, or of none: what it is depends on its bytes, as many servers do not ask for the type. */
function readText(bytes: Buffer, type: HeaderValue): ParseResult {
  const decoded = decodeText(bytes, type.parameters.get('charset')?.toLowerCase())
  if (decoded === undefined)
    return { body: { kind: 'binary', legible: legibleText(bytes) }, hidden: [], malformed: false }
  const { text, damaged } = decoded
  const isForm = type.value === 'application/x-www-form-urlencoded'
  if (startsLikeJson(text)) {
    const parsed = parseJson(text)
    if (parsed !== undefined) {
      return { body: { kind: 'json', value: parsed.value }, hidden: parsed.hidden, malformed: damaged }
    }
    // A file may well start with a brace; a form or a body of no declared type hardly does.
    if (isForm || type.value === '') return broken(text)
  }
  if (isForm) {
    return { body: { kind: 'form', fields: [...new URLSearchParams(text)] }, hidden: [], malformed: damaged }
  }
  return { body: { kind: 'text', text }, hidden: [], malformed: damaged }
}

function broken(text: string): ParseResult {
  const unescaped = unescapeJson(text)
  return { body: { kind: 'text', text }, hidden: unescaped === undefined ? [] : [unescaped], malformed: true }
}
