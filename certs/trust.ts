import { X509Certificate } from 'node:crypto'
import { checkServerIdentity, getCACertificates, type PeerCertificate } from 'node:tls'
import { CertificateError } from './errors.ts'

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

/**
 * The roots that upstreams are verified against, each in PEM: Node's, the system's, NODE_EXTRA_CA_CERTS, and those of
 * WEIR_UPSTREAM_CA, without our own CA. On a machine whose store trusts our CA, a man in the middle who got hold of a
 * leaf, or another proxy with this CA, would be taken for the upstream otherwise.
 * @param extraPem any number of PEM certificates
 * @param own the interception CA, also recognised in another certificate over the same key
 * @throws CertificateError (ERR_UPSTREAM_CA_MALFORMED)
 */
export function upstreamRoots(extraPem: string | undefined, own: X509Certificate): string[] {
  const roots = new Set([
    ...getCACertificates('bundled'),
    ...getCACertificates('system'),
    ...getCACertificates('extra'),
    ...(extraPem?.match(PEM_CERTIFICATE) ?? []),
  ])
  const ownKey = own.publicKey
  return [...roots].filter((pem) => !parseRoot(pem).publicKey.equals(ownKey))
}

/** The first three stores hold what Node could read, so a failure is the operator's file. */
function parseRoot(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch (cause) {
    const message = 'a certificate in the file that WEIR_UPSTREAM_CA names cannot be read: export it again as PEM'
    throw new CertificateError('ERR_UPSTREAM_CA_MALFORMED', message, { cause })
  }
}

/**
 * For `checkServerIdentity` of a TLS connection: who an upstream says it is, beyond what Node demands. A name must stand
 * in the subjectAltName (RFC 9525 section 6.3; Node would take the common name), and our own CA must not have signed it,
 * which counts where our CA is an intermediate below a root that is trusted.
 * @param host as it was connected to, without brackets
 * @returns the reason for a refusal; undefined where the certificate is right
 */
export function checkUpstreamIdentity(
  host: string,
  certificate: PeerCertificate,
  own?: X509Certificate,
): Error | undefined {
  if (certificate.subjectaltname === undefined) {
    return new CertificateError('ERR_UPSTREAM_CERT_WITHOUT_SAN', `the certificate of ${host} has no subjectAltName`)
  }
  if (own !== undefined && new X509Certificate(certificate.raw).verify(own.publicKey)) {
    return new CertificateError(
      'ERR_UPSTREAM_CERT_SIGNED_BY_WEIR',
      `the certificate of ${host} was signed by this proxy's own CA`,
    )
  }
  // Without its common name, so that Node cannot fall back to it where the subjectAltName only holds addresses.
  return checkServerIdentity(host, { ...certificate, subject: { ...certificate.subject, CN: '' } })
}
