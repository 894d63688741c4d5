import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls'
import { checkUpstreamIdentity } from '../../certs/trust.ts'
import type { Target } from '../http/target.ts'
import type { Dial } from './dial.ts'
import { finishHandshake } from './handshake.ts'

/** Sessions to resume, one a target: a resumed handshake costs a third. */
const MAX_SESSIONS = 500

/** Whom upstreams are verified against. */
export interface UpstreamTrust {
  /** Holds the system's roots and WEIR_UPSTREAM_CA, without our own CA. */
  readonly secureContext: SecureContext
  /** Our own CA: a server with a certificate that it signed is not an upstream. */
  readonly ownCa: X509Certificate
}

/**
 * Opens a TLS connection to a target and verifies who answers. Rejects with DestinationError or UpstreamError.
 * @param protocols offered in ALPN; HTTP/1.1 alone if not given
 */
export type DialTls = (target: Target, client?: string, protocols?: string[]) => Promise<TLSSocket>

export function createDialTls(dial: Dial, trust: UpstreamTrust, handshakeMs: number): DialTls {
  const sessions = new Map<string, Buffer>()
  return async (target, client, protocols = ['http/1.1']) => {
    const { host } = target
    const key = `${host}:${target.port}`
    const socket = await dial(target, client)
    const session = sessions.get(key)
    const tls = connectTls({
      socket,
      secureContext: trust.secureContext,
      // Stated, so that no environment variable (NODE_TLS_REJECT_UNAUTHORIZED) can switch verification off.
      rejectUnauthorized: true,
      ALPNProtocols: protocols,
      checkServerIdentity: (_name, certificate) => checkUpstreamIdentity(host, certificate, trust.ownCa),
      ...(isIP(host) === 0 && { servername: host }),
      ...(session !== undefined && { session }),
    })
    tls.on('session', (fresh) => {
      if (!sessions.has(key) && sessions.size >= MAX_SESSIONS) sessions.delete(sessions.keys().next().value ?? '')
      sessions.set(key, fresh)
    })
    await finishHandshake(tls, host, handshakeMs)
    return tls
  }
}
