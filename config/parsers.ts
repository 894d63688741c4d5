import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { isLoopbackHost } from '../core/network/address-list.ts'
import { readHostName } from '../core/network/host-name.ts'
import { parseCidr, parseIp } from '../core/network/ip-address.ts'
import { memoryLimit } from './memory-limit.ts'

/**
 * Turns the text of one environment variable into a value, or throws ValueError. What is accepted is said by the
 * setting's definition, not here; the parser's message only adds detail where there is some.
 */
export type Parse<T> = (raw: string, context: ParseContext) => T

export interface ParseContext {
  /** Directory that relative paths start from. */
  readonly cwd: string
}

export class ValueError extends Error {}

export const string: Parse<string> = (raw) => raw

export function oneOf<const T extends string>(...choices: readonly T[]): Parse<T> {
  return (raw) => {
    const choice = choices.find((candidate) => candidate === raw)
    if (choice === undefined) throw new ValueError()
    return choice
  }
}

export function integer(min: number, max: number): Parse<number> {
  return (raw) => {
    const value = Number(raw)
    if (!/^\d+$/.test(raw) || value < min || value > max) throw new ValueError()
    return value
  }
}

export const port = integer(0, 65_535)

/** The ports from `first` to `last`, both among them. */
export interface PortRange {
  readonly first: number
  readonly last: number
}

/** `443`, or `1024-65535`. */
export const portRange: Parse<PortRange> = (raw, context) => {
  const [first = '', last = first, ...rest] = raw.split('-')
  const range = { first: integer(1, 65_535)(first, context), last: integer(1, 65_535)(last, context) }
  if (rest.length > 0 || range.last < range.first) throw new ValueError()
  return range
}

/** A number of processes; `auto` is one per core. */
export const workers: Parse<number> = (raw, context) =>
  raw === 'auto' ? availableParallelism() : integer(1, 256)(raw, context)

const HELD_MOST = 268_435_456

/** A number of bytes; `auto` leaves room in a small container for what else the process needs. */
export const heldBytes: Parse<number> = (raw, context) =>
  raw === 'auto' ? Math.min(HELD_MOST, Math.floor(memoryLimit() / 4)) : integer(65_536, 1_099_511_627_776)(raw, context)

/** What people call something: up to 100 characters on one line. */
export const name: Parse<string> = (raw) => {
  if (!/^\S(?:.{0,98}\S)?$/u.test(raw) || !raw.isWellFormed()) throw new ValueError()
  return raw
}

export const path: Parse<string> = (raw, { cwd }) => resolve(cwd, raw)

export const bindHost: Parse<string> = (raw) => {
  const host = raw.replace(/^\[(.*)\]$/, '$1')
  if (readHostName(host) === undefined) throw new ValueError()
  return host
}

/** The text of a PEM file, read when the settings are: a wrong path is found before anything starts. */
export function pem(label: RegExp): Parse<string> {
  return (raw, { cwd }) => {
    const contents = contentsOf(resolve(cwd, raw))
    if (!label.test(contents)) throw new ValueError('the file has no such PEM block')
    return contents
  }
}

function contentsOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ValueError(`the file cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`)
  }
}

export const certificates = pem(/-----BEGIN CERTIFICATE-----/)
export const privateKey = pem(/-----BEGIN (EC |RSA |ENCRYPTED )?PRIVATE KEY-----/)

export function url(...protocols: readonly string[]): Parse<URL> {
  return (raw) => {
    if (!URL.canParse(raw)) throw new ValueError()
    const value = new URL(raw)
    if (!protocols.includes(value.protocol) || value.hostname === '') throw new ValueError()
    return value
  }
}

/** The base address of a service: paths are added to it, and it may be shown and logged. */
export const baseUrl: Parse<URL> = (raw, context) => {
  const value = url('http:', 'https:')(raw, context)
  if (value.username !== '' || value.password !== '' || value.search !== '' || value.hash !== '') throw new ValueError()
  return value
}

/** The address of Weir's API, whose paths all begin below /api/v1; it may stand behind a path of a gateway. */
export const apiUrl: Parse<URL> = (raw, context) => {
  const value = baseUrl(raw, context)
  if (!/\/api\/v1\/?$/.test(value.pathname)) throw new ValueError('it does not end in /api/v1')
  return value
}

/** An issuer is compared as a text (OpenID Connect Discovery 1.0, 4.3), so it is kept as it was written. */
export const oidcIssuer: Parse<string> = (raw, context) => {
  const value = baseUrl(raw, context)
  if (value.protocol === 'http:' && !isLoopbackHost(value.hostname))
    throw new ValueError('http:// is for this machine alone')
  return raw
}

/** `openid` makes it OpenID Connect (OpenID Connect Core 1.0, 3.1.2.1). */
export const oidcScope: Parse<string> = (raw) => {
  if (!raw.split(/\s+/).includes('openid')) throw new ValueError('openid is missing')
  return raw
}

/** The characters that an Authorization header may contain. */
export const token: Parse<string> = (raw) => {
  if (!/^[!-~]+$/.test(raw)) throw new ValueError()
  return raw
}

/** Kept as it is: a connection string may list several hosts, which no URL can. The driver reads the rest. */
export const mongodbUrl: Parse<string> = (raw) => {
  if (!/^mongodb(\+srv)?:\/\/[^\s/]+(\/\S*)?$/.test(raw)) throw new ValueError()
  return raw
}

