/** One value of DER, as it lies in the bytes it was read from. */
export interface Element {
  /** The identifier octet; values with larger tags are refused. */
  readonly tag: number
  /** Identifier, length and contents. */
  readonly whole: Buffer
  readonly contents: Buffer
}

/** The bytes are no DER of the expected form. */
export class DerError extends Error {}

export const TAG = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  enumerated: 0x0a,
  sequence: 0x30,
  generalizedTime: 0x18,
} as const

/** `[number]` with values inside. */
export const constructed = (number: number): number => 0xa0 | number
/** `[number]` of a primitive value. */
export const primitive = (number: number): number => 0x80 | number

/**
 * The values that follow each other in `bytes`. For what a peer has sent, unlike certs/der.ts: it goes one level deep, and
 * allocates nothing but views.
 * @throws DerError
 */
export function readElements(bytes: Buffer): Element[] {
  const elements: Element[] = []
  for (let at = 0; at < bytes.length; ) {
    const element = readAt(bytes, at)
    elements.push(element)
    at += element.whole.length
  }
  return elements
}

/** The values inside one that must have this tag. */
export function inside(element: Element | undefined, tag: number = TAG.sequence): Element[] {
  return readElements(contentsOf(element, tag))
}

/** The contents of a value that must have this tag. */
export function contentsOf(element: Element | undefined, tag: number): Buffer {
  if (element === undefined || element.tag !== tag) throw new DerError('not the expected value')
  return element.contents
}

/** The bytes of a BIT STRING of whole octets. */
export function bitsOf(element: Element | undefined): Buffer {
  const contents = contentsOf(element, TAG.bits)
  if (contents[0] !== 0) throw new DerError('not whole octets')
  return contents.subarray(1)
}

/** GeneralizedTime as certificates have it, `YYYYMMDDHHMMSSZ` (RFC 5280 section 4.1.2.5.2). @returns milliseconds */
export function timeOf(element: Element | undefined): number {
  const text = contentsOf(element, TAG.generalizedTime).toString('latin1')
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text)
  if (match === null) throw new DerError('not a time')
  const [, year, month, day, hour, minute, second] = match
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

function readAt(bytes: Buffer, at: number): Element {
  const tag = bytes[at] ?? 0
  const first = bytes[at + 1]
  if (first === undefined || (tag & 0x1f) === 0x1f) throw new DerError('cut off, or a tag of several octets')
  const lengthOctets = first < 0x80 ? 0 : first & 0x7f
  if (first === 0x80 || lengthOctets > 3) throw new DerError('not a length of DER')
  const start = at + 2 + lengthOctets
  if (start > bytes.length) throw new DerError('cut off')
  const length = lengthOctets === 0 ? first : bytes.readUIntBE(at + 2, lengthOctets)
  if (start + length > bytes.length) throw new DerError('cut off')
  return { tag, whole: bytes.subarray(at, start + length), contents: bytes.subarray(start, start + length) }
}
