import type { X509Certificate } from 'node:crypto'
import { hostname } from 'node:os'
import { installedCas } from '../../certs/rotation.ts'
import { isProxyEncrypted } from '../../config/listen.ts'
import type { SetupCa, SetupProxy } from '../../core/model/setup.ts'
import { isLoopbackHost, isUnspecified } from '../../core/network/address-list.ts'
import { formatHost } from '../../core/network/host-name.ts'
import type { ApiDependencies } from '../dependencies.ts'

const DAY_MS = 86_400_000

interface Cas {
  readonly current: SetupCa | null
  readonly next: SetupCa | null
}

/** The CAs in a data directory, as their certificates say; null where one is not there or cannot be read. */
export function caOf(dataDir: string, now: Date): Cas {
  try {
    const { ca, 'ca-next': next } = installedCas(dataDir)
    return {
      current: ca === undefined ? null : presented(ca, now),
      next: next === undefined ? null : presented(next, now),
    }
  } catch {
    // Half written by a rotation, or not this process's to read: the next request finds it.
    return { current: null, next: null }
  }
}

function presented({ subject, fingerprint256, validFromDate, validToDate }: X509Certificate, now: Date): SetupCa {
  return {
    subject,
    fingerprint: fingerprint256,
    not_before: validFromDate.toISOString(),
    not_after: validToDate.toISOString(),
    days_left: Math.floor((validToDate.getTime() - now.getTime()) / DAY_MS),
  }
}

/**
 * Where clients find the proxy beside this API. Other proxies do not say where they are, on purpose: whoever has a token of theirs
 * could name a proxy of his own here, and have devices sent to it.
 * @param publicHost by which people know this machine: the address of a proxy that listens everywhere
 */
export function proxiesOf(settings: ApiDependencies['settings'], publicHost: string): SetupProxy[] {
  const { proxyHost, proxyPort } = settings
  // The free port that it picked is known to that process alone.
  if (proxyPort === 0) return []
  const hosts = isUnspecified(proxyHost) ? new Set([withoutBrackets(publicHost), hostname()]) : [proxyHost]
  return [...hosts].map((host) => {
    const url = `${isProxyEncrypted(settings) ? 'https' : 'http'}://${formatHost(host)}:${proxyPort}`
    return {
      url: `${url}/`,
      pac_url: `${url}/proxy.pac`,
      ca_url: `${url}/ca.pem`,
      local_only: isLoopbackHost(proxyHost),
    }
  })
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1')
}
