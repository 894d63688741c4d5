import { BlockList, isIP, isIPv4 } from 'node:net'

/** Tells whether an address is in any of the given CIDRs; what is no address is in none. */
export type AddressMatcher = (address: string) => boolean

export function matchAddresses(cidrs: readonly string[]): AddressMatcher {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [network = '', prefix] = cidr.split('/')
    list.addSubnet(network, Number(prefix), isIPv4(network) ? 'ipv4' : 'ipv6')
  }
  return (address) => {
    const plain = unmapped(address)
    return isIP(plain) !== 0 && list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
  }
}

/** Dual-stack sockets report IPv4 peers as ::ffff:192.0.2.1 (RFC 4291, 2.5.5.2). */
export function unmapped(address: string): string {
  const inner = /^::ffff:(.+)$/i.exec(address)?.[1]
  return inner !== undefined && isIPv4(inner) ? inner : address
}
