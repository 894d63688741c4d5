import type { KeyObject } from 'node:crypto'
import type { Authority } from './authority.ts'
import { CertificateError } from './errors.ts'
import { type AlternativeName, extensions } from './x509.ts'

const DAY = 86_400_000
/** Browsers cap leaves at 47 days from 2029 on; nothing gains from a longer one. */
const LEAF_VALIDITY = 30 * DAY
/** For clients whose clock is behind. */
const LEAF_BACKDATING = DAY
/** RFC 5280 appendix A: ub-common-name is 64; 63 is the longest DNS label, and the limit other issuers keep. */
const MAX_COMMON_NAME = 63

export interface Leaf {
  /** The leaf and the intermediates that go with it, in PEM. */
  readonly chainPem: string
  readonly notBefore: Date
  readonly notAfter: Date
}

/**
 * Issues a TLS server certificate for `names`, of which the first is the common name where it fits.
 * @throws CertificateError (ERR_CA_EXPIRED) if the CA has ended while the process ran
 */
export function issueLeaf(
  authority: Authority,
  names: readonly [AlternativeName, ...AlternativeName[]],
  publicKey: KeyObject,
  now: Date,
): Leaf {
  if (now >= authority.notAfter) {
    throw new CertificateError('ERR_CA_EXPIRED', `the CA ended on ${authority.notAfter.toISOString()}`)
  }
  const notBefore = new Date(Math.max(now.getTime() - LEAF_BACKDATING, authority.notBefore.getTime()))
  const notAfter = new Date(Math.min(now.getTime() + LEAF_VALIDITY, authority.notAfter.getTime()))
  const commonName = names[0].name.length <= MAX_COMMON_NAME ? names[0].name : undefined
  const pem = authority.sign({
    commonName,
    publicKey,
    notBefore,
    notAfter,
    // No subjectKeyIdentifier: Windows refuses a leaf whose identifier it takes for the CA's, and nobody needs it.
    extensions: [
      extensions.notCertificateAuthority(),
      extensions.signsHandshakes(),
      extensions.serverAuthentication(),
      ...(authority.keyIdentifier === undefined ? [] : [extensions.authorityKeyIdentifier(authority.keyIdentifier)]),
      extensions.subjectAltName(names, commonName === undefined),
    ],
  })
  return { chainPem: pem + authority.chainPem, notBefore, notAfter }
}
