import { AI_SERVICES } from '../core/catalogue/ai-services.ts'
import { isUnspecified } from '../core/network/address-list.ts'
import { OWN_HOST } from '../core/network/own-host.ts'
import type { Settings } from './settings.ts'

type CaSettings = Pick<
  Settings,
  'caDays' | 'caNameConstraints' | 'caPassphrase' | 'interceptHosts' | 'apiHost' | 'proxyHost' | 'publicUrl'
>

/** What the settings say about the CA: how a new one is made, and how its key is read. */
export function caOptions(settings: CaSettings) {
  return {
    validityDays: settings.caDays,
    passphrase: settings.caPassphrase,
    permitted: permittedNames(settings),
  }
}

/** Domains, addresses and CIDRs; none if everything is permitted. A domain takes in all names below it. */
function permittedNames({ caNameConstraints, interceptHosts, apiHost, proxyHost, publicUrl }: CaSettings): string[] {
  if (caNameConstraints.length === 0) return []
  const given = caNameConstraints.flatMap((name) =>
    name === 'catalogue' ? [...AI_SERVICES.flatMap(({ hosts }) => hosts), ...interceptHosts].map(domainOf) : [name],
  )
  const own = [apiHost, proxyHost].filter((host) => !isUnspecified(host))
  const published = publicUrl === undefined ? [] : [publicUrl.hostname.replace(/^\[(.*)\]$/, '$1')]
  const all = new Set([...given, OWN_HOST, ...own, ...published])
  return [...all].filter((name) => !isBelowAnother(name, all))
}

/** A constraint has no wildcards: what stands before the last one is left out. */
function domainOf(pattern: string): string {
  const labels = pattern.split('.')
  return labels.slice(labels.findLastIndex((label) => label.startsWith('*')) + 1).join('.')
}

function isBelowAnother(name: string, all: ReadonlySet<string>): boolean {
  if (/[:/]|^[\d.]+$/.test(name)) return false
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    if (all.has(name.slice(dot + 1))) return true
  }
  return false
}
