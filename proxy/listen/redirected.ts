import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { normalizeHost, readHostName } from '../../core/network/host-name.ts'
import { AdmissionError, ClientRefusedError, DestinationError, RequestError } from '../errors.ts'
import type { Client } from '../intercept/interceptor.ts'
import { limits } from '../limits.ts'
import { readClientHello } from '../passthrough/client-hello.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import type { ProxyLog } from '../telemetry/proxy-log.ts'
import { outcomeOf } from '../upstream/outcome.ts'
import { isOwnConnection } from '../upstream/own-connections.ts'
import type { Access } from './access.ts'
import type { Admission } from './admission.ts'
import { admit } from './admit.ts'
import type { Announcements } from './announcements.ts'
import { type ReadClient, shareOf } from './client.ts'
import type { Opener } from './opener.ts'

interface Options {
  readonly readClient: ReadClient
  readonly access: Access
  readonly announcements: Announcements
  readonly admission: Pick<Admission, 'tunnels'>
  readonly opener: Opener
  /** Takes a connection that does not begin with TLS; its first bytes are in it. */
  readonly onPlain: (socket: Socket) => void
  readonly patience: { readonly helloMs: number }
  readonly metrics: Pick<ProxyMetrics, 'redirected'>
  readonly log: ProxyLog
}

const HTTPS = 443
const TLS_HANDSHAKE = 22

/** Fatal alerts of TLS (RFC 8446 section 6.2), for a client that has been answered nothing else. */
const ACCESS_DENIED = 49
const INTERNAL_ERROR = 80

/**
 * The port for traffic that a rule of the network sends here (WEIR_TRANSPARENT_PORT), from clients that know of no proxy. Where
 * they wanted to go is read from what they say first: the name in a TLS hello, or a Host header.
 */
export class RedirectedPort {
  readonly server: Server
  readonly #options: Options
  readonly #sockets = new Set<Socket>()

  constructor(options: Options) {
    this.#options = options
    this.server = createServer({ noDelay: true, keepAlive: true }, (socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
      options.announcements.take(socket, (taken) => void this.#accept(taken))
    })
  }

  /** @returns the port */
  async listen(port: number, host: string): Promise<number> {
    this.server.listen(port, host)
    await once(this.server, 'listening')
    const address = this.server.address()
    return typeof address === 'object' && address !== null ? address.port : port
  }

  /** Ends what has been accepted. */
  closeAll(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  async #accept(socket: Socket): Promise<void> {
    const { readClient, access, admission } = this.#options
    socket.on('error', () => socket.destroy())
    const client = readClient({ headers: {}, socket })
    try {
      access.checkClient(client)
      const room = admit(admission.tunnels, shareOf(client), socket)
      if (room instanceof Promise) await room
      const first = await this.#firstBytes(socket)
      // Only now: what the proxy dialled itself has surely been noted by the time that it sends something.
      if (isOwnConnection(socket)) throw new DestinationError('the connection comes from Weir itself: a loop')
      if (first.kind === 'plain') {
        this.#options.metrics.redirected.inc({ outcome: 'plain' })
        return this.#options.onPlain(socket)
      }
      await this.#openTls(socket, client, first)
    } catch (error) {
      this.#refuse(socket, client, error as Error)
    }
  }

  async #openTls(socket: Socket, client: Client, { name, bytes }: Extract<First, { kind: 'tls' }>): Promise<void> {
    const { access, opener, metrics, log } = this.#options
    const host = name === undefined ? undefined : normalizeHost(name)
    if (host === undefined || readHostName(host)?.kind !== 'dns') {
      throw new RequestError(400, 'the TLS hello names no host')
    }
    const target = { host, port: HTTPS }
    try {
      access.checkPort(target.port)
      await opener.open({
        ...{ socket, target, client, head: bytes },
        onOpen: (outcome) => metrics.redirected.inc({ outcome }),
      })
    } catch (error) {
      log.failed(error as Error, { client: client.address, ...target })
      metrics.redirected.inc({ outcome: outcomeOf(error) })
      sayInTls(socket, error)
    }
  }

  #refuse(socket: Socket, { address }: Client, error: Error): void {
    const { metrics, log } = this.#options
    metrics.redirected.inc({ outcome: outcomeOf(error) })
    if (!(error instanceof ClientRefusedError)) log.failed(error, { client: address })
    socket.destroy()
  }

  /** Rejects with RequestError if they do not come in time, or say nothing. */
  #firstBytes(socket: Socket): Promise<First> {
    return new Promise((resolve, reject) => {
      let seen = Buffer.alloc(0)
      const finish = (result: First | Error) => {
        clearTimeout(timer)
        socket.off('readable', onReadable).off('end', onEnd).off('close', onEnd)
        if (result instanceof Error) reject(result)
        else resolve(result)
      }
      const onEnd = () => finish(new RequestError(400, 'the connection ended before it said where it wants to go'))
      const onReadable = () => {
        for (let chunk = socket.read() as Buffer | null; chunk !== null; chunk = socket.read() as Buffer | null) {
          seen = Buffer.concat([seen, chunk])
          if (seen[0] !== TLS_HANDSHAKE) {
            socket.unshift(seen)
            return finish({ kind: 'plain' })
          }
          const hello = readClientHello(seen)
          if (hello.kind === 'tls') return finish({ kind: 'tls', name: hello.name, bytes: seen })
          if (hello.kind === 'not_tls' || hello.kind === 'malformed' || seen.length > limits.clientHelloBytes) {
            return finish(new RequestError(400, 'the TLS hello cannot be read'))
          }
        }
      }
      const timer = setTimeout(
        () => finish(new RequestError(408, 'the connection did not say in time where it wants to go')),
        this.#options.patience.helloMs,
      )
      socket.on('readable', onReadable).once('end', onEnd).once('close', onEnd)
    })
  }
}

/** How a redirected connection begins. */
type First =
  | { readonly kind: 'plain' }
  | { readonly kind: 'tls'; readonly name: string | undefined; readonly bytes: Buffer }

function sayInTls(socket: Socket, error: unknown): void {
  const isRefused = error instanceof DestinationError || error instanceof AdmissionError
  socket.end(Buffer.from([21, 3, 3, 0, 2, 2, isRefused ? ACCESS_DENIED : INTERNAL_ERROR]))
  socket.resume()
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

const LINGER_MS = 5000
