import { isIP, type TcpNetConnectOpts } from 'node:net'
import { type ConnectionOptions, connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls'
import type { buildConnector } from 'undici'
import { checkUpstreamIdentity } from '../../../certs/trust.ts'
import type { ReceiverGuard } from '../receiver/receiver-guard.ts'
import { checkedLookup, type Resolve } from '../receiver/resolve.ts'
import { AttemptError, isSocketError } from './errors.ts'

export interface SecureConnectorOptions {
  readonly guard: ReceiverGuard
  readonly resolve: Resolve
  /** Who is trusted, and from which TLS version on. */
  readonly secureContext: () => SecureContext
  /** For name, connection and handshake together. */
  readonly timeoutMs: number
}

/** Of several addresses the next is tried when one has not answered for so long. */
const NEXT_ADDRESS_MS = 1000
const HTTPS_PORT = 443

/** Opens TLS connections to receivers, each to an address that was checked just before; knows all that are open. */
export class SecureConnector {
  readonly #options: SecureConnectorOptions
  readonly #open = new Set<TLSSocket>()
  /** Errors of connections over which answers had come before. */
  readonly #brokenLater = new WeakSet<object>()

  constructor(options: SecureConnectorOptions) {
    this.#options = options
  }

  /** Connections that are open or being opened. */
  get size(): number {
    return this.#open.size
  }

  /** What undici calls for a new connection. */
  readonly connect: buildConnector.connector = ({ hostname, port }, callback) => {
    const { guard, timeoutMs } = this.#options
    const target = { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) || HTTPS_PORT }
    let socket: TLSSocket
    try {
      guard.checkName(target.host, target.port)
      // A literal is never looked up.
      if (isIP(target.host) !== 0) guard.checkAddress(target.host, target.port)
      socket = this.#start(target)
    } catch (error) {
      // undici expects the answer later than the question.
      queueMicrotask(() => callback(error as Error, null))
      return
    }
    const timer = setTimeout(() => socket.destroy(noConnection(timeoutMs)), timeoutMs)
    const failed = (error: Error) => {
      clearTimeout(timer)
      callback(error, null)
    }
    socket.once('error', failed)
    socket.once('secureConnect', () => {
      clearTimeout(timer)
      socket.off('error', failed)
      callback(null, socket)
    })
  }

  /**
   * Whether this error is of a connection that had served before: a receiver may close an idle one at the very moment it
   * is used again, which says nothing about the delivery (RFC 9112, 9.3.1).
   */
  brokeWhenReused(error: unknown): boolean {
    if (isSocketError(error)) return (error.socket?.bytesRead ?? 0) > 0
    return typeof error === 'object' && error !== null && this.#brokenLater.has(error)
  }

  /** Closes everything, also what is being opened. */
  destroy(): void {
    for (const socket of this.#open) socket.destroy(new AttemptError('reset', 'Weir is stopping'))
  }

  #start({ host, port }: { readonly host: string; readonly port: number }): TLSSocket {
    const { guard, resolve, secureContext } = this.#options
    const name = host.replace(/\.$/, '')
    const options: ConnectionOptions & Pick<TcpNetConnectOpts, 'autoSelectFamily' | 'autoSelectFamilyAttemptTimeout'> =
      {
        host,
        port,
        lookup: checkedLookup(resolve, (address) => guard.checkAddress(address, port)),
        autoSelectFamily: true,
        autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
        secureContext: secureContext(),
        // Stated, so that no environment variable (NODE_TLS_REJECT_UNAUTHORIZED) can switch verification off.
        rejectUnauthorized: true,
        ALPNProtocols: ['http/1.1'],
        checkServerIdentity: (_name, certificate) => checkUpstreamIdentity(name, certificate),
        ...(isIP(host) === 0 && { servername: name }),
      }
    const socket = connectTls(options)
    this.#open.add(socket)
    socket.on('error', (error) => {
      if (socket.bytesRead > 0) this.#brokenLater.add(error)
    })
    socket.once('close', () => this.#open.delete(socket))
    socket.setNoDelay(true)
    return socket
  }
}

function noConnection(timeoutMs: number): AttemptError {
  return new AttemptError('timeout', `no connection to the receiver within ${timeoutMs} ms`)
}
