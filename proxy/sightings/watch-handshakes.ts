import { UpstreamTlsError } from '../errors.ts'
import type { DialTls } from '../upstream/dial-tls.ts'

export interface FailedHandshake {
  readonly host: string
  readonly failure: 'certificate' | 'tls'
  /** The code of OpenSSL or Node, such as CERT_HAS_EXPIRED; undefined if there is none. */
  readonly reason: string | undefined
}

/** Dials as before, and reports each service whose TLS was refused: once for each connection, not for each waiting request. */
export function watchHandshakes(dialTls: DialTls, onFailure: (failed: FailedHandshake) => void): DialTls {
  return async (target, ...rest) => {
    try {
      return await dialTls(target, ...rest)
    } catch (error) {
      if (error instanceof UpstreamTlsError) {
        const failure = error.failure === 'certificate' ? 'certificate' : 'tls'
        onFailure({ host: target.host, failure, reason: error.reason })
      }
      throw error
    }
  }
}
