/** Why the TLS of a server was refused. A closed set, used as a label of metrics. */
export type TlsCause =
  | 'expired'
  | 'not_yet_valid'
  | 'wrong_host'
  | 'no_san'
  | 'self_signed'
  | 'unknown_issuer'
  | 'own_ca'
  | 'distrusted'
  | 'revoked'
  | 'no_revocation_status'
  | 'weak_key'
  | 'weak_signature'
  | 'bad_signature'
  | 'wrong_usage'
  | 'bad_chain'
  | 'name_constraints'
  | 'too_long_lived'
  | 'protocol_version'
  | 'weak_cipher'
  | 'other'

type Problem = readonly [cause: TlsCause, sentence: string]

const CERTIFICATE_PROBLEMS: Readonly<Record<string, Problem>> = {
  CA_CERT_KEY_TOO_SMALL: ['weak_key', 'its chain has a key that is too small'],
  CA_SIGNATURE_DIGEST_TOO_WEAK: ['weak_signature', 'its chain is signed with a hash that is too weak'],
  CERT_CHAIN_TOO_LONG: ['bad_chain', 'its chain is too long'],
  CERT_HAS_EXPIRED: ['expired', 'it has expired'],
  CERT_NOT_YET_VALID: ['not_yet_valid', 'it is not valid yet'],
  CERT_REJECTED: ['distrusted', 'it was rejected'],
  CERT_REVOKED: ['revoked', 'it was revoked'],
  CERT_SIGNATURE_FAILURE: ['bad_signature', 'its signature is wrong'],
  CERT_UNTRUSTED: ['distrusted', 'it is not trusted'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['self_signed', 'it is self-signed'],
  EE_CERT_KEY_TOO_SMALL: ['weak_key', 'its key is too small'],
  ERR_UPSTREAM_CERT_DISTRUSTED: ['distrusted', 'its chain has an authority that is known to be compromised'],
  ERR_UPSTREAM_CERT_KEY_USAGE: ['wrong_usage', 'its key was not made for TLS'],
  ERR_UPSTREAM_CERT_REVOKED: ['revoked', 'it was revoked'],
  ERR_UPSTREAM_CERT_SIGNED_BY_WEIR: ['own_ca', 'this proxy’s own CA signed it'],
  ERR_UPSTREAM_CERT_TOO_LONG_LIVED: ['too_long_lived', 'it is valid for longer than browsers accept'],
  ERR_UPSTREAM_CERT_WITHOUT_SAN: ['no_san', 'it names no host in its subjectAltName'],
  ERR_UPSTREAM_CERT_WITHOUT_STATUS: [
    'no_revocation_status',
    'it must come with a revocation status, and came with none that is valid',
  ],
  ERR_TLS_CERT_ALTNAME_FORMAT: ['wrong_host', 'its names are malformed'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['wrong_host', 'it was made for another name'],
  EXCLUDED_VIOLATION: ['name_constraints', 'its issuer may not sign for this name'],
  HOSTNAME_MISMATCH: ['wrong_host', 'it was made for another name'],
  INVALID_CA: ['bad_chain', 'its chain holds a certificate that is no authority'],
  INVALID_PURPOSE: ['wrong_usage', 'it was not made for servers'],
  KEYUSAGE_NO_CERTSIGN: ['bad_chain', 'its chain holds a certificate that may not sign others'],
  NAME_CONSTRAINTS_UNREADABLE: ['name_constraints', 'the names that its issuer may sign for cannot be understood'],
  PATH_LENGTH_EXCEEDED: ['bad_chain', 'its chain is too long'],
  PERMITTED_VIOLATION: ['name_constraints', 'its issuer may not sign for this name'],
  SELF_SIGNED_CERT_IN_CHAIN: ['unknown_issuer', 'its chain ends in a root that is not trusted'],
  UNABLE_TO_GET_ISSUER_CERT: ['unknown_issuer', 'its issuer is not known'],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['unknown_issuer', 'its issuer is not trusted'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['unknown_issuer', 'its issuer is not trusted'],
  UNHANDLED_CRITICAL_EXTENSION: ['bad_chain', 'it has a critical extension that is not understood'],
  UNSPECIFIED: ['other', 'it did not pass verification'],
}

/** Node has no code of its own for these, and gives OpenSSL's sentence alone (X509_verify_cert_error_string). */
const UNSPECIFIED_SENTENCES: readonly (readonly [sentence: string, code: string])[] = [
  ['EE certificate key too weak', 'EE_CERT_KEY_TOO_SMALL'],
  ['CA certificate key too weak', 'CA_CERT_KEY_TOO_SMALL'],
  ['CA signature digest algorithm too weak', 'CA_SIGNATURE_DIGEST_TOO_WEAK'],
  ['key usage does not include certificate signing', 'KEYUSAGE_NO_CERTSIGN'],
  ['permitted subtree violation', 'PERMITTED_VIOLATION'],
  ['excluded subtree violation', 'EXCLUDED_VIOLATION'],
  ['name constraint', 'NAME_CONSTRAINTS_UNREADABLE'],
  ['unhandled critical extension', 'UNHANDLED_CRITICAL_EXTENSION'],
]

/** What the codes of a handshake that failed for other reasons than the certificate say, and a sentence's end for a person. */
const HANDSHAKE_PROBLEMS: readonly (readonly [code: RegExp, ...Problem])[] = [
  [
    /UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|VERSION_TOO_LOW|WRONG_VERSION_NUMBER/,
    'protocol_version',
    'it offers no TLS 1.2 or newer',
  ],
  [
    /HANDSHAKE_FAILURE|INSUFFICIENT_SECURITY|NO_SHARED_CIPHER|WRONG_CIPHER|NO_CIPHERS|UNKNOWN_CIPHER/,
    'weak_cipher',
    'it offers no cipher, group or signature that browsers accept',
  ],
  [/DH_KEY_TOO_SMALL|DH_PARAM_SIZE|KEY_TOO_SMALL|BAD_DH/, 'weak_key', 'the key of its handshake is too small'],
  [/SIGNATURE_TYPE|SIGNATURE_ALGORITHM|MD_TOO_WEAK/, 'weak_signature', 'its handshake is signed too weakly'],
]

/** The code of a verification, where Node gives `UNSPECIFIED` and a sentence. */
export function verificationCode(code: string, message: string): string {
  if (code !== 'UNSPECIFIED') return code
  return UNSPECIFIED_SENTENCES.find(([sentence]) => message.includes(sentence))?.[1] ?? code
}

/**
 * What a verification code of OpenSSL, as Node names them, or of certs/trust.ts means to a person: "the certificate was
 * refused: it has expired". Undefined if the code says nothing about a certificate.
 */
export function certificateProblem(code: string): string | undefined {
  return CERTIFICATE_PROBLEMS[code]?.[1]
}

/** The same for a handshake that failed before or beside the certificate: "the handshake failed: it offers no TLS 1.2". */
export function handshakeProblem(code: string): string | undefined {
  return HANDSHAKE_PROBLEMS.find(([pattern]) => pattern.test(code))?.[2]
}

export function tlsCause(code: string): TlsCause {
  const problem = CERTIFICATE_PROBLEMS[code]
  if (problem !== undefined) return problem[0]
  return HANDSHAKE_PROBLEMS.find(([pattern]) => pattern.test(code))?.[1] ?? 'other'
}
