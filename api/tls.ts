import { type Authority, openAuthority } from '../certs/authority.ts'
import { ownNames } from '../certs/own-names.ts'
import { issueServerCertificate } from '../certs/server-certificate.ts'
import type { Settings } from '../config/settings.ts'
import { isUnspecified } from '../core/network/address-list.ts'

export interface TlsCredentials {
  readonly cert: string
  readonly key: string
  readonly minVersion: 'TLSv1.2'
}

/** Where the API's certificate comes from. */
export interface Credentials {
  /** The current one. Those of the local CA live for 30 days and are made anew at each call. */
  issue(): TlsCredentials
  /** What a certificate made now would be for, to see whether one made earlier still does. */
  names(): string
}

type TlsSettings = Pick<Settings, 'apiTls' | 'apiTlsCert' | 'apiTlsKey' | 'apiHost' | 'publicUrl' | 'dataDir'>

/** Gives the API's current certificate; undefined where TLS ends at a balancer. */
export function tlsCredentials(
  settings: TlsSettings,
  authority: Authority | undefined,
  now: () => Date,
  found: () => readonly string[] = ownNames,
): Credentials | undefined {
  switch (settings.apiTls) {
    case 'off':
      return undefined
    case 'files': {
      const credentials = {
        cert: settings.apiTlsCert ?? '',
        key: settings.apiTlsKey ?? '',
        minVersion: 'TLSv1.2',
      } as const
      return { issue: () => credentials, names: () => '' }
    }
    case 'auto': {
      const signer = authority ?? openAuthority(settings.dataDir, now)
      return {
        issue: () => issueServerCertificate(signer, hostsOf(settings), now(), found()),
        names: () => found().join(' '),
      }
    }
  }
}

/** The names that the settings call the API by. */
function hostsOf({ apiHost, publicUrl }: TlsSettings): string[] {
  const hosts = publicUrl === undefined ? [] : [publicUrl.hostname.replace(/^\[(.*)\]$/, '$1')]
  // The unspecified address is where it listens, not where it is reached.
  return isUnspecified(apiHost) ? hosts : [...hosts, apiHost]
}
