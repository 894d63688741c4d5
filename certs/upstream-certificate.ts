import { X509Certificate } from 'node:crypto'
import { type DetailedPeerCertificate, getCACertificates } from 'node:tls'
import { type CertificateFields, readCertificate } from './certificate-fields.ts'
import { DerError } from './der-reader.ts'
import { isCompromised } from './distrusted.ts'
import { CertificateError } from './errors.ts'
import { stapledStatus } from './ocsp.ts'

const DAY = 86_400_000
/** More are no chain that OpenSSL would have built. */
const CHAIN_MAX = 20

/**
 * For how long public authorities may issue (CA/Browser Forum, Baseline Requirements section 6.3.2), by when the certificate begins. The
 * day more is for what is counted inclusively. Browsers refuse what is longer, unless the root was added by hand.
 */
const LIFETIMES = [
  { since: Date.UTC(2029, 2, 15), days: 47 },
  { since: Date.UTC(2027, 2, 15), days: 100 },
  { since: Date.UTC(2026, 2, 15), days: 200 },
  { since: Date.UTC(2020, 8, 1), days: 398 },
] as const

interface Checked {
  readonly host: string
  /** As the handshake has left it, with its issuers. */
  readonly certificate: DetailedPeerCertificate
  /** The stapled OCSP response; `unasked` where none was asked for. */
  readonly staple: Buffer | undefined | 'unasked'
  readonly now: Date
  readonly isPublicRoot?: (fingerprint256: string) => boolean
}

/**
 * What browsers demand of a server's certificate besides what OpenSSL and certs/trust.ts do: that its key is for TLS, that none of
 * its authorities is known to be compromised, that a public one did not issue it for too long, and that it is not revoked.
 * @returns the reason for a refusal; undefined if there is none
 */
export function checkUpstreamCertificate(checked: Checked): CertificateError | undefined {
  const { host, certificate, staple, now, isPublicRoot = isBundled } = checked
  const chain = chainOf(certificate)
  const fields = fieldsOf(certificate.raw)
  if (fields === undefined || !fields.maySignHandshakes) {
    return refusal('ERR_UPSTREAM_CERT_KEY_USAGE', host, 'is not for signing handshakes')
  }
  if (chain.some(({ fingerprint }) => isCompromised(fingerprint))) {
    return refusal('ERR_UPSTREAM_CERT_DISTRUSTED', host, 'comes from an authority whose key is public')
  }
  if (isPublicRoot(chain.at(-1)?.fingerprint256 ?? '') && livesTooLong(certificate)) {
    return refusal('ERR_UPSTREAM_CERT_TOO_LONG_LIVED', host, 'is valid for longer than a public authority may issue')
  }
  if (staple === 'unasked') return undefined
  const issuer = chain[1] ?? certificate
  const status = stapledStatus(staple, new X509Certificate(certificate.raw), new X509Certificate(issuer.raw), now)
  if (status === 'revoked') return refusal('ERR_UPSTREAM_CERT_REVOKED', host, 'was revoked')
  if (status === 'none' && fields.mustStaple) {
    return refusal('ERR_UPSTREAM_CERT_WITHOUT_STATUS', host, 'must come with a revocation status')
  }
  return undefined
}

function chainOf(leaf: DetailedPeerCertificate): DetailedPeerCertificate[] {
  const chain: DetailedPeerCertificate[] = []
  let next: DetailedPeerCertificate | undefined = leaf
  while (next !== undefined && !chain.includes(next) && chain.length < CHAIN_MAX) {
    chain.push(next)
    next = next.issuerCertificate as DetailedPeerCertificate | undefined
  }
  return chain
}

function livesTooLong({ valid_from, valid_to }: DetailedPeerCertificate): boolean {
  const from = Date.parse(valid_from)
  const allowed = LIFETIMES.find(({ since }) => from >= since)
  return allowed !== undefined && Date.parse(valid_to) - from > (allowed.days + 1) * DAY
}

let bundled: ReadonlySet<string> | undefined

/** Whether a root is one of Node's own, which are Mozilla's. */
function isBundled(fingerprint256: string): boolean {
  bundled ??= new Set(getCACertificates('bundled').map((pem) => new X509Certificate(pem).fingerprint256))
  return bundled.has(fingerprint256)
}

function fieldsOf(raw: Buffer): CertificateFields | undefined {
  try {
    return readCertificate(raw)
  } catch (error) {
    if (error instanceof DerError) return undefined
    throw error
  }
}

function refusal(code: ConstructorParameters<typeof CertificateError>[0], host: string, what: string) {
  return new CertificateError(code, `the certificate of ${host} ${what}`)
}
