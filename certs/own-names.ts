import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'

/** A host of containers has hundreds of interfaces, and a certificate is sent with every handshake. */
const ADDRESSES_MAX = 64
const NAMES_MAX = 32
const HOSTS_FILE = '/etc/hosts'

/** The data that is read from the system; tests pass their own. */
export interface OwnNamesSources {
  readonly hostname: () => string
  readonly interfaces: typeof networkInterfaces
  /** /etc/hosts; empty if there is none. */
  readonly hostsFile: () => string
}

const SYSTEM: OwnNamesSources = { hostname, interfaces: networkInterfaces, hostsFile: readHostsFile }

/**
 * How others may call this machine: its host name, the addresses of its interfaces, and the names that /etc/hosts gives
 * to these. No name server is asked: otherwise it would choose the certificate's names.
 */
export function ownNames(sources: OwnNamesSources = SYSTEM): string[] {
  const addresses = Object.values(sources.interfaces())
    .flat()
    .flatMap((one) => (one === undefined || one.internal || isLinkLocal(one.address) ? [] : [one.address]))
    .slice(0, ADDRESSES_MAX)
  return [sources.hostname(), ...namesIn(sources.hostsFile(), new Set(addresses)), ...addresses]
}

/** Its zone means something on one machine only. */
function isLinkLocal(address: string): boolean {
  return /^fe[89ab][0-9a-f]:/i.test(address)
}

/** Debian gives the machine's own name to 127.0.1.1. Other loopback addresses are used to make names unreachable. */
function namesIn(hostsFile: string, addresses: ReadonlySet<string>): string[] {
  return hostsFile
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim().split(/\s+/))
    .filter(([address = '']) => isIP(address) !== 0 && (address === '127.0.1.1' || addresses.has(address)))
    .flatMap(([, ...names]) => names)
    .slice(0, NAMES_MAX)
}

function readHostsFile(): string {
  try {
    return readFileSync(HOSTS_FILE, 'utf8')
  } catch {
    // Windows has it elsewhere, and a small container has none: these names are optional.
    return ''
  }
}
