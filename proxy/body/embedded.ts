import { isUtf8 } from 'node:buffer'
import { decodeText } from './charset.ts'
import { examineDocument, examineFile, type FileExamination, mayBeginDocument } from './file.ts'
import { legibleText } from './legible.ts'
import { step } from './time-budget.ts'

/**
 * What a string of a request may mean besides what it says: base64 or a data URL of a text or a file. The string itself is
 * always inspected as well, since a reader may take it as it stands.
 */
export interface Embedded {
  /** The document it is base64 or a data URL of. */
  readonly text?: string | undefined
  /** Other readings of it: other charsets, and legible parts of bytes that are not text. */
  readonly others: readonly string[]
  /** Set if it holds a file that is not text. */
  readonly file?: FileExamination | undefined
  /** What of the string itself has to be read: all of it, or if it can only be base64, what in it looks like a value. */
  readonly raw: string
}

/** Shorter strings are read as they are: they cost nothing, and detectors undo base64 where it is a disguise. */
const MIN_EMBEDDED_LENGTH = 1024
const SNIFF_LENGTH = 96
const COLON = 0x3a
/** One kilobyte in base64, and MIME's line breaks. */
const DOCUMENT_SNIFF_LENGTH = 1500
/** Of larger files in a place that is not known to hold any, only what looks like a value is read; see `valuesIn`. */
const MAX_RAW_FILE_LENGTH = 65_536
/** The head of a data URL is shorter. */
const MAX_HEAD_LENGTH = 1024
/** Bytes that were never base64 are hardly ever valid UTF-8 for as long as this. */
const MIN_LOOSE_TEXT = 16
/**
 * RFC 2397: a media type, parameters, `;base64`. What does not follow that to the letter is text that begins with "data:".
 * Alternatives begin with different characters, so matching takes linear time.
 */
