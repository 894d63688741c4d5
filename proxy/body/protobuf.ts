import { isUtf8 } from 'node:buffer'
import { examineFile, type FileExamination } from './file.ts'
import { legibleText } from './legible.ts'
import { step } from './time-budget.ts'

/** A message of protobuf whose schema is not known: its fields by their numbers, a list where a number comes again. */
export interface ProtoMessage {
  readonly [field: string]: ProtoValue
}

/** What a field may hold, as far as it can be a text: numbers are those of its varints. */
export type ProtoValue = string | number | ProtoMessage | ProtoFile | readonly ProtoValue[]

/** A field whose bytes are a file: an image, a recording, a document. */
export class ProtoFile {
  readonly file: FileExamination
  readonly legible: string

  constructor(file: FileExamination, legible: string) {
    this.file = file
    this.legible = legible
  }
}

/**
 * How many bytes were made into texts. Bytes may be both a text and a message, at each depth again, so that a sender could have each byte
 * read as often as messages nest. Beyond the bound nothing is taken apart any more: a field of the outermost message is one text.
 */
export class ReadingWork {
  done = 0
  readonly #max: number

  constructor(bytes: number) {
    this.#max = WORK_PER_BYTE * bytes + FREE_WORK
  }

  get isSpent(): boolean {
    return this.done > this.#max
  }
}

const VARINT = 0
const FIXED64 = 1
const LENGTH_DELIMITED = 2
const FIXED32 = 5
const MAX_FIELD = 536_870_911
/** Messages within messages: what lies deeper is read as bytes. */
const MAX_DEPTH = 32
/** Services nest up to some eight messages, few of whose bytes can be a text. */
const WORK_PER_BYTE = 8
const FREE_WORK = 16_384
/** Shorter numbers are counts and sizes. */
const MIN_NUMBER = 10 ** 6
/** Ids and hashes are shorter, and may begin as an image does. */
const MIN_FILE_BYTES = 128
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
const CONTROLS = /[\u0000-\u001f\u007f]+/
const PRINTABLE = /^[ -~]+$/
/** Between the texts of a message are its tags and lengths: a few characters, if any. */
const MAX_TAG_LENGTH = 3
/** A length of 128 and more is seldom UTF-8, so a longer text is hardly a message. */
const MAX_COMPARED_LENGTH = 256

/**
 * Reads a message without its schema (protobuf.dev, "Encoding"): a field with a length is a text if it is UTF-8, a message if it is one
 * from its first byte to its last, and a pair of both if both fit, unless the message's own texts say all that the text does. Of
 * anything else the legible runs are kept, and files are told. Undefined if the bytes are no message. Groups, which are deprecated, are not read.
 */
export function readProtobuf(
  bytes: Buffer,
  depth = 0,
  work: ReadingWork = new ReadingWork(bytes.length),
): ProtoMessage | undefined {
  const fields: Record<string, ProtoValue | ProtoValue[]> = Object.create(null)
  const repeated = new Set<string>()
  const add = (name: string, value: ProtoValue) => {
    const known = fields[name]
    if (known === undefined) fields[name] = value
    else if (repeated.has(name)) (known as ProtoValue[]).push(value)
    else {
      repeated.add(name)
      fields[name] = [known as ProtoValue, value]
    }
  }
  const reader = new Reader(bytes)
  while (reader.at < bytes.length) {
    step()
    const tag = reader.varint()
    if (tag === undefined) return undefined
    const field = Math.floor(tag / 8)
    if (field < 1 || field > MAX_FIELD) return undefined
    switch (tag % 8) {
      case VARINT: {
        const value = reader.varint()
        if (value === undefined) return undefined
        add(String(field), value)
        break
      }
      case FIXED64:
      case FIXED32: {
        const value = reader.take(tag % 8 === FIXED64 ? 8 : 4)
        if (value === undefined) return undefined
        // A number hardly ever looks like a text.
        if (PRINTABLE.test(value.toString('latin1'))) add(String(field), value.toString('latin1'))
        else if (tag % 8 === FIXED64) for (const number of numbersOf(value)) add(String(field), number)
        break
      }
      case LENGTH_DELIMITED: {
        const value = reader.bytes()
        if (value === undefined) return undefined
        add(String(field), readValue(value, depth + 1, work))
        if (depth > 0 && work.isSpent) return undefined
        break
      }
      default:
        return undefined
    }
  }
  return fields as ProtoMessage
}

