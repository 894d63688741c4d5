import { WeirError } from '../core/errors.ts'

/** What can be wrong with a certificate, a key, or a name for which a certificate is requested. A closed set. */
export type CertificateErrorCode =
  | 'ERR_CA_INCOMPLETE'
  | 'ERR_CA_UNREADABLE'
  | 'ERR_CA_MALFORMED'
  | 'ERR_CA_MISMATCH'
  | 'ERR_CA_UNSUITABLE'
  | 'ERR_CA_EXPIRED'
  | 'ERR_CA_NOT_YET_VALID'
  | 'ERR_CA_PERMISSIONS'
  | 'ERR_CA_PASSPHRASE'
  | 'ERR_CA_NO_NEXT'
  | 'ERR_CA_NEXT_IS_THERE'
  | 'ERR_CA_STORAGE'
  | 'ERR_HOST_NAME'
  | 'ERR_UPSTREAM_CA_MALFORMED'
  | 'ERR_WEBHOOK_CA_MALFORMED'
  | 'ERR_OIDC_CA_MALFORMED'
  | 'ERR_UPSTREAM_CERT_WITHOUT_SAN'
  | 'ERR_UPSTREAM_CERT_SIGNED_BY_WEIR'
  | 'ERR_UPSTREAM_CERT_DISTRUSTED'
  | 'ERR_UPSTREAM_CERT_KEY_USAGE'
  | 'ERR_UPSTREAM_CERT_TOO_LONG_LIVED'
  | 'ERR_UPSTREAM_CERT_REVOKED'
  | 'ERR_UPSTREAM_CERT_WITHOUT_STATUS'

/** Says which file or name is wrong and what to do about it; never carries a key or a part of one. */
export class CertificateError extends WeirError {
  declare readonly code: CertificateErrorCode

  constructor(code: CertificateErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options)
  }
}
