import { isUtf8 } from 'node:buffer'
import { legibleText } from './legible.ts'
import { step } from './time-budget.ts'

/** A message of protobuf whose schema is not known: its fields by their numbers, a list where a number comes again. */
export interface ProtoMessage {
  readonly [field: string]: ProtoValue
}

/** What a field may hold, as far as it can be a text: numbers are those of its varints. */
export type ProtoValue = string | number | ProtoMessage | readonly ProtoValue[]

const VARINT = 0
const FIXED64 = 1
const LENGTH_DELIMITED = 2
const FIXED32 = 5
const MAX_FIELD = 536_870_911
/** Messages within messages: what lies deeper is read as bytes. */
const MAX_DEPTH = 32
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/**
 * Reads a message without its schema (protobuf.dev, "Encoding"): a field with a length is a text if it is UTF-8 without control
 * characters, a message if it is one from its first byte to its last, and both if both fit. Of anything else the legible runs are kept.
 * Undefined if the bytes are no message. Groups, which are deprecated, are not read.
 */
export function readProtobuf(bytes: Buffer, depth = 0): ProtoMessage | undefined {
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
        if (!reader.skip(8)) return undefined
        break
      case FIXED32:
        if (!reader.skip(4)) return undefined
        break
      case LENGTH_DELIMITED: {
        const value = reader.bytes()
        if (value === undefined) return undefined
        add(String(field), readValue(value, depth + 1))
        break
      }
      default:
        return undefined
    }
  }
  return fields as ProtoMessage
}

function readValue(bytes: Buffer, depth: number): ProtoValue {
  if (bytes.length === 0) return ''
  const text = isUtf8(bytes) ? bytes.toString() : undefined
  const message = depth > MAX_DEPTH ? undefined : readProtobuf(bytes, depth)
  if (text !== undefined && !CONTROL.test(text)) return message === undefined ? text : [text, message]
  return message ?? legibleText(bytes)
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

  skip(length: number): boolean {
    this.at += length
    return this.at <= this.#bytes.length
  }

  bytes(): Buffer | undefined {
    const length = this.varint()
    if (length === undefined || this.at + length > this.#bytes.length) return undefined
    const start = this.at
    this.at += length
    return this.#bytes.subarray(start, this.at)
  }
}
