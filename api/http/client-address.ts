import { isIP } from 'node:net'
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
