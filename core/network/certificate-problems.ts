const CERTIFICATE_PROBLEMS: Readonly<Record<string, string>> = {
  CA_SIGNATURE_DIGEST_TOO_WEAK: 'its chain is signed with a hash that is too weak',
  CERT_CHAIN_TOO_LONG: 'its chain is too long',
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  CERT_REJECTED: 'it was rejected',
  CERT_REVOKED: 'it was revoked',
  CERT_SIGNATURE_FAILURE: 'its signature is wrong',
  CERT_UNTRUSTED: 'it is not trusted',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
  EE_CERT_KEY_TOO_SMALL: 'its key is too small',
  ERR_UPSTREAM_CERT_SIGNED_BY_WEIR: 'this proxy’s own CA signed it',
  ERR_UPSTREAM_CERT_WITHOUT_SAN: 'it names no host in its subjectAltName',
  ERR_TLS_CERT_ALTNAME_FORMAT: 'its names are malformed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it was made for another name',
  HOSTNAME_MISMATCH: 'it was made for another name',
  INVALID_CA: 'its chain holds a certificate that is no authority',
  INVALID_PURPOSE: 'it was not made for servers',
  PATH_LENGTH_EXCEEDED: 'its chain is too long',
  PERMITTED_VIOLATION: 'its issuer may not sign for this name',
  SELF_SIGNED_CERT_IN_CHAIN: 'its chain ends in a root that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'its issuer is not known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its issuer is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its issuer is not trusted',
  UNHANDLED_CRITICAL_EXTENSION: 'it has a critical extension that is not understood',
  UNSPECIFIED: 'it did not pass verification',
}

/**
 * What a verification code of OpenSSL, as Node names them, or of certs/trust.ts means to a person: "the certificate was
 * refused: it has expired". Undefined if the code says nothing about a certificate.
 */
export function certificateProblem(code: string): string | undefined {
  return CERTIFICATE_PROBLEMS[code]
}
