import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { LeafContexts } from '../../certs/contexts.ts'
import { isEchFront } from '../../core/catalogue/ech-fronts.ts'
import { errorCode, RequestError } from '../errors.ts'
import type { Client, InterceptedConnection } from '../http/connection.ts'
import type { Target } from '../http/target.ts'
import { readClientHello } from '../passthrough/client-hello.ts'

export type { Client, InterceptedConnection } from '../http/connection.ts'

const TLS_HANDSHAKE = 22

type HandshakeFailure = 'rejected' | 'timeout' | 'closed' | 'protocol'
type Whose = Pick<InterceptedConnection, 'client' | 'target'>
type OnHandshakeFailure = (reason: HandshakeFailure, connection: Whose) => void

/** How a client has refused our certificate: the alert it sent (RFC 8446 section 6.2), or `closed` where it hung up on it. */
export type Refusal =
  | 'unknown_ca'
  | 'bad_certificate'
  | 'certificate_unknown'
  | 'unsupported_certificate'
  | 'certificate_expired'
  | 'certificate_revoked'
  | 'access_denied'
  | 'closed'

/** Told how clients take the certificates that they are shown. */
export interface CertificateWatch {
  refused(refusal: Refusal, connection: Whose): void
  /** It has sent something after the handshake. */
  accepted(connection: Whose): void
}

/** Programs that verify after the handshake (Node's) hang up then, at once and without an alert. */
const SECOND_THOUGHTS_MS = 2000

/** What speaks a version of HTTP on a connection that is decrypted, or was never encrypted. */
export interface InnerServer {
  accept(socket: Socket, connection: InterceptedConnection): void
}

export interface InterceptorOptions {
  readonly contexts: LeafContexts
  /** Speaks HTTP/1.1. */
  readonly inner: InnerServer
  /** Speaks HTTP/2, which is offered to clients where it is there. */
  readonly innerH2?: InnerServer | undefined
  /** How long a client may take to begin its handshake, and again to finish it. */
  readonly handshakeMs: number
  readonly onHandshakeFailure: OnHandshakeFailure
  readonly watch?: CertificateWatch
}

/** Ends the client's TLS with a leaf for the target and hands the plain connection to what speaks HTTP on it. */
export class Interceptor {
  readonly #contexts: LeafContexts
  readonly #inner: InnerServer
  readonly #innerH2: InnerServer | undefined
  readonly #handshakeMs: number
  readonly #onHandshakeFailure: OnHandshakeFailure
  readonly #watch: CertificateWatch | undefined

  constructor(options: InterceptorOptions) {
    this.#contexts = options.contexts
    this.#inner = options.inner
    this.#innerH2 = options.innerH2
    this.#handshakeMs = options.handshakeMs
    this.#onHandshakeFailure = options.onHandshakeFailure
    this.#watch = options.watch
  }

  /**
   * Makes the leaf for a CONNECT target before the CONNECT is answered: the host is whatever a client wrote that fits a pattern.
   * @throws RequestError (400) if no certificate can name it
   */
  prepare(host: string): void {
    try {
      this.#contexts.contextFor(host)
    } catch (error) {
      if (errorCode(error) !== 'ERR_HOST_NAME') throw error
      throw new RequestError(400, 'no certificate can name this host')
    }
  }

  /**
   * Takes a client's socket after its CONNECT was answered; `head` is what it sent right behind it.
   * @param onSettled called when the handshake is over: done, not wanted, or failed
   */
  accept(socket: Socket, head: Buffer, target: Target, client: Client, onSettled: () => void = () => {}): void {
    socket.once('close', onSettled)
    if (head.length > 0) {
      socket.unshift(head)
      this.#begin(socket, head, target, client, onSettled)
      return
    }
    const timer = setTimeout(() => socket.destroy(), this.#handshakeMs)
    // A client that ends its side already will not begin anything either.
    const onGone = () => socket.destroy()
    socket.once('error', onGone).once('end', onGone)
    socket.once('close', () => clearTimeout(timer))
    socket.once('data', (first: Buffer) => {
      clearTimeout(timer)
      socket.off('error', onGone).off('end', onGone)
      socket.pause()
      socket.unshift(first)
      this.#begin(socket, first, target, client, onSettled)
    })
  }

  #begin(socket: Socket, first: Buffer, target: Target, client: Client, onSettled: () => void): void {
    if (first[0] === TLS_HANDSHAKE) {
      this.#acceptTls(socket, first, target, client, onSettled)
      return
    }
    onSettled()
    this.#inner.accept(socket, { client, target, scheme: 'http', otherName: undefined })
  }

