import { firstCertificate } from '../certs/first-certificate.ts'
import type { Settings } from '../config/settings.ts'

/** Where a proxy in the same installation finds the API, and how it knows that it is the API. */
export interface OwnApi {
  readonly url: string
  readonly token: string
  readonly ca: string | undefined
  readonly certificate?: string | undefined
}

/**
 * What the proxy beside the API is told. A certificate from files is for names that people use, which need not lead
 * anywhere from here: that one certificate is expected then, on the address that the API listens on.
 */
export function ownAccess(
  settings: Pick<Settings, 'apiTls' | 'apiTlsCert'>,
  api: { readonly url: string; readonly internalToken: string },
  caPem: string,
): OwnApi {
  const access = { url: api.url, token: api.internalToken }
  if (settings.apiTls !== 'files') return { ...access, ca: caPem }
  return { ...access, ca: undefined, certificate: firstCertificate(settings.apiTlsCert ?? '') }
}
