import { isIP, isIPv6 } from 'node:net'
import { type AddressMatcher, unmapped } from '../../config/addresses.ts'

/**
 * The client's address: the peer's own, or, where the peer is a trusted proxy, the last entry of X-Forwarded-For that
 * was not written by one. Earlier entries come from the client and prove nothing.
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, isTrusted: AddressMatcher): string {
  let address = unmapped(peer)
  const hops = (forwardedFor ?? '').split(',').map((hop) => unmapped(hop.trim()))
  while (isTrusted(address)) {
    const previous = hops.pop()
    if (previous === undefined || isIP(previous) === 0) break
    address = previous
  }
  return address
}

/**
 * What is counted as one client: an IPv4 address, or the /64 of an IPv6 address, which is what one subscriber gets at least
 * (RFC 6177, 2): within it there are as many addresses as anybody likes.
 */
export function addressBlock(address: string): string {
  const plain = unmapped(address).split('%')[0] ?? ''
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  // Without `::` there are eight groups; with it, what it stands for are zeros.
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  // A dotted IPv4 tail takes two groups.
  const width = after.length + (after.at(-1)?.includes('.') ? 1 : 0)
  const missing = tail === undefined ? 0 : 8 - groups.length - width
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...after]
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
