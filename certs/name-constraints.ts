import { isWithin, parseCidr, parseIp } from '../core/network/ip-address.ts'
import { readExtension } from './certificate-fields.ts'
import { addressBytes, type Der, implicit } from './der.ts'
import { constructed, inside, primitive, readElements, TAG } from './der-reader.ts'
import type { AlternativeName } from './x509.ts'

/** nameConstraints (RFC 5280 section 4.2.1.10), the DER of its object identifier. */
const OID = '551d1e'
const DNS = primitive(2)
const IP = primitive(7)
const WIDTH = { 4: 32, 6: 128 } as const

/** The names of one kind that a CA may sign for; without `permitted` all but those excluded. */
interface Subtrees {
  readonly permitted: readonly string[] | undefined
  readonly excluded: readonly string[]
}

/** What a CA may sign for: domains with all below them, and ranges of addresses as CIDRs. */
export interface NameConstraints {
  readonly dns: Subtrees
  readonly ip: Subtrees
}

/**
 * Reads what a CA may sign for.
 * @returns undefined if it may sign for everything
 * @throws DerError for what is no certificate
 */
export function readNameConstraints(certificate: Buffer): NameConstraints | undefined {
  const value = readExtension(certificate, OID)
  if (value === undefined) return undefined
  const [list] = readElements(value)
  const lists = inside(list, TAG.sequence)
  const subtrees = (number: 0 | 1) => {
    const found = lists.find(({ tag }) => tag === constructed(number))
    return found === undefined ? [] : inside(found, constructed(number)).flatMap((tree) => inside(tree).slice(0, 1))
  }
  const of = (number: 0 | 1, kind: number) =>
    subtrees(number)
      .filter(({ tag }) => tag === kind)
      .map(({ contents }) => (kind === DNS ? contents.toString('latin1').toLowerCase() : cidrOf(contents)))
  const both = (kind: number): Subtrees => {
    const permitted = of(0, kind)
    return { permitted: permitted.length === 0 ? undefined : permitted, excluded: of(1, kind) }
  }
  return { dns: both(DNS), ip: both(IP) }
}

/** Whether a CA with these constraints may sign for a name. */
export function permits(constraints: NameConstraints | undefined, { kind, name }: AlternativeName): boolean {
  if (constraints === undefined) return true
  const { permitted, excluded } = kind === 'ip' ? constraints.ip : constraints.dns
  const fits = (subtree: string) => (kind === 'ip' ? isInRange(name, subtree) : isBelow(name, subtree))
  return (permitted === undefined || permitted.some(fits)) && !excluded.some(fits)
}

/**
 * The permitted subtrees of a new CA.
 * @param names domains, which take in all below them, addresses and CIDRs
 */
export function permittedSubtrees(names: readonly string[]): Der[] {
  return names.map((name) => {
    const range = parseCidr(name) ?? parseCidr(`${name}/${parseIp(name)?.family === 6 ? 128 : 32}`)
    if (range === undefined) return implicit(2, Buffer.from(name, 'ascii'))
    const bits = WIDTH[range.family]
    const mask = ((1n << BigInt(range.bits)) - 1n) << BigInt(bits - range.bits)
    const address = name.split('/', 1)[0] ?? ''
    const bytes = Buffer.concat([addressBytes(address), Buffer.from(mask.toString(16).padStart(bits / 4, '0'), 'hex')])
    return implicit(7, bytes)
  })
}

/** `example.com` stands for itself and all names below it; an empty one for all names. A leading dot is tolerated, as by OpenSSL. */
function isBelow(name: string, subtree: string): boolean {
  const domain = subtree.replace(/^\./, '')
  return domain === '' || name === domain || name.endsWith(`.${domain}`)
}

function isInRange(name: string, cidr: string): boolean {
  const [address, range] = [parseIp(name), parseCidr(cidr)]
  return address !== undefined && range !== undefined && isWithin(address, range)
}

/** An address and its mask, as long as the address (RFC 4632). */
function cidrOf(contents: Buffer): string {
  const half = contents.length / 2
  const address = contents.subarray(0, half)
  const mask = BigInt(`0x${contents.subarray(half).toString('hex') || '0'}`)
  const bits = mask
    .toString(2)
    .padStart(half * 8, '0')
    .replace(/0+$/, '').length
  const text = half === 4 ? address.join('.') : (address.toString('hex').match(/.{4}/g) ?? []).join(':')
  return `${text}/${mask === 0n ? 0 : bits}`
}
