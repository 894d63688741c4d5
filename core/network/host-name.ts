import { domainToASCII } from 'node:url'
import { parseIp } from './ip-address.ts'

/** A host in the one spelling that it has everywhere in Weir. */
export interface HostName {
  readonly kind: 'dns' | 'ip'
  /** A-labels in lower case without the trailing dot, or the canonical address without brackets. */
  readonly name: string
}

/** RFC 1035 section 3.1, as text without the trailing dot. */
const MAX_NAME_LENGTH = 253

/**
 * Reads a host as it stands in a URL, a CONNECT line, a ClientHello or a setting: hostile, or only sloppy.
 * @returns undefined if it is neither a host name nor an address
 */
export function readHostName(text: string): HostName | undefined {
  const bracketed = /^\[(.*)\]$/.exec(text)?.[1]
  const bare = bracketed ?? text.replace(/\.$/, '')
  // A zone (fe80::1%eth0) means something on one machine only.
  if (bare.includes(':') && !bare.includes('%') && parseIp(bare) !== undefined) {
    return { kind: 'ip', name: new URL(`http://[${bare}]/`).hostname.slice(1, -1) }
  }
  if (bracketed !== undefined) return undefined
  // A length test first: IDNA processing of a long hostile name is not free.
  const name = bare.length > MAX_NAME_LENGTH || /[\s\p{Cc}/\\%:@*]/u.test(bare) ? '' : domainToASCII(bare)
  // domainToASCII reads 0x7f.1 as the WHATWG URL standard does, and every client with it.
  if (parseIp(name)?.family === 4) return { kind: 'ip', name }
  const labels = name.split('.')
  if (name.length > MAX_NAME_LENGTH || !labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label))) return undefined
  return { kind: 'dns', name }
}

/** The host in its one spelling; undefined if it is none. */
export function normalizeHost(text: string): string | undefined {
  return readHostName(text)?.name
}

/** `host:port` as it stands in a URL, a CONNECT line or a Host header: an IPv6 address in brackets. */
export function formatAuthority(host: string, port: number): string {
  return `${formatHost(host)}:${port}`
}

/** The host as it stands before a port. */
export function formatHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
