import type { Server } from 'node:https'
import { createSecureContext } from 'node:tls'
import { type Authority, openAuthority } from '../certs/authority.ts'
import { ownNames } from '../certs/own-names.ts'
import { issueServerCertificate, serverSigner } from '../certs/server-certificate.ts'
import { caOptions } from '../config/ca-options.ts'
import { type Settings, SettingsError } from '../config/settings.ts'
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

/** Credentials that can become others while the server runs. */
export interface ReloadableCredentials extends Credentials {
  /** @throws SettingsError if the new ones cannot be used, and then the old ones stay */
  reload(fresh: TlsSettings, server: Pick<Server, 'setSecureContext'>): void
}

type TlsSettings = Pick<Settings, 'apiTls' | 'apiTlsCert' | 'apiTlsKey' | 'apiHost' | 'publicUrl' | 'dataDir'> &
  Parameters<typeof caOptions>[0]

/** Gives the API's current certificate; undefined if TLS ends at a balancer. */
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
      const signer = serverSigner(
        authority ?? openAuthority(settings.dataDir, now, caOptions(settings)),
        hostsOf(settings),
        settings.dataDir,
        now,
        caOptions(settings),
      )
      return {
        issue: () => issueServerCertificate(signer, hostsOf(settings), now(), found()),
        names: () => found().join(' '),
      }
    }
  }
}

/** The same, to be replaced at SIGHUP by those of other settings; undefined if TLS ends at a balancer. */
export function openCredentials(
  settings: TlsSettings,
  authority: Authority | undefined,
  now: () => Date,
): ReloadableCredentials | undefined {
  const first = tlsCredentials(settings, authority, now)
  if (first === undefined) return undefined
  let current = first
  return {
    issue: () => current.issue(),
    names: () => current.names(),
    reload(fresh, server) {
      const next = tlsCredentials(fresh, authority, now)
      if (next === undefined) return
      server.setSecureContext(usable(next))
      current = next
    },
  }
}

/** @throws SettingsError if certificate and key do not fit */
export function usable(credentials: Credentials): TlsCredentials {
  const issued = credentials.issue()
  try {
    createSecureContext(issued)
    return issued
  } catch (error) {
    throw new SettingsError([`WEIR_API_TLS_CERT, WEIR_API_TLS_KEY: they cannot be used (${(error as Error).message}).`])
  }
}

/** The names that the settings call the API by. */
function hostsOf({ apiHost, publicUrl }: TlsSettings): string[] {
  const hosts = publicUrl === undefined ? [] : [publicUrl.hostname.replace(/^\[(.*)\]$/, '$1')]
  // The unspecified address is where it listens, not where it is reached.
  return isUnspecified(apiHost) ? hosts : [...hosts, apiHost]
}