/** A comma list; blanks around items and empty items are dropped. */
export function list<T>(item: Parse<T>): Parse<readonly T[]> {
  return (raw, context) =>
    raw
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => {
        try {
          return item(part, context)
        } catch (error) {
          if (!(error instanceof ValueError)) throw error
          throw new ValueError(error.message === '' ? `"${part}" is not one` : error.message)
        }
      })
}

/** `10.0.0.0/8`, `fd00::/8`, or a single address, which is given its full prefix length. */
export const cidr: Parse<string> = (raw) => {
  const address = raw.includes('%') ? undefined : parseIp(raw)
  if (address !== undefined) return `${raw}/${address.family === 6 ? 128 : 32}`
  if (raw.includes('%') || parseCidr(raw) === undefined) throw new ValueError()
  return raw
}

/** A name, a pattern of HostPatterns, an address or a CIDR. */
export const bypassPattern: Parse<string> = (raw, context) => {
  if (raw.includes('/')) return cidr(raw, context)
  if (!raw.includes('*')) return hostPattern(raw, context)
  const labels = raw.toLowerCase().replace(/\.$/, '').split('.')
  // A wildcard stands for a whole label, or for what a label begins with; the name must end in labels without.
  const isPattern = labels.every((label) => /^(?:\*|\*-[a-z0-9]+|[^*]+)$/.test(label)) && !labels.at(-1)?.includes('*')
  const isHost = readHostName(labels.map((label) => label.replace('*', 'x')).join('.'))?.kind === 'dns'
  if (!isPattern || !isHost) throw new ValueError()
  return labels.join('.')
}

/** A domain, which may be written as `*.domain`, an address, a CIDR, or `catalogue`. */
export const constraint: Parse<string> = (raw, context) => {
  if (raw === 'catalogue' || (!raw.includes('%') && parseCidr(raw) !== undefined)) return raw
  return hostPattern(raw, context).replace(/^\*\./, '')
}

/** `host` or `*.host`, lower-cased, without a trailing dot. */
export const hostPattern: Parse<string> = (raw) => {
  const isSuffix = raw.startsWith('*.')
  const host = readHostName(isSuffix ? raw.slice(2) : raw)
  if (host === undefined || (isSuffix && host.kind === 'ip')) throw new ValueError()
  return isSuffix ? `*.${host.name}` : host.name
}

/** A certificate that a host may show whatever is wrong with it. */
export interface CertificateException {
  readonly host: string
  /** Upper case hexadecimal pairs joined by colons, as Node gives it. */
  readonly fingerprint256: string
}

/** `host=AB:CD:...`; the colons may be left out. */
export const certificateException: Parse<CertificateException> = (raw) => {
  const [host = '', fingerprint = '', ...rest] = raw.split('=')
  const name = readHostName(host.trim())
  const digits = fingerprint.replaceAll(':', '').trim().toUpperCase()
  if (name === undefined || rest.length > 0 || !/^[0-9A-F]{64}$/.test(digits)) throw new ValueError()
  return { host: name.name, fingerprint256: digits.match(/../g)?.join(':') ?? '' }
}

export interface ConnectTo {
  /** What the client asked for; undefined if any host or port is meant. Lower case, no trailing dot. */
  readonly host: string | undefined
  readonly port: number | undefined
  /** Where to connect really; undefined if it stays as asked. */
  readonly toHost: string | undefined
  readonly toPort: number | undefined
}

/** curl's --connect-to: `HOST1:PORT1:HOST2:PORT2`, where an empty part means "any" or "unchanged"; IPv6 in brackets. */
export const connectTo: Parse<ConnectTo> = (raw, context) => {
  const match = /^(\[[^\]]+\]|[^:[\]]*):(\d*):(\[[^\]]+\]|[^:[\]]*):(\d*)$/.exec(raw)
  if (match === null) throw new ValueError()
  const [, host, fromPort, toHost, toPort] = match
  return {
    host: optionalHost(host),
    port: optionalPort(fromPort, context),
    toHost: optionalHost(toHost),
    toPort: optionalPort(toPort, context),
  }
}

function optionalHost(raw: string | undefined): string | undefined {
  if (raw === undefined || raw === '') return undefined
  const host = readHostName(raw)
  if (host === undefined) throw new ValueError()
  return host.name
}

function optionalPort(raw: string | undefined, context: ParseContext): number | undefined {
  return raw === undefined || raw === '' ? undefined : integer(1, 65_535)(raw, context)
}

/** A decimal number from 0 to 1. */
export const share: Parse<number> = (raw) => {
  const value = Number(raw)
  if (!/^\d+(\.\d+)?$/.test(raw) || value > 1) throw new ValueError()
  return value
}

/** Names and values of headers (RFC 9110, 5.1 and 5.5). */
export const headers: Parse<Readonly<Record<string, string>>> = (raw) => {
  const pairs = raw.split(',').map((pair) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([!-~](?:[ -~]*[!-~])?)\s*$/.exec(pair))
  return Object.fromEntries(
    pairs.map((pair) => {
      if (pair === null) throw new ValueError()
      return [pair[1] ?? '', pair[2] ?? '']
    }),
  )
}
