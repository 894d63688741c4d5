import { BlockList, isIP } from 'node:net'
import { DestinationError } from '../errors.ts'

/** Addresses that hand out cloud credentials: never reachable, whatever the settings allow (proxy-decisions, Where it connects). */
const METADATA_ADDRESSES = ['169.254.169.254', '169.254.170.2', '100.100.100.200', 'fd00:ec2::254']
const METADATA_NAMES = new Set(['metadata.google.internal', 'metadata'])

/** Not on the public internet: RFC 1918, RFC 6598, RFC 6890, RFC 4193 and the like. */
const PRIVATE_SUBNETS = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]

/** IPv6 prefixes that carry an IPv4 address: prefix length in bits is where that address starts. */
const EMBEDDING_PREFIXES: readonly { readonly prefix: string; readonly at: number }[] = [
  { prefix: '0:0:0:0:0:ffff:', at: 6 }, // IPv4-mapped, RFC 4291
  { prefix: '0:0:0:0:0:0:', at: 6 }, // IPv4-compatible, RFC 4291
  { prefix: '64:ff9b:0:0:0:0:', at: 6 }, // NAT64, RFC 6052
  { prefix: '2002:', at: 1 }, // 6to4, RFC 3056
]

export interface Listener {
  readonly host: string
  readonly port: number
}

/** Decides whether the proxy may connect to an address. One instance per proxy. */
export class DestinationGuard {
  readonly #private = blockList(PRIVATE_SUBNETS)
  readonly #metadata = blockList(METADATA_ADDRESSES.map((address) => `${address}/${isIP(address) === 4 ? 32 : 128}`))
  readonly #allowed: BlockList
  readonly #ownPorts: ReadonlySet<number>

  /**
   * @param allowCidrs WEIR_DESTINATION_ALLOW_CIDRS
   * @param ownPorts ports Weir itself listens on: refused on loopback even where loopback is allowed
   */
  constructor(allowCidrs: readonly string[], ownPorts: ReadonlySet<number>) {
    this.#allowed = blockList(allowCidrs)
    this.#ownPorts = ownPorts
  }

  /** @throws DestinationError where a name is refused before it is even resolved */
  checkName(host: string): void {
    if (METADATA_NAMES.has(host)) throw new DestinationError(`${host} is a metadata service`)
  }

  /**
   * Checks an address just before it is connected to, so that a name whose answer changes gains nothing.
   * @throws DestinationError
   */
  checkAddress(address: string, port: number): void {
    const candidates = [address, ...embeddedIpv4(address)]
    for (const candidate of candidates) {
      if (matches(this.#metadata, candidate)) throw new DestinationError(`${address} is a metadata service`)
    }
    for (const candidate of candidates) {
      if (!matches(this.#private, candidate)) continue
      if (this.#ownPorts.has(port) && isLocal(candidate)) {
        throw new DestinationError(`port ${port} on this machine is Weir's own`)
      }
      if (!matches(this.#allowed, candidate) && !matches(this.#allowed, address)) {
        throw new DestinationError(`${address} is a private address; WEIR_DESTINATION_ALLOW_CIDRS lists those allowed`)
      }
    }
  }
}

function isLocal(address: string): boolean {
  return address.startsWith('127.') || address.startsWith('0.') || address === '::1' || address === '::'
}

function matches(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

function blockList(cidrs: readonly string[]): BlockList {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [address = '', bits = ''] = cidr.split('/')
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

/** The IPv4 address inside an IPv6 one, as dotted text; none for plain addresses. */
function embeddedIpv4(address: string): string[] {
  if (isIP(address) !== 6) return []
  const groups = expandIpv6(address)
  if (groups === undefined) return []
  const text = groups.map((group) => group.toString(16)).join(':')
  return EMBEDDING_PREFIXES.filter(({ prefix }) => text.startsWith(prefix)).map(({ at }) => {
    const high = groups[at] ?? 0
    const low = groups[at + 1] ?? 0
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  })
}

/** The eight 16-bit groups of an IPv6 address; undefined where it has a zone, which no URL may carry. */
function expandIpv6(address: string): number[] | undefined {
  if (address.includes('%')) return undefined
  // WHATWG URL parsing turns every spelling, dotted tails included, into the canonical one.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : new Array<string>(8 - left.length - right.length).fill('0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
}
