import { type Authority, openAuthority } from '../certs/authority.ts'
import { issueServerCertificate } from '../certs/server-certificate.ts'
import type { Settings } from '../config/settings.ts'

export interface TlsCredentials {
  readonly cert: string
  readonly key: string
  readonly minVersion: 'TLSv1.2'
}

type TlsSettings = Pick<Settings, 'apiTls' | 'apiTlsCert' | 'apiTlsKey' | 'apiHost' | 'publicUrl' | 'dataDir'>

/**
 * Gives the API's current certificate; undefined where TLS ends at a balancer. Those of the local CA live for 30 days
 * and are made anew at each call.
 */
export function tlsCredentials(
  settings: TlsSettings,
  authority: Authority | undefined,
  now: () => Date,
): (() => TlsCredentials) | undefined {
  switch (settings.apiTls) {
    case 'off':
      return undefined
    case 'files': {
      const credentials = {
        cert: settings.apiTlsCert ?? '',
        key: settings.apiTlsKey ?? '',
        minVersion: 'TLSv1.2',
      } as const
      return () => credentials
    }
    case 'auto': {
      const signer = authority ?? openAuthority(settings.dataDir, now)
      return () => issueServerCertificate(signer, hostsOf(settings), now())
    }
  }
}

/** The names that clients know the API by. */
function hostsOf({ apiHost, publicUrl }: TlsSettings): string[] {
  const hosts = publicUrl === undefined ? [] : [publicUrl.hostname.replace(/^\[(.*)\]$/, '$1')]
  // The unspecified address is where it listens, not where it is reached.
  return apiHost === '0.0.0.0' || apiHost === '::' ? hosts : [...hosts, apiHost]
}
