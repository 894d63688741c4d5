import { type IpRange, isWithin, parseCidr, parseIp } from './ip-address.ts'

/** Tells whether an address is in any of the given CIDRs; what is no address is in none. */
export type AddressMatcher = (address: string) => boolean

/** @param cidrs as the settings hold them: `10.0.0.0/8`, `::1/128` */
export function matchAddresses(cidrs: readonly string[]): AddressMatcher {
  const ranges = cidrs.map(parseCidr).filter((range): range is IpRange => range !== undefined)
  return (address) => {
    const parsed = parseIp(unmapped(address))
    return parsed !== undefined && ranges.some((range) => isWithin(parsed, range))
  }
}

/** Dual-stack sockets report IPv4 peers as ::ffff:192.0.2.1 (RFC 4291, 2.5.5.2). */
export function unmapped(address: string): string {
  // Asked several times a request, and mostly of IPv4.
  if (!address.includes(':')) return address
  const inner = /^::ffff:(.+)$/i.exec(address)?.[1]
  return inner !== undefined && parseIp(inner)?.family === 4 ? inner : address
}

/**
 * The client's address: the peer's own, or, where the peer is a trusted proxy, the last entry of X-Forwarded-For that
 * was not written by one. Earlier entries come from the client and prove nothing.
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, isTrusted: AddressMatcher): string {
  let address = unmapped(peer)
  if (forwardedFor === undefined || !isTrusted(address)) return address
  const hops = forwardedFor.split(',').map((hop) => unmapped(hop.trim()))
  while (isTrusted(address)) {
    const previous = hops.pop()
    if (previous === undefined || parseIp(previous) === undefined) break
    address = previous
  }
  return address
}

/**
 * What is counted as one client: an IPv4 address, or the /64 of an IPv6 address, which is what one subscriber gets at least
 * (RFC 6177, 2): within it there are as many addresses as anybody likes. What is no address stands for itself.
 */
export function addressBlock(address: string): string {
  // Asked several times a request, of one address after the other.
  if (address === lastAddress) return lastBlock
  lastAddress = address
  lastBlock = blockOf(address)
  return lastBlock
}

let lastAddress = ''
let lastBlock = ''

function blockOf(address: string): string {
  const plain = unmapped(address)
  const parsed = plain.includes(':') ? parseIp(plain) : undefined
  if (parsed?.family !== 6) return plain
  const groups = [112n, 96n, 80n, 64n].map((shift) => ((parsed.value >> shift) & 0xffffn).toString(16))
  return `${groups.join(':')}::/64`
}

/** The network that an address is in: the /24 of an IPv4 address, or the /48 of an IPv6 address, which is what one site gets (RFC 6177, 2). */
export function addressNetwork(address: string): string {
  const parsed = parseIp(unmapped(address))
  if (parsed === undefined) return address
  if (parsed.family === 6) return `${(parsed.value >> 80n).toString(16)}/48`
  return `${(parsed.value >> 8n).toString(16)}/24`
}

/**
 * Where this machine reaches what listens on `host`: the unspecified address is where it listens, not where it is
 * reached. 127.0.0.1 stands for `::` too, whose sockets take both families; in many containers there is no ::1.
 */
export function reachableHost(host: string): string {
  return isUnspecified(host) ? '127.0.0.1' : host
}

/** `0.0.0.0` or `::`, in any spelling. */
export function isUnspecified(address: string): boolean {
  return parseIp(unmapped(address))?.value === 0n
}

/** Whether a host is this machine itself: localhost, 127.0.0.0/8 (RFC 1122, 3.2.1.3) or ::1, without brackets. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || (host.startsWith('127.') && parseIp(host)?.family === 4)
}
