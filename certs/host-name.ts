import { type HostName, readHostName } from '../core/network/host-name.ts'
import { CertificateError } from './errors.ts'

/**
 * The host that a certificate is to name, in its one spelling. It comes from a ClientHello or a CONNECT line, so it is hostile.
 * @throws CertificateError (ERR_HOST_NAME) if it is neither a host name nor an address
 */
export function normalizeHostName(host: string): HostName {
  const name = readHostName(host)
  if (name !== undefined) return name
  throw new CertificateError('ERR_HOST_NAME', `no certificate can name the host ${JSON.stringify(host.slice(0, 100))}`)
}
