import { isIPv4, isIPv6 } from 'node:net'

/**
 * What a balancer says of a connection before anything else (haproxy.org/download/3.2/doc/proxy-protocol.txt). `length` bytes of
 * it are to be taken away; `source` is the client's address, undefined where the balancer speaks for itself (a health check) or
 * does not know it.
 */
export type Announcement =
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'read'; readonly length: number; readonly source: string | undefined }

const INCOMPLETE = { kind: 'incomplete' } as const
const MALFORMED = { kind: 'malformed' } as const

const V1_PREFIX = Buffer.from('PROXY ')
/** The longest line of version 1, its end included (section 2.1). */
const V1_MAX = 107
const V2_SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
const V2_HEAD = 16
/** Addresses and additions: what balancers send takes some hundred bytes. */
const V2_MAX = 4096

/** The most bytes that an announcement takes: N bytes that are still incomplete are none. */
export const ANNOUNCEMENT_MAX = V2_HEAD + V2_MAX

/** Reads version 1 or 2 from the first bytes of a connection. Any bytes go in; what could not become one is malformed at once. */
export function readAnnouncement(bytes: Buffer): Announcement {
  if (startsLike(bytes, V1_PREFIX)) return bytes.length < V1_PREFIX.length ? INCOMPLETE : readV1(bytes)
  if (startsLike(bytes, V2_SIGNATURE)) return bytes.length < V2_HEAD ? INCOMPLETE : readV2(bytes)
  return MALFORMED
}

function startsLike(bytes: Buffer, prefix: Buffer): boolean {
  const length = Math.min(bytes.length, prefix.length)
  return bytes.subarray(0, length).equals(prefix.subarray(0, length))
}

function readV1(bytes: Buffer): Announcement {
  const line = bytes.subarray(0, V1_MAX)
  const end = line.indexOf('\r\n')
  if (end === -1) return bytes.length < V1_MAX ? INCOMPLETE : MALFORMED
  const text = line.toString('latin1', 0, end)
  const length = end + 2
  // Whatever follows UNKNOWN is to be ignored.
  if (/^PROXY UNKNOWN(?: [ -~]*)?$/.test(text)) return { kind: 'read', length, source: undefined }
  const [, family, source = '', destination = '', ...ports] =
    /^PROXY (TCP4|TCP6) ([0-9A-Fa-f:.]+) ([0-9A-Fa-f:.]+) (\d{1,5}) (\d{1,5})$/.exec(text) ?? []
  if (family === undefined || !ports.every(isPort)) return MALFORMED
  const isAddress = family === 'TCP4' ? isIPv4 : isIPv6
  return isAddress(source) && isAddress(destination) ? { kind: 'read', length, source } : MALFORMED
}

function isPort(text: string): boolean {
  return String(Number(text)) === text && Number(text) <= 65_535
}

const LOCAL = 0x20
const PROXY = 0x21
const UNSPECIFIED = 0x00
const TCP4 = { family: 0x11, address: 4, size: 12 } as const
const TCP6 = { family: 0x21, address: 16, size: 36 } as const

function readV2(bytes: Buffer): Announcement {
  const command = bytes[12]
  const family = bytes[13]
  const size = bytes.readUInt16BE(14)
  if ((command !== LOCAL && command !== PROXY) || size > V2_MAX) return MALFORMED
  const known = family === TCP4.family ? TCP4 : family === TCP6.family ? TCP6 : undefined
  // Datagrams and Unix sockets cannot lead here.
  if (known === undefined && family !== UNSPECIFIED && command === PROXY) return MALFORMED
  if (command === PROXY && known !== undefined && size < known.size) return MALFORMED
  const length = V2_HEAD + size
  if (bytes.length < length) return INCOMPLETE
  if (command === LOCAL || known === undefined) return { kind: 'read', length, source: undefined }
  const rest = bytes.subarray(V2_HEAD + known.size, length)
  if (!areWholeAdditions(rest)) return MALFORMED
  const address = bytes.subarray(V2_HEAD, V2_HEAD + known.address)
  return { kind: 'read', length, source: known === TCP4 ? address.join('.') : formatIPv6(address) }
}

/** Type, length and value, one after the other (section 2.2); none of them is needed here. */
function areWholeAdditions(bytes: Buffer): boolean {
  let at = 0
  while (at < bytes.length) {
    if (at + 3 > bytes.length) return false
    at += 3 + bytes.readUInt16BE(at + 1)
  }
  return at === bytes.length
}

function formatIPv6(address: Buffer): string {
  return Array.from({ length: 8 }, (_, group) => address.readUInt16BE(group * 2).toString(16)).join(':')
}
