import { type IpAddress, type IpRange, isWithin, parseCidr } from './ip-address.ts'

interface EmbeddingForm {
  readonly range: IpRange
  /** The IPv4 addresses inside an address of the range; several where its form does not say which bits they are. */
  read(value: bigint): readonly bigint[]
}

/** Where RFC 6052, 2.2 puts the address behind prefixes of these lengths; bits 64 to 71 are left out. */
const NAT64_LOCAL_SHIFTS = [48, 56, 64] as const

/** Forms whose address means the host inside and nothing else: RFC 4291, 2.5.5.2 and RFC 6052, 2.1. */
const TRANSLATED: readonly EmbeddingForm[] = [
  form('::ffff:0:0/96', (value) => [bits(value, 96)]), // IPv4-mapped
  form('64:ff9b::/96', (value) => [bits(value, 96)]), // NAT64
]

const FORMS: readonly EmbeddingForm[] = [
  ...TRANSLATED,
  form('::/96', (value) => [bits(value, 96)]), // IPv4-compatible, RFC 4291, 2.5.5.1
  form('::ffff:0:0:0/96', (value) => [bits(value, 96)]), // IPv4-translated, RFC 7915
  // NAT64 of one network, RFC 8215: its own prefix may be longer than the range.
  form('64:ff9b:1::/48', (value) => [
    bits(value, 96),
    ...NAT64_LOCAL_SHIFTS.map((length) => behindPrefix(value, length)),
  ]),
  form('2002::/16', (value) => [bits(value, 16)]), // 6to4, RFC 3056
  // Teredo, RFC 4380, 4: the server, and the client with its bits turned over.
  form('2001::/32', (value) => [bits(value, 32), bits(value, 96) ^ 0xffffffffn]),
]

/** The last 64 bits of an ISATAP address, but for the universal/local bit (RFC 5214, 6.1). */
const ISATAP = 0x0000_5efen
const ISATAP_LOCAL_BIT = 0x0200_0000n

/** The IPv4 addresses that an IPv6 address carries and may lead to; none for IPv4. */
export function embeddedIpv4(address: IpAddress): IpAddress[] {
  if (address.family === 4) return []
  const inner = FORMS.filter(({ range }) => isWithin(address, range)).flatMap(({ read }) => read(address.value))
  const identifier = bits(address.value, 64) & ~ISATAP_LOCAL_BIT
  if (identifier === ISATAP) inner.push(bits(address.value, 96))
  return [...new Set(inner)].map((value) => ({ family: 4, value }))
}

/** Whether an IPv6 address is only a way to write the IPv4 address inside it. */
export function isTranslated(address: IpAddress): boolean {
  return TRANSLATED.some(({ range }) => isWithin(address, range))
}

/** The 32 bits of an IPv6 address from this one on, counted from the left. */
function bits(value: bigint, from: number): bigint {
  return (value >> BigInt(96 - from)) & 0xffffffffn
}

function behindPrefix(value: bigint, length: number): bigint {
  const withoutGap = ((value >> 64n) << 56n) | (value & ((1n << 56n) - 1n))
  return (withoutGap >> BigInt(120 - 32 - length)) & 0xffffffffn
}

function form(cidr: string, read: EmbeddingForm['read']): EmbeddingForm {
  const range = parseCidr(cidr)
  if (range === undefined) throw new RangeError(`${cidr} is no CIDR`)
  return { range, read }
}
