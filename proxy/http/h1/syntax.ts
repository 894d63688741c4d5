import { Fields } from '../fields.ts'
import { MessageError } from './errors.ts'

export const CR = 13
export const LF = 10
export const SP = 32
export const HTAB = 9
const HASH = 35
const COLON = 58

const IS_TOKEN = 1
const IS_VALUE = 2
const IS_TARGET = 4

/** What a byte may be a part of (RFC 9110 sections 5.5 and 5.6.2, RFC 9112 section 3.2). */
const CLASSES = new Uint8Array(256)
for (let byte = 0; byte < 256; byte++) {
  const isVisible = byte > 0x20 && byte < 0x7f
  // obs-text of a value.
  const isExtended = byte >= 0x80
  let of = 0
  if (isVisible && !'"(),/:;<=>?@[\\]{}'.includes(String.fromCharCode(byte))) of |= IS_TOKEN
  if (isVisible || isExtended || byte === SP || byte === HTAB) of |= IS_VALUE
  // A fragment is no part of a request target, and servers differ in whether they cut it off.
  if (isVisible && byte !== HASH) of |= IS_TARGET
  CLASSES[byte] = of
}

export function isToken(code: number): boolean {
  return ((CLASSES[code] ?? 0) & IS_TOKEN) !== 0
}

export function isTarget(code: number): boolean {
  return ((CLASSES[code] ?? 0) & IS_TARGET) !== 0
}

export function isValue(code: number): boolean {
  return ((CLASSES[code] ?? 0) & IS_VALUE) !== 0
}

/**
 * Reads lines of fields strictly (RFC 9112 section 5): every line ends with CR LF, the name is a token with the colon right
 * behind it, no line is folded, no control character but HTAB stands in a value.
 * @param text ISO 8859-1; ends with the CR LF of the last field
 * @param from where the first one begins
 * @throws MessageError
 */
export function readFields(text: string, from: number, maxCount: number): Fields {
  const fields = new Fields(text)
  const end = text.length
  let at = from
  let count = 0
  while (at < end) {
    const name = at
    while (at < end && ((CLASSES[text.charCodeAt(at)] ?? 0) & IS_TOKEN) !== 0) at++
    const nameEnd = at
    if (nameEnd === name || text.charCodeAt(at) !== COLON) throw new MessageError('a header field name is malformed')
    at++
    while (at < end && isBlank(text.charCodeAt(at))) at++
    const value = at
    while (at < end && ((CLASSES[text.charCodeAt(at)] ?? 0) & IS_VALUE) !== 0) at++
    if (text.charCodeAt(at) !== CR || text.charCodeAt(at + 1) !== LF) {
      throw new MessageError('a header field value holds a control character, or its line ends without CR LF')
    }
    let valueEnd = at
    while (valueEnd > value && isBlank(text.charCodeAt(valueEnd - 1))) valueEnd--
    at += 2
    fields.add(name, nameEnd, valueEnd)
    if (++count > maxCount) throw new MessageError('there are too many header fields', 431)
  }
  return fields
}

export function isBlank(code: number): boolean {
  return code === SP || code === HTAB
}
