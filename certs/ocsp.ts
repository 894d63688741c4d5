import { createHash, verify, X509Certificate } from 'node:crypto'
import { type CertificateFields, readCertificate } from './certificate-fields.ts'
import {
  bitsOf,
  constructed,
  contentsOf,
  DerError,
  type Element,
  inside,
  primitive,
  readElements,
  TAG,
  timeOf,
} from './der-reader.ts'

/** `none`: the response is missing, or proves nothing about this certificate now. */
export type RevocationStatus = 'good' | 'revoked' | 'none'

/** Object identifiers in DER, in hexadecimal. */
const BASIC_RESPONSE = '2b0601050507300101'
const HASHES = new Map([
  ['2b0e03021a', 'sha1'],
  ['608648016503040201', 'sha256'],
  ['608648016503040202', 'sha384'],
  ['608648016503040203', 'sha512'],
])
/** sha256 to sha512 with RSA (RFC 4055) and ECDSA (RFC 5758). A response signed with SHA-1 proves nothing. */
const SIGNATURES = new Map([
  ['2a864886f70d01010b', 'sha256'],
  ['2a864886f70d01010c', 'sha384'],
  ['2a864886f70d01010d', 'sha512'],
  ['2a8648ce3d040302', 'sha256'],
  ['2a8648ce3d040303', 'sha384'],
  ['2a8648ce3d040304', 'sha512'],
])
/** Extended key usage of a responder that the CA has delegated to (RFC 6960 section 4.2.2.2). */
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9'
/** Of clocks: ours and the responder's. */
const SKEW_MS = 5 * 60_000
/** Browsers believe a response without an end, or with a far one, for ten days at most. */
const OLDEST_MS = 10 * 24 * 60 * 60_000
/** A response is some kilobytes; one with a long chain is no better. */
const RESPONSE_MAX = 65_536

/**
 * What a stapled OCSP response (RFC 6960, RFC 6066 section 8) says about a certificate. It counts if the certificate's issuer, or a
 * responder that the issuer has certified, has signed it, it is about this certificate, and it is current.
 * @param response as the server sent it; any bytes
 */
export function stapledStatus(
  response: Buffer | undefined,
  certificate: X509Certificate,
  issuer: X509Certificate,
  now: Date,
): RevocationStatus {
  if (response === undefined || response.length === 0 || response.length > RESPONSE_MAX) return 'none'
  try {
    const leaf = readCertificate(certificate.raw)
    const authority = readCertificate(issuer.raw)
    const data = signedData(response, issuer, now)
    const [single] = inside(data).filter((one) => isAbout(inside(one)[0], leaf, authority))
    return single === undefined ? 'none' : statusOf(inside(single), now.getTime())
  } catch {
    // Bytes that are no DER, keys and signatures that OpenSSL does not take: whatever a server sends proves nothing then.
    return 'none'
  }
}

/** The list of responses, once its signature is known to be right. */
function signedData(response: Buffer, issuer: X509Certificate, now: Date): Element {
  const [outer] = readElements(response)
  const [status, wrapped] = inside(outer)
  const [bytes] = inside(wrapped, constructed(0))
  const [type, basicBytes] = inside(bytes)
  if (contentsOf(status, TAG.enumerated)[0] !== 0 || contentsOf(type, TAG.oid).toString('hex') !== BASIC_RESPONSE) {
    throw new DerError('not a successful basic response')
  }
  const [basic] = readElements(contentsOf(basicBytes, TAG.octets))
  const [data, algorithm, signature, certificates] = inside(basic)
  const hash = SIGNATURES.get(oidOf(algorithm))
  const signers = [issuer, ...delegates(certificates, issuer, now)]
  const isSigned =
    hash !== undefined && signers.some(({ publicKey }) => verify(hash, data?.whole ?? '', publicKey, bitsOf(signature)))
  // version [0], responderID [1] or [2], producedAt, responses.
  const responses = inside(data).find(({ tag }) => tag === TAG.sequence)
  if (!isSigned || responses === undefined) throw new DerError('not signed by whom it should be')
  return responses
}

function delegates(certificates: Element | undefined, issuer: X509Certificate, now: Date): X509Certificate[] {
  if (certificates === undefined) return []
  const [list] = inside(certificates, constructed(0))
  return inside(list)
    .slice(0, 4)
    .flatMap(({ whole }) => parse(whole))
    .filter(
      (one) =>
        one.keyUsage?.includes(OCSP_SIGNING) &&
        one.checkIssued(issuer) &&
        one.verify(issuer.publicKey) &&
        one.validFromDate <= now &&
        now <= one.validToDate,
    )
}

function parse(bytes: Buffer): X509Certificate[] {
  try {
    return [new X509Certificate(bytes)]
  } catch {
    return []
  }
}

/** RFC 6960 section 4.1.1: a CertID is a hash of the issuer's name, one of its key, and the serial number. */
function isAbout(id: Element | undefined, leaf: CertificateFields, issuer: CertificateFields): boolean {
  const [algorithm, name, key, serial] = inside(id)
  const hash = HASHES.get(oidOf(algorithm))
  if (hash === undefined) return false
  const digest = (bytes: Buffer) => createHash(hash).update(bytes).digest()
  return (
    digest(leaf.issuer).equals(contentsOf(name, TAG.octets)) &&
    digest(issuer.publicKey).equals(contentsOf(key, TAG.octets)) &&
    leaf.serial.equals(contentsOf(serial, TAG.integer))
  )
}

function statusOf([, status, thisUpdate, ...optional]: Element[], now: number): RevocationStatus {
  const since = timeOf(thisUpdate)
  const next = optional.find(({ tag }) => tag === constructed(0))
  const until = next === undefined ? Number.POSITIVE_INFINITY : timeOf(inside(next, constructed(0))[0])
  if (since > now + SKEW_MS || until < now - SKEW_MS || since < now - OLDEST_MS) return 'none'
  if (status?.tag === constructed(1)) return 'revoked'
  return status?.tag === primitive(0) ? 'good' : 'none'
}

function oidOf(algorithm: Element | undefined): string {
  return contentsOf(inside(algorithm)[0], TAG.oid).toString('hex')
}
