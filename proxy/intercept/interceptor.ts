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
type OnHandshakeFailure = (
  reason: HandshakeFailure,
  connection: Pick<InterceptedConnection, 'client' | 'target'>,
) => void

/** What speaks a version of HTTP on a connection that is decrypted, or was never encrypted. */
export interface InnerServer {
  accept(socket: Socket, connection: InterceptedConnection): void
}

/** Ends the client's TLS with a leaf for the target and hands the plain connection to what speaks HTTP on it. */
export class Interceptor {
  readonly #contexts: LeafContexts
  readonly #inner: InnerServer
  readonly #innerH2: InnerServer | undefined
  readonly #handshakeMs: number
  readonly #onHandshakeFailure: OnHandshakeFailure

  constructor(options: {
    readonly contexts: LeafContexts
    /** Speaks HTTP/1.1. */
    readonly inner: InnerServer
    /** Speaks HTTP/2, which is offered to clients where it is there. */
    readonly innerH2?: InnerServer | undefined
    /** How long a client may take to begin its handshake, and again to finish it. */
    readonly handshakeMs: number
    readonly onHandshakeFailure: OnHandshakeFailure
  }) {
    this.#contexts = options.contexts
    this.#inner = options.inner
    this.#innerH2 = options.innerH2
    this.#handshakeMs = options.handshakeMs
    this.#onHandshakeFailure = options.onHandshakeFailure
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

  #acceptTls(socket: Socket, first: Buffer, target: Target, client: Client, onSettled: () => void): void {
    const tls = new TLSSocket(socket, {
      isServer: true,
      secureContext: this.#contexts.contextFor(frontOf(first) ?? target.host),
      ALPNProtocols: this.#innerH2 === undefined ? ['http/1.1'] : ['h2', 'http/1.1'],
    })
    let established = false
    const failed = (reason: HandshakeFailure) => this.#onHandshakeFailure(reason, { client, target })
    const timer = setTimeout(() => {
      failed('timeout')
      tls.destroy()
    }, this.#handshakeMs)
    const onError = (error: Error) => {
      if (!established) failed(handshakeFailure(error))
      tls.destroy()
    }
    tls.on('error', onError)
    tls.once('end', () => {
      if (established) return
      failed('closed')
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

function serverName(tls: TLSSocket): string | undefined {
  const name = (tls as { servername?: unknown }).servername
  return typeof name === 'string' ? name.toLowerCase().replace(/\.$/, '') : undefined
}

/** A client that does not trust our CA answers the certificate with an alert, or just hangs up. */
function handshakeFailure(error: Error): HandshakeFailure {
  const code = errorCode(error) ?? ''
  if (/ALERT_(UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN)/.test(code)) return 'rejected'
  return code === 'ECONNRESET' || code === 'EPIPE' ? 'closed' : 'protocol'
}