const DATA_URL =
  /^data:(?:[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100})?((?:;[\w!#$&^.+-]{1,60}=(?:[\w!#$&^.+%'-]{0,100}|"[^",\r\n]{0,100}"))*)(;base64)?,/i
/** What services take for the head of one that is base64: they cut the text at its comma, or at these words, and look at nothing else. */
const LOOSE_HEAD = /^data:.*base64\s*,\s*/is

/** The decoded content of any string of a request; undefined if there is none. */
export function embeddedInString(value: string): Embedded | undefined {
  if (value.length < MIN_EMBEDDED_LENGTH) return undefined
  if (isDataUrl(value)) return embeddedInDataUrl(value)
  if (!startsLikeBase64(value)) return undefined
  const head = Buffer.from(value.slice(0, SNIFF_LENGTH), 'base64')
  // Long random tokens look like base64: only what decodes to the beginning of a text or a known file is decoded.
  const isText = decodeText(head.subarray(0, head.length - (head.length % 4)))?.damaged === false
  if (!isText && !examineFile(head).recognised && !mayBeginDocument(documentHead(value))) return undefined
  const embedded = embeddedInMedia(value)
  if (embedded === undefined) return undefined
  const isLarge = embedded.text === undefined && value.length > MAX_RAW_FILE_LENGTH
  return isLarge ? embedded : { ...embedded, raw: value }
}

function documentHead(value: string): Buffer {
  return Buffer.from(value.slice(0, DOCUMENT_SNIFF_LENGTH), 'base64')
}

/** A string that its place in the format says is base64, such as an image's or document's `data`. */
export function embeddedInMedia(value: string): Embedded | undefined {
  if (isDataUrl(value)) return embeddedInDataUrl(value)
  if (!startsLikeBase64(value)) return undefined
  const base64 = withoutLineBreaks(value)
  const bytes = Buffer.from(base64, 'base64')
  if (!isAllBase64(base64, bytes)) return undefined
  return { ...readBytes(bytes), raw: valuesIn(value) }
}

/**
 * What a lenient decoder makes of a string in such a place that is no base64 to the letter: Python's passes over every character that is
 * none, Abseil's over white space. Only a known file, or a text, is told; a file among other characters than white space counts as broken,
 * for decoders part there.
 */
export function looselyEmbeddedInMedia(value: string): Omit<Embedded, 'raw'> | undefined {
  const url = value.replace(URL_NOISE, '')
  const payload = isDataUrl(url) ? withoutLooseHead(url) : value
  const base64 = payload.replace(/\s+/g, '')
  const lenient = /[^A-Za-z0-9+/_-]/.test(base64)
    ? base64.replace(/[^A-Za-z0-9+/_=-]+/g, '').replace(/^=+/, '')
    : base64
  // What stands behind the padding is read by some, and not by others.
  const bytes = Buffer.from(lenient.split('=', 1)[0] ?? '', 'base64')
  const read = readBytes(bytes)
  if (read.file?.recognised === true) {
    const isExact = isAllBase64(base64, bytes)
    return { ...read, file: isExact ? read.file : { ...read.file, broken: true } }
  }
  return isUtf8(bytes) && bytes.length >= MIN_LOOSE_TEXT ? read : undefined
}

/** What readers of URLs leave out, wherever it stands, and before the URL (WHATWG URL, "basic URL parser"). */
const URL_NOISE = /^[\u0000- ]+|[\t\n\r]+/g

function withoutLooseHead(url: string): string {
  const head = LOOSE_HEAD.exec(url.slice(0, MAX_HEAD_LENGTH))?.[0].length ?? url.indexOf(',') + 1
  return url.slice(head)
}

/** Whether a string in the place of an address is a data URL, as lenient readers see it. */
export function isLikeDataUrl(value: string): boolean {
  return isDataUrl(value.slice(0, SNIFF_LENGTH).replace(URL_NOISE, ''))
}

function isDataUrl(value: string): boolean {
  return value.charCodeAt(4) === COLON && /^data:/i.test(value)
}

/** Bytes that may be anything: nothing is told of them but a text or a file. */
export function embeddedInBytes(bytes: Buffer): Omit<Embedded, 'raw'> {
  const { text, others, file } = readBytes(bytes)
  if (file?.recognised === true) return { others, file }
  if (isUtf8(bytes)) return { text, others }
  const legible = legibleText(bytes)
  return { others: legible === '' ? [] : [legible] }
}

function readBytes(bytes: Buffer): Omit<Embedded, 'raw'> {
  const document = examineDocument(bytes)
  const decoded = decodeText(bytes)
  if (document === undefined && decoded !== undefined && !decoded.damaged) {
    return { text: decoded.text, others: decoded.others }
  }
  const legible = legibleText(bytes)
  return { others: legible === '' ? [] : [legible], file: document ?? examineFile(bytes) }
}

function embeddedInDataUrl(url: string): Embedded | undefined {
  const head = DATA_URL.exec(url) ?? looseHead(url)
  if (head === undefined) return undefined
  const payload = url.slice(head[0].length)
  if (head[2] === undefined) {
    const text = percentDecoded(payload)
    return { text, others: [], raw: url }
  }
  const media = embeddedInMedia(payload.trimStart())
  return media === undefined
    ? undefined
    : { ...media, raw: isPlainHead(head[0]) ? media.raw : `${head[0]}\n${media.raw}` }
}

/** In the form of the other: behind its first group, that it is base64. */
function looseHead(url: string): readonly [head: string, parameters: string, base64: string] | undefined {
  const head = LOOSE_HEAD.exec(url.slice(0, MAX_HEAD_LENGTH))?.[0]
  return head === undefined ? undefined : [head, '', ';base64']
}

/** `data:image/png;base64,`: contains no data of a person. */
function isPlainHead(head: string): boolean {
  return /^data:[a-z]{0,20}\/?[a-z.+-]{0,80}\d?(?:;charset=[a-z]{2,10}-?\d{0,4})?;base64,$/i.test(head)
}

/** Undefined if that changes nothing, or cannot be done. */
function percentDecoded(text: string): string | undefined {
  if (!text.includes('%')) return undefined
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

/** Digits in a row, with or without base64's other marks between them, and the characters around them. */
const DIGITS = /[A-Za-z]{0,4}(?:[0-9][\r\n+/=_-]{0,3}){9,}[A-Za-z]{0,4}/g

/**
 * What in a long base64 string may be a card, an account or a person's number as it stands. Nine digits in a row are rare
 * enough in the base64 of a file: one in sixteen million characters begins such a run.
 */
function valuesIn(base64: string): string {
  const values = new Set<string>()
  for (let start = 0; start < base64.length; start += DIGITS_SLICE) {
    step()
    for (const value of base64.slice(start, start + DIGITS_SLICE + DIGITS_OVERLAP).match(DIGITS) ?? [])
      values.add(value)
  }
  return [...values].join('\n')
}

/** Of a run of some megabytes, V8 keeps more to go back to than it has room for. No value of a person's is as long as the overlap. */
const DIGITS_SLICE = 262_144
const DIGITS_OVERLAP = 256

function withoutLineBreaks(value: string): string {
  return value.includes('\n') || value.includes('\r') ? value.replaceAll('\r', '').replaceAll('\n', '') : value
}

function startsLikeBase64(value: string): boolean {
  const end = Math.min(value.length, SNIFF_LENGTH)
  for (let index = 0; index < end; index++) {
    const code = value.charCodeAt(index)
    const alphanumeric =
      (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
    // `+/` and the URL-safe `-_` (RFC 4648), padding, and the line breaks of MIME.
    const other = code === 0x2b || code === 0x2f || code === 0x2d || code === 0x5f || code === 0x3d
    if (!alphanumeric && !other && code !== 0x0a && code !== 0x0d) return false
  }
  return true
}

/** Node's decoder skips characters that are not base64, so such characters show as missing bytes. */
function isAllBase64(value: string, bytes: Buffer): boolean {
  const padding = value.endsWith('==') ? 2 : value.endsWith('=') ? 1 : 0
  const digits = value.length - padding
  return digits % 4 !== 1 && bytes.length === Math.floor((digits * 3) / 4)
}
