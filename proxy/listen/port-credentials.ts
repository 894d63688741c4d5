import { createSecureContext, type SecureContextOptions } from 'node:tls'
import type { Authority } from '../../certs/authority.ts'
import { ownNames } from '../../certs/own-names.ts'
import { issueServerCertificate, serverSigner } from '../../certs/server-certificate.ts'
import { caOptions } from '../../config/ca-options.ts'
import { type Settings, SettingsError } from '../../config/settings.ts'
import { isUnspecified } from '../../core/network/address-list.ts'
import { OWN_HOST } from '../../core/network/own-host.ts'

/**
 * The certificate of the proxy's own port: that of WEIR_PROXY_TLS_CERT, or one that the CA signs for the names and addresses of
 * this machine. Undefined where the port is not encrypted.
 * @throws SettingsError if certificate and key do not fit
 */
export function portCredentials(settings: Settings, authority: Authority, now: Date): SecureContextOptions | undefined {
  const { proxyTls, proxyTlsCert, proxyTlsKey, proxyHost, publicUrl, dataDir } = settings
  if (proxyTlsCert !== undefined) return usable({ cert: proxyTlsCert, key: proxyTlsKey })
  if (proxyTls === 'off') return undefined
  const hosts = [
    OWN_HOST,
    ...(isUnspecified(proxyHost) ? [] : [proxyHost]),
    ...(publicUrl === undefined ? [] : [publicUrl.hostname.replace(/^\[(.*)\]$/, '$1')]),
  ]
  const signer = serverSigner(authority, hosts, dataDir, () => now, caOptions(settings))
  return issueServerCertificate(signer, hosts, now, ownNames())
}

function usable(credentials: SecureContextOptions): SecureContextOptions {
  try {
    createSecureContext(credentials)
    return credentials
  } catch (error) {
    const problem = `WEIR_PROXY_TLS_CERT, WEIR_PROXY_TLS_KEY: they cannot be used (${(error as Error).message}).`
    throw new SettingsError([problem])
  }
}
