import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { CertificateError } from './errors.ts'
import type { AlternativeName } from './x509.ts'

/** RFC 1035 section 3.1, as text without the trailing dot. */
const MAX_NAME_LENGTH = 253

/**
 * One spelling for the name in a certificate: A-labels in lower case without the trailing dot, or the canonical
 * address. The name comes from a ClientHello or a CONNECT line, so it is hostile.
 * @throws CertificateError (ERR_HOST_NAME) where it is neither a host name nor an address
 */
export function normalizeHostName(host: string): AlternativeName {
  const bare = host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (isIP(bare) === 6) return { kind: 'ip', name: canonicalIPv6(bare) }
  // A length test first: IDNA processing of a long hostile name is not free.
  const name = bare.length > MAX_NAME_LENGTH || /[\s\p{Cc}/\\%:@*]/u.test(bare) ? '' : domainToASCII(bare)
  // domainToASCII reads 0x7f.1 as the WHATWG URL standard does, and every client with it.
  if (isIP(name) === 4) return { kind: 'ip', name }
  const labels = name.split('.')
  if (name.length > MAX_NAME_LENGTH || !labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label))) throw refuse(host)
  return { kind: 'dns', name }
}

function canonicalIPv6(address: string): string {
  // A zone (fe80::1%eth0) means something on one machine only, and has no place in a certificate.
  if (address.includes('%')) throw refuse(address)
  return new URL(`http://[${address}]/`).hostname.slice(1, -1)
}

function refuse(host: string): CertificateError {
  return new CertificateError('ERR_HOST_NAME', `no certificate can name the host ${JSON.stringify(host.slice(0, 100))}`)
}
