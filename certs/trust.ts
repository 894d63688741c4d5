import { type KeyObject, X509Certificate } from 'node:crypto'
import { checkServerIdentity, getCACertificates, type PeerCertificate } from 'node:tls'
import { distrustedBySystem, isCompromised } from './distrusted.ts'
import { CertificateError } from './errors.ts'

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

/** Names a file of certificates that the operator trusts. */
type CaVariable = keyof typeof MALFORMED

const MALFORMED = {
  WEIR_UPSTREAM_CA: 'ERR_UPSTREAM_CA_MALFORMED',
  WEIR_WEBHOOK_CA: 'ERR_WEBHOOK_CA_MALFORMED',
  WEIR_OIDC_CA: 'ERR_OIDC_CA_MALFORMED',
} as const

/**
 * The certificates of a file that an operator trusts, each in PEM.
 * @param pem any number of them
 * @param variable where they are from
 * @throws CertificateError (ERR_UPSTREAM_CA_MALFORMED, ERR_WEBHOOK_CA_MALFORMED, ERR_OIDC_CA_MALFORMED)
 */
export function operatorRoots(pem: string | undefined, variable: CaVariable): string[] {
  const certificates = pem?.match(PEM_CERTIFICATE) ?? []
  for (const certificate of certificates) parseRoot(certificate, variable)
  return certificates
}

/** The roots that other servers are verified against, each in PEM: Node's, the system's, NODE_EXTRA_CA_CERTS, and more. */
export function trustedRoots(more: readonly string[]): string[] {
  const stores = (['bundled', 'system', 'extra'] as const).flatMap((store) => getCACertificates(store))
  return [...new Set([...stores, ...more])]
}

/** `all`: those that Node brings along, which are Mozilla's, as well as the system's. `system`: the system's alone. */
export type RootStores = 'all' | 'system'

/**
 * The roots that upstreams are verified against, without our own CA, those that the machine's administrator has distrusted, and
 * those that are known to be compromised. On a machine whose store trusts our CA, a man in the middle who got hold of a leaf, or
 * another proxy with this CA, would be taken for the upstream otherwise.
 * @param extraPem any number of PEM certificates
 * @param own the interception CA, or all there are, also recognised in another certificate over the same key
 * @throws CertificateError (ERR_UPSTREAM_CA_MALFORMED)
 */
export function upstreamRoots(
  extraPem: string | undefined,
  own: X509Certificate | readonly X509Certificate[],
  stores: RootStores = 'all',
  distrusted: ReadonlySet<string> = distrustedBySystem(),
): string[] {
  const ownKeys = [own].flat().map(({ publicKey }) => publicKey)
  const operators = operatorRoots(extraPem, 'WEIR_UPSTREAM_CA')
  const roots = stores === 'all' ? trustedRoots(operators) : systemRoots(operators)
  return roots.filter((pem) => {
    const { publicKey, fingerprint, fingerprint256 } = new X509Certificate(pem)
    return (
      !ownKeys.some((key) => publicKey.equals(key)) && !isCompromised(fingerprint) && !distrusted.has(fingerprint256)
    )
  })
}

function systemRoots(more: readonly string[]): string[] {
  const stores = (['system', 'extra'] as const).flatMap((store) => getCACertificates(store))
  return [...new Set([...stores, ...more])]
}

function parseRoot(pem: string, variable: CaVariable): void {
  try {
    new X509Certificate(pem)
  } catch (cause) {
    const code = MALFORMED[variable]
    const message = `a certificate in the file that ${variable} names cannot be read: export it again as PEM`
    throw new CertificateError(code, message, { cause })
  }
}

/**
 * For `checkServerIdentity` of a TLS connection: who an upstream says it is, beyond what Node demands. A name must stand
 * in the subjectAltName (RFC 9525 section 6.3; Node would take the common name), and our own CA must not have signed it,
 * which counts where our CA is an intermediate below a root that is trusted.
 * @param host as it was connected to, without brackets
 * @returns the reason for a refusal; undefined if the certificate is right
 */
export function checkUpstreamIdentity(
  host: string,
  certificate: PeerCertificate,
  own: X509Certificate | readonly X509Certificate[] = [],
): Error | undefined {
  if (certificate.subjectaltname === undefined) {
    return new CertificateError('ERR_UPSTREAM_CERT_WITHOUT_SAN', `the certificate of ${host} has no subjectAltName`)
  }
  if ([own].flat().some(({ publicKey }) => isSignedBy(certificate, publicKey))) {
    return new CertificateError(
      'ERR_UPSTREAM_CERT_SIGNED_BY_WEIR',
      `the certificate of ${host} was signed by this proxy's own CA`,
    )
  }
  // Without its common name, so that Node cannot fall back to it where the subjectAltName only holds addresses.
  return checkServerIdentity(host, { ...certificate, subject: { ...certificate.subject, CN: '' } })
}

function isSignedBy({ raw }: PeerCertificate, key: KeyObject): boolean {
  const certificate = new X509Certificate(raw)
  return certificate.verify(key)
}
