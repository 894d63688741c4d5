import { createRequire } from 'node:module'
import { isIPv4 } from 'node:net'
import type forge from 'node-forge'

/**
 * The few ASN.1 values a certificate is made of, in DER. node-forge encodes them; it never parses what a peer sent,
 * and it never signs, because it only knows RSA, in JavaScript.
 */
// This part alone, which has no types of its own: the whole takes three megabytes in each thread that issues or reads certificates.
const asn1 = createRequire(import.meta.url)('node-forge/lib/asn1.js') as typeof forge.asn1
const { Class, Type } = asn1

export type Der = forge.asn1.Asn1

function primitive(type: forge.asn1.Type, bytes: string): Der {
  return asn1.create(Class.UNIVERSAL, type, false, bytes)
}

export const sequence = (...values: Der[]): Der => asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, values)
export const set = (...values: Der[]): Der => asn1.create(Class.UNIVERSAL, Type.SET, true, values)
export const oid = (dotted: string): Der => primitive(Type.OID, asn1.oidToDer(dotted).getBytes())
export const nil = (): Der => primitive(Type.NULL, '')
export const integer = (value: number): Der => primitive(Type.INTEGER, asn1.integerToDer(value).getBytes())
export const bigInteger = (bytes: Uint8Array): Der => primitive(Type.INTEGER, toBinary(bytes))
export const yes = (): Der => primitive(Type.BOOLEAN, '\xff')
export const octets = (bytes: Uint8Array): Der => primitive(Type.OCTETSTRING, toBinary(bytes))
export const utf8 = (text: string): Der => primitive(Type.UTF8, toBinary(Buffer.from(text, 'utf8')))

/** `unused` is how many of the last byte's low bits do not count. */
export const bits = (bytes: Uint8Array, unused = 0): Der =>
  primitive(Type.BITSTRING, String.fromCharCode(unused) + toBinary(bytes))

/** `[number]` with values inside, as in `[0] EXPLICIT Version`. */
export const explicit = (number: number, ...values: Der[]): Der =>
  asn1.create(Class.CONTEXT_SPECIFIC, number, true, values)

/** `[number] IMPLICIT` of a primitive value. */
export const implicit = (number: number, bytes: Uint8Array): Der =>
  asn1.create(Class.CONTEXT_SPECIFIC, number, false, toBinary(bytes))

/** RFC 5280 section 4.1.2.5: UTCTime through 2049, GeneralizedTime from 2050 on. */
export const time = (date: Date): Der =>
  date.getUTCFullYear() < 2050
    ? primitive(Type.UTCTIME, asn1.dateToUtcTime(date))
    : primitive(Type.GENERALIZEDTIME, asn1.dateToGeneralizedTime(date))

export const encode = (value: Der): Buffer => Buffer.from(asn1.toDer(value).getBytes(), 'latin1')

/** For DER of our own or of the operator's CA only, after `node:crypto` has accepted it. */
export const decode = (bytes: Uint8Array): Der => asn1.fromDer(toBinary(bytes))

/** The values inside a constructed one; empty for a primitive. */
export const children = (value: Der | undefined): readonly Der[] => (Array.isArray(value?.value) ? value.value : [])

/** The bytes of a primitive value. */
export const contents = (value: Der | undefined): Buffer =>
  Buffer.from(typeof value?.value === 'string' ? value.value : '', 'latin1')

/** Network byte order, as iPAddress wants it (RFC 5280 section 4.2.1.6). Takes what `normalizeHostName` gives. */
export function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex')
}

function toBinary(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
