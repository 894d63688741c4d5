/** An IP address as a number: what its bits say, however it was written. */
export interface IpAddress {
  readonly family: 4 | 6
  readonly value: bigint
}

/** The addresses whose first `bits` bits are those of `value`. */
export interface IpRange extends IpAddress {
  readonly bits: number
}

const WIDTH = { 4: 32, 6: 128 } as const
const DECIMAL_OCTET = /^(?:0|[1-9]\d{0,2})$/
const HEX_GROUP = /^[0-9a-f]{1,4}$/i
const GROUPS = 8

/**
 * Reads an address as resolvers and the URL parser write it: dotted decimals without leading zeros (RFC 6943, 3.1.1: other
 * spellings mean different things to different readers), or IPv6 (RFC 4291, 2.2). A zone says which link, not which address.
 * @returns undefined for anything else, names too
 */
export function parseIp(text: string): IpAddress | undefined {
  const value = parseIpv4(text)
  if (value !== undefined) return { family: 4, value }
  const wide = parseIpv6(text.split('%', 1)[0] ?? '')
  return wide === undefined ? undefined : { family: 6, value: wide }
}

/** `10.0.0.0/8`; undefined if it is no such thing. */
export function parseCidr(text: string): IpRange | undefined {
  const [address = '', prefix = '', ...rest] = text.split('/')
  const network = parseIp(address)
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
  if (network === undefined || rest.length > 0 || !(bits <= WIDTH[network.family])) return undefined
  return { ...network, bits }
}

export function isWithin(address: IpAddress, range: IpRange): boolean {
  if (address.family !== range.family) return false
  const free = BigInt(WIDTH[range.family] - range.bits)
  return address.value >> free === range.value >> free
}

function parseIpv4(text: string): bigint | undefined {
  const octets = text.split('.')
  if (octets.length !== 4 || !octets.every((octet) => DECIMAL_OCTET.test(octet) && Number(octet) < 256))
    return undefined
  return octets.reduce((value, octet) => (value << 8n) | BigInt(octet), 0n)
}

function parseIpv6(text: string): bigint | undefined {
  const [head = '', tail, ...rest] = text.split('::')
  if (rest.length > 0) return undefined
  const left = groupsOf(head, tail === undefined)
  const right = tail === undefined ? [] : groupsOf(tail, true)
  if (left === undefined || right === undefined) return undefined
  const missing = GROUPS - left.length - right.length
  // `::` stands for at least one group of zeros.
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined
  const groups = [...left, ...new Array<bigint>(missing).fill(0n), ...right]
  return groups.reduce((value, group) => (value << 16n) | group, 0n)
}

/** @param isEnd whether the last group may be an IPv4 address (RFC 4291, 2.2, form 3) */
function groupsOf(text: string, isEnd: boolean): bigint[] | undefined {
  if (text === '') return []
  const parts = text.split(':')
  const last = parts.at(-1) ?? ''
  const ipv4 = isEnd && last.includes('.') ? parseIpv4(last) : undefined
  const hex = ipv4 === undefined ? parts : parts.slice(0, -1)
  if (!hex.every((part) => HEX_GROUP.test(part))) return undefined
  const groups = hex.map((part) => BigInt(`0x${part}`))
  return ipv4 === undefined ? groups : [...groups, ipv4 >> 16n, ipv4 & 0xffffn]
}
