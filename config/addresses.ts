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

/**
 * Where this machine reaches what listens on `host`: the unspecified address is where it listens, not where it is
 * reached. 127.0.0.1 stands for `::` too, whose sockets take both families; in many containers there is no ::1.
 */
export function reachableHost(host: string): string {
  return isUnspecified(host) ? '127.0.0.1' : host
}

/** `0.0.0.0` or `::`, in any spelling. */
export function isUnspecified(address: string): boolean {
  const plain = unmapped(address)
  return isIPv4(plain) ? plain === '0.0.0.0' : isIP(plain) === 6 && /^[0:]+$/.test(plain)
}

/** As it stands in a URL. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
