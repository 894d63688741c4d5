import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls'
import { checkUpstreamIdentity } from '../../certs/trust.ts'
import { checkUpstreamCertificate } from '../../certs/upstream-certificate.ts'
import type { CertificateException } from '../../config/parsers.ts'
import type { Introduction } from '../http/connection.ts'
import type { Target } from '../http/target.ts'
import type { Dial } from './dial.ts'
import { finishHandshake } from './handshake.ts'

/** Sessions to resume, one a target: a resumed handshake costs a third. */
const MAX_SESSIONS = 500
/** A resumed session is not verified again, so none is older than this, or than its certificate. */
const SESSION_MS = 3_600_000

/** Whom upstreams are verified against. */
export interface UpstreamTrust {
  /** Holds the roots that count, without our own CA, and what is offered (certs/upstream-tls.ts). */
  readonly secureContext: SecureContext
  /** Our own CAs: a server with a certificate that one of them signed is not an upstream. */
  readonly ownCas: readonly X509Certificate[]
  /** Whether servers are asked for the revocation status of their certificate. */
  readonly asksForStaple: boolean
  /** Certificates that are accepted from a host whatever is wrong with them. */
  readonly exceptions: readonly CertificateException[]
  /** Told of each handshake that only an exception has let pass. */
  readonly onException: () => void
  readonly now: () => Date
}

/**
 * Opens a TLS connection to a target and verifies who answers. Rejects with DestinationError or UpstreamError.
 * @param protocols offered in ALPN; HTTP/1.1 alone if not given
 */
export type DialTls = (
  target: Target,
  client?: string,
  protocols?: string[],
  introduction?: Introduction,
) => Promise<TLSSocket>

export function createDialTls(dial: Dial, trust: UpstreamTrust, handshakeMs: number): DialTls {
  const sessions = new Sessions(trust.now)
  return async (target, client, protocols = ['http/1.1'], introduction) => {
    const { host } = target
    const key = `${host}:${target.port}`
    const socket = await dial(target, client, introduction)
    const exceptions = trust.exceptions.filter((exception) => exception.host === host)
    const session = exceptions.length === 0 ? sessions.get(key) : undefined
    let staple: Buffer | undefined
    let identity: Error | undefined
    const tls = connectTls({
      socket,
      secureContext: trust.secureContext,
      // Stated, so that no environment variable (NODE_TLS_REJECT_UNAUTHORIZED) can switch verification off. With an exception
      // the handshake goes on, and `check` refuses whatever the exception does not name.
      rejectUnauthorized: exceptions.length === 0,
      ALPNProtocols: protocols,
      requestOCSP: trust.asksForStaple,
      checkServerIdentity: (_name, certificate) => {
        identity = checkUpstreamIdentity(host, certificate, trust.ownCas)
        return identity
      },
      ...(isIP(host) === 0 && { servername: host }),
      ...(session !== undefined && { session }),
    })
    // Node gives null where none came, though its types say otherwise.
    tls.on('OCSPResponse', (response: Buffer | null) => {
      staple = response ?? undefined
    })
    const check = () => {
      if (tls.isSessionReused()) return undefined
      const refusal = tls.authorized
        ? checkUpstreamCertificate({
            host,
            certificate: tls.getPeerCertificate(true),
            staple: trust.asksForStaple ? staple : 'unasked',
            now: trust.now(),
          })
        : (identity ?? unauthorized(tls))
      if (refusal === undefined) return undefined
      const { fingerprint256 } = tls.getPeerCertificate()
      if (!exceptions.some((exception) => exception.fingerprint256 === fingerprint256)) return refusal
      trust.onException()
      return undefined
    }
    if (exceptions.length === 0) tls.on('session', (fresh) => sessions.keep(key, fresh, tls))
    await finishHandshake(tls, host, handshakeMs, check)
    return tls
  }
}

/** With an exception Node goes on, and gives the code of what it would have refused. */
function unauthorized(tls: TLSSocket): Error {
  const code = String(tls.authorizationError ?? 'UNSPECIFIED')
  return Object.assign(new Error(code), { code })
}

class Sessions {
  readonly #now: () => Date
  readonly #kept = new Map<string, { readonly session: Buffer; readonly until: number }>()

  constructor(now: () => Date) {
    this.#now = now
  }

  get(key: string): Buffer | undefined {
    const kept = this.#kept.get(key)
    if (kept === undefined || this.#now().getTime() < kept.until) return kept?.session
    this.#kept.delete(key)
    return undefined
  }

  /** A session that came of a resumed one ends when that one would have: nobody was verified since. */
  keep(key: string, session: Buffer, tls: TLSSocket): void {
    const before = this.#kept.get(key)
    const now = this.#now().getTime()
    const until = tls.isSessionReused()
      ? (before?.until ?? now)
      : Math.min(now + SESSION_MS, Date.parse(tls.getPeerCertificate().valid_to))
    if (before === undefined && this.#kept.size >= MAX_SESSIONS) this.#kept.delete(this.#kept.keys().next().value ?? '')
    this.#kept.set(key, { session, until })
  }
}
