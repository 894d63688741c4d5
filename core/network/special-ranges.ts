import { embeddedIpv4, isTranslated } from './embedded-ipv4.ts'
import { type IpAddress, type IpRange, isWithin, parseCidr } from './ip-address.ts'

/**
 * - `metadata`: hands out cloud credentials; nobody but the machine's own software may ask it.
 * - `platform`: other addresses where a cloud speaks to the machine alone.
 * - `private`: this machine, its network or its neighbours.
 * - `reserved`: on no network, or for no host; nothing that answers there is what it says.
 */
export type RangeKind = 'metadata' | 'platform' | 'private' | 'reserved'

export interface SpecialRange extends IpRange {
  readonly cidr: string
  /** Completes the sentence "it is ...". */
  readonly name: string
  readonly kind: RangeKind
}

/**
 * Addresses that are not on the public internet: what the IANA special-purpose registries (RFC 6890) call not globally
 * reachable, multicast, what IANA has not given out, and the clouds' own. The narrower range stands first.
 */
const SPECIAL_RANGES: readonly SpecialRange[] = [
  row('169.254.169.254/32', 'metadata', 'a metadata service'),
  row('169.254.170.2/32', 'metadata', 'a metadata service'), // Amazon ECS
  row('100.100.100.200/32', 'metadata', 'a metadata service'), // Alibaba Cloud
  row('fd00:ec2::254/128', 'metadata', 'a metadata service'), // Amazon EC2
  row('169.254.170.23/32', 'platform', 'a service of the cloud platform'), // Amazon EKS Pod Identity
  row('fd00:ec2::23/128', 'platform', 'a service of the cloud platform'), // Amazon EKS Pod Identity
  row('fd20:ce::254/128', 'platform', 'a service of the cloud platform'), // Google Compute Engine
  row('168.63.129.16/32', 'platform', 'a service of the cloud platform'), // Azure WireServer, on a public address
  row('192.0.0.192/32', 'platform', 'a service of the cloud platform'), // Oracle Cloud
  row('169.254.0.23/32', 'platform', 'a service of the cloud platform'), // Tencent Cloud
  row('169.254.42.42/32', 'platform', 'a service of the cloud platform'), // Scaleway
  row('fd00:42::42/128', 'platform', 'a service of the cloud platform'), // Scaleway
  row('fe80::a9fe:a9fe/128', 'platform', 'a service of the cloud platform'), // OpenStack

  row('0.0.0.0/8', 'private', 'this machine'), // RFC 791, 3.2
  row('10.0.0.0/8', 'private', 'a private address'), // RFC 1918
  row('100.64.0.0/10', 'private', 'a shared carrier address'), // RFC 6598
  row('127.0.0.0/8', 'private', 'a loopback address'), // RFC 1122, 3.2.1.3
  row('169.254.0.0/16', 'private', 'a link-local address'), // RFC 3927
  row('172.16.0.0/12', 'private', 'a private address'), // RFC 1918
  row('192.0.0.0/24', 'private', 'an address of IETF protocols'), // RFC 6890, 2.1
  row('192.168.0.0/16', 'private', 'a private address'), // RFC 1918
  row('198.18.0.0/15', 'private', 'a benchmarking address'), // RFC 2544
  row('224.0.0.0/4', 'private', 'a multicast address'), // RFC 5771
  row('255.255.255.255/32', 'private', 'the broadcast address'), // RFC 919
  row('240.0.0.0/4', 'private', 'a reserved address'), // RFC 1112, 4
  row('192.0.2.0/24', 'reserved', 'a documentation address'), // RFC 5737
  row('198.51.100.0/24', 'reserved', 'a documentation address'), // RFC 5737
  row('203.0.113.0/24', 'reserved', 'a documentation address'), // RFC 5737
  row('192.88.99.0/24', 'reserved', 'a 6to4 relay'), // RFC 7526: deprecated

  row('::/128', 'private', 'this machine'), // RFC 4291
  row('::1/128', 'private', 'a loopback address'), // RFC 4291
  row('fc00::/7', 'private', 'a unique-local address'), // RFC 4193
  row('fe80::/10', 'private', 'a link-local address'), // RFC 4291
  row('fec0::/10', 'private', 'a site-local address'), // RFC 3879: deprecated, still routed in places
  row('ff00::/8', 'private', 'a multicast address'), // RFC 4291
  row('::/96', 'reserved', 'an IPv4-compatible address'), // RFC 4291: deprecated
  row('::ffff:0:0:0/96', 'reserved', 'an IPv4-translated address'), // RFC 7915: inside one network
  row('64:ff9b:1::/48', 'reserved', 'a NAT64 address of one network'), // RFC 8215
  row('100::/64', 'reserved', 'a discard address'), // RFC 6666
  row('100:0:0:1::/64', 'reserved', 'a dummy prefix'), // RFC 9780
  row('2001::/32', 'reserved', 'a Teredo address'), // RFC 4380
  row('2001:2::/48', 'reserved', 'a benchmarking address'), // RFC 5180
  row('2001:db8::/32', 'reserved', 'a documentation address'), // RFC 3849
  // Some of it is reachable, but as a service of the network (anycast, AS112) or as an identifier, never as a web server.
  row('2001::/23', 'reserved', 'an address of IETF protocols'), // RFC 2928
  row('2002::/16', 'reserved', 'a 6to4 address'), // RFC 3056; RFC 7526 deprecates its relays
  row('3fff::/20', 'reserved', 'a documentation address'), // RFC 9637
  row('5f00::/16', 'reserved', 'a segment routing identifier'), // RFC 9602
  // Global unicast is 2000::/3 (RFC 4291, 2.4; IANA ipv6-address-space): all else is special, known or not.
  row('::/3', 'reserved', 'not an address of the public internet'),
  row('4000::/2', 'reserved', 'not an address of the public internet'),
  row('8000::/1', 'reserved', 'not an address of the public internet'),
]

/** Where a cloud's metadata service answers, as programs on its machines call it. */
export const METADATA_NAMES: ReadonlySet<string> = new Set(['metadata.google.internal', 'metadata'])

/** A special range that an address leads into. */
export interface Special {
  readonly range: SpecialRange
  /** What lies in the range: the address itself, or the IPv4 address inside it. */
  readonly address: IpAddress
}

/**
 * Every special range that an address lies in, itself or through an IPv4 address that it carries; none for what is on the
 * public internet. The first of them describes it best.
 */
export function specialRangesOf(address: IpAddress): Special[] {
  const inner = embeddedIpv4(address)
  // A mapped or translated address is only another way to write the one inside.
  const meant = isTranslated(address) ? inner : [address, ...inner]
  return meant.flatMap((candidate) =>
    SPECIAL_RANGES.filter((range) => isWithin(candidate, range)).map((range) => ({ range, address: candidate })),
  )
}

function row(cidr: string, kind: RangeKind, name: string): SpecialRange {
  const range = parseCidr(cidr)
  if (range === undefined) throw new RangeError(`${cidr} is no CIDR`)
  return { ...range, cidr, kind, name }
}