  /** Behind the handshake: a client may still think better of it, or take our certificate. */
  #watchFirstBytes(tls: TLSSocket, connection: Whose): void {
    if (this.#watch === undefined) return
    const since = performance.now()
    tls.once('close', () => {
      // What was inside the encryption: a closing alert is not.
      if (tls.bytesRead > 0) this.#watch?.accepted(connection)
      else if (performance.now() - since < SECOND_THOUGHTS_MS) this.#watch?.refused('closed', connection)
    })
  }

  #acceptTls(socket: Socket, first: Buffer, target: Target, client: Client, onSettled: () => void): void {
    const tls = new TLSSocket(socket, {
      isServer: true,
      secureContext: this.#contexts.contextFor(frontOf(first) ?? target.host),
      ALPNProtocols: this.#innerH2 === undefined ? ['http/1.1'] : ['h2', 'http/1.1'],
    })
    let established = false
    const sent = socket.bytesWritten
    const failed = (reason: HandshakeFailure, refusal?: Refusal) => {
      this.#onHandshakeFailure(reason, { client, target })
      // Who hangs up before our certificate was sent has not refused it.
      if (refusal !== undefined && socket.bytesWritten > sent) this.#watch?.refused(refusal, { client, target })
    }
    const timer = setTimeout(() => {
      failed('timeout')
      tls.destroy()
    }, this.#handshakeMs)
    const onError = (error: Error) => {
      if (!established) {
        const reason = handshakeFailure(error)
        failed(reason, refusalOf(reason, error))
      }
      tls.destroy()
    }
    tls.on('error', onError)
    tls.once('end', () => {
      if (established) return
      failed('closed', 'closed')
      tls.destroy()
    })
    // TLSSocket in server mode does not report a client that vanishes in the middle of its hello.
    socket.once('close', () => {
      clearTimeout(timer)
      tls.destroy()
    })
    tls.once('secure', () => {
      established = true
      clearTimeout(timer)
      onSettled()
      this.#watchFirstBytes(tls, { client, target })
      const name = serverName(tls)
      // Node's own tls.Server says so of its sockets; http2 would wait for it.
      Object.assign(tls, { secureConnecting: false })
      const inner = tls.alpnProtocol === 'h2' ? this.#innerH2 : this.#inner
      inner?.accept(tls, {
        client,
        target,
        scheme: 'https',
        otherName: name !== undefined && name !== target.host ? name : undefined,
      })
    })
  }
}

/**
 * The public name of a hello with an encrypted one. A server that cannot decrypt it shows a certificate for the public name, and the
 * client connects again without encryption (RFC 9849 section 6.1.6); one for any other name it takes for an attack.
 */
function frontOf(first: Buffer): string | undefined {
  const hello = readClientHello(first)
  if (hello.kind !== 'tls' || hello.hasEch !== true || hello.name === undefined) return undefined
  return isEchFront(hello.name) ? hello.name : undefined
}

function refusalOf(reason: HandshakeFailure, error: Error): Refusal | undefined {
  if (reason === 'closed') return 'closed'
  const alert = REFUSALS.exec(errorCode(error) ?? '')?.[1]
  return alert === undefined ? undefined : (alert.toLowerCase() as Refusal)
}

function serverName(tls: TLSSocket): string | undefined {
  const name = (tls as { servername?: unknown }).servername
  return typeof name === 'string' ? name.toLowerCase().replace(/\.$/, '') : undefined
}

/** In the codes of OpenSSL, whose prefixes have changed over time. */
const REFUSALS =
  /ALERT_(UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN|UNSUPPORTED_CERTIFICATE|CERTIFICATE_EXPIRED|CERTIFICATE_REVOKED|ACCESS_DENIED)$/

/** A client that does not trust our CA answers the certificate with an alert, or just hangs up. */
function handshakeFailure(error: Error): HandshakeFailure {
  const code = errorCode(error) ?? ''
  if (REFUSALS.test(code)) return 'rejected'
  return code === 'ECONNRESET' || code === 'EPIPE' ? 'closed' : 'protocol'
}
