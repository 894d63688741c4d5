import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls'
import { checkUpstreamIdentity } from '../../certs/trust.ts'
import { errorCode, UpstreamError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { Dial, Target } from './dial.ts'

/** Sessions to resume, one a target: a resumed handshake costs a third. */
const MAX_SESSIONS = 500

/** Whom upstreams are verified against. */
export interface UpstreamTrust {
  /** Holds the system's roots and WEIR_UPSTREAM_CA, without our own CA. */
  readonly secureContext: SecureContext
  /** Our own CA: what it signed is no upstream. */
  readonly ownCa: X509Certificate
}

/** Opens a TLS connection to a target and verifies who answers. Rejects with DestinationError or UpstreamError. */
export type DialTls = (target: Target) => Promise<TLSSocket>

export function createDialTls(dial: Dial, trust: UpstreamTrust): DialTls {
  const sessions = new Map<string, Buffer>()
  return async (target) => {
    const { host } = target
    const key = `${host}:${target.port}`
    const socket = await dial(target)
    const session = sessions.get(key)
    const tls = connectTls({
      socket,
      secureContext: trust.secureContext,
      // Stated, so that no environment variable (NODE_TLS_REJECT_UNAUTHORIZED) can switch verification off.
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
      checkServerIdentity: (_name, certificate) => checkUpstreamIdentity(host, certificate, trust.ownCa),
      ...(isIP(host) === 0 && { servername: host }),
      ...(session !== undefined && { session }),
    })
    tls.on('session', (fresh) => {
      if (!sessions.has(key) && sessions.size >= MAX_SESSIONS) sessions.delete(sessions.keys().next().value ?? '')
      sessions.set(key, fresh)
    })
    await handshake(tls, host)
    return tls
  }
}

function handshake(tls: TLSSocket, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => tls.destroy(new UpstreamError('timeout', `${host} did not finish the TLS handshake in time`)),
      limits.upstreamHandshakeTimeout,
    )
    const onError = (error: Error) => {
      clearTimeout(timer)
      reject(toHandshakeError(host, error))
    }
    tls.once('error', onError)
    tls.once('secureConnect', () => {
      clearTimeout(timer)
      tls.off('error', onError)
      resolve()
    })
  })
}

/** What OpenSSL's verification codes, as Node names them, mean to a person. */
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

function toHandshakeError(host: string, error: Error): Error {
  if (error instanceof UpstreamError) return error
  const code = errorCode(error) ?? 'unknown'
  const problem = CERTIFICATE_PROBLEMS[code]
  if (problem !== undefined) {
    return new UpstreamError('certificate', `the certificate of ${host} was refused: ${problem} (${code})`, {
      cause: error,
    })
  }
  return new UpstreamError('tls', `the TLS handshake with ${host} failed (${code})`, { cause: error })
}
