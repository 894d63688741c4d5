import { lookup, Resolver } from 'node:dns/promises'
import { lookUpInHosts } from './hosts-file.ts'
import type { Resolve } from './resolve.ts'

export interface ResolverOptions {
  /** `address:port` of name servers; the system's if not given. */
  readonly servers?: readonly string[]
  readonly hostsFile?: string
  /** For one question to one server, which is asked twice. */
  readonly timeoutMs?: number
}

/** RFC 6761, 6.3: these are loopback whatever name servers say. */
const LOCALHOST = /^(?:.+\.)?localhost\.?$/i
const LOOPBACK = ['127.0.0.1', '::1']
const TIMEOUT_MS = 1500
const TRIES = 2
/** The name servers could not say. What the system would ask are the same ones, and it would wait longer. */
const UNDECIDED = new Set(['ETIMEOUT', 'ECANCELLED', 'ESERVFAIL', 'EREFUSED'])

/**
 * Resolves names as this machine does: hosts file, name servers, then whatever else the system has (search domains,
 * multicast DNS). Name servers are asked without the system's own function: that one blocks a thread of the few that this
 * process has for it, so that two dead names of receivers would hold up every name that the proxy needs.
 *
 * A name that is being asked for is not asked for again, and nothing is remembered: each connection judges a fresh answer.
 */
export function systemResolver(options: ResolverOptions = {}): Resolve {
  const resolver = new Resolver({ timeout: options.timeoutMs ?? TIMEOUT_MS, tries: TRIES })
  if (options.servers !== undefined) resolver.setServers(options.servers)
  const underWay = new Map<string, Promise<readonly string[]>>()
  return (host) => {
    if (LOCALHOST.test(host)) return Promise.resolve(LOOPBACK)
    const known = underWay.get(host)
    if (known !== undefined) return known
    const asked = ask(host, resolver, options.hostsFile).finally(() => underWay.delete(host))
    underWay.set(host, asked)
    return asked
  }
}

async function ask(host: string, resolver: Resolver, hostsFile: string | undefined): Promise<readonly string[]> {
  const local = await lookUpInHosts(host, hostsFile)
  if (local.length > 0) return local
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  // One family is enough: some servers fail at the other.
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length > 0) return addresses
  for (const answer of answers) {
    if (answer.status === 'rejected' && UNDECIDED.has(answer.reason?.code)) throw answer.reason
  }
  return (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address)
}