function readValue(bytes: Buffer, depth: number, work: ReadingWork): ProtoValue {
  if (bytes.length === 0) return ''
  const message = depth > MAX_DEPTH || work.isSpent ? undefined : readProtobuf(bytes, depth, work)
  // All that holds it is given up, and the outermost of it becomes one text.
  if (depth > 1 && work.isSpent) return ''
  const isText = isUtf8(bytes)
  if (!isText && message !== undefined) return message
  work.done += bytes.length
  if (!isText) return fileOf(bytes) ?? legibleText(bytes)
  const text = bytes.toString()
  if (message === undefined) return withoutNul(text)
  return CONTROL.test(text) && saysAll(message, text) ? message : [withoutNul(text), message]
}

/** What eight bytes are as a double, as the numbers of google.protobuf.Struct are, or as an integer: as far as that can be somebody's number. */
function numbersOf(bytes: Buffer): number[] {
  return [bytes.readDoubleLE(), Number(bytes.readBigInt64LE())].filter(
    (number) => Number.isSafeInteger(number) && Math.abs(number) >= MIN_NUMBER,
  )
}

function fileOf(bytes: Buffer): ProtoFile | undefined {
  if (bytes.length < MIN_FILE_BYTES) return undefined
  const file = examineFile(bytes)
  return file.recognised ? new ProtoFile(file, legibleText(bytes)) : undefined
}

/** NUL once as it is, and once as nothing, so that UTF-16 is read too; an empty text for nothing but control characters. */
function withoutNul(text: string): string {
  if (text.split(CONTROLS).every((run) => run === '')) return ''
  return text.includes('\0') ? `${text}\n${text.replaceAll('\0', '')}` : text
}

/** Whether each run of characters, for line breaks and tabs are tags too, is in one of the message's texts, but for a tag and a length. */
function saysAll(message: ProtoMessage, text: string): boolean {
  if (text.length > MAX_COMPARED_LENGTH) return false
  const leaves = leavesOf(message)
    .flatMap((leaf) => leaf.split(CONTROLS))
    .filter((leaf) => leaf !== '')
  return text.split(CONTROLS).every((run) => isSaid(run, leaves))
}

function isSaid(run: string, leaves: readonly string[]): boolean {
  if (run.length <= MAX_TAG_LENGTH) return true
  return leaves.some((leaf) => {
    if (run.length - leaf.length > MAX_TAG_LENGTH || !run.includes(leaf)) return false
    return !/\d/.test(run.replace(leaf, ''))
  })
}

function leavesOf(message: ProtoMessage): string[] {
  const leaves: string[] = []
  const pending: ProtoValue[] = [message]
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    step()
    if (typeof value === 'string') leaves.push(value)
    else if (value instanceof ProtoFile) leaves.push(value.legible)
    else if (typeof value === 'object') pending.push(...Object.values(value))
  }
  return leaves
}

class Reader {
  at = 0
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Up to ten bytes of seven bits; what a double cannot hold is rounded. */
  varint(): number | undefined {
    let value = 0
    for (let count = 0; count < 10; count++) {
      const byte = this.#bytes[this.at++]
      if (byte === undefined) return undefined
      value += (byte & 0x7f) * 2 ** (7 * count)
      if (byte < 0x80) return value
    }
    return undefined
  }

  bytes(): Buffer | undefined {
    const length = this.varint()
    return length === undefined ? undefined : this.take(length)
  }

  take(length: number): Buffer | undefined {
    if (this.at + length > this.#bytes.length) return undefined
    const start = this.at
    this.at += length
    return this.#bytes.subarray(start, this.at)
  }
}
