import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { RequestError } from '../errors.ts'
import { parseAuthority, parseHost, statedTarget } from '../http/authority.ts'
import { checkFraming } from '../http/framing.ts'
import type { Client, Interceptor } from '../intercept/interceptor.ts'
import { limits } from '../limits.ts'
import { ONBOARDING_HOST, type Onboarding } from '../onboarding/onboarding.ts'
import type { Passthrough } from '../passthrough/passthrough.ts'
import { openTunnel } from '../passthrough/tunnel.ts'
import { type ProxyError, sendProxyError, writeProxyError } from '../respond/error-page.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import type { ProxyLog } from '../telemetry/proxy-log.ts'
import type { Dial, Target } from '../upstream/dial.ts'
import { answerClientErrors } from './client-errors.ts'

interface Options {
  readonly isIntercepted: (host: string) => boolean
  /** Told of a host whose tunnel has opened. @returns whether an AI service is there */
  readonly onUnread: (host: string) => boolean
  readonly dial: Dial
  readonly interceptor: Interceptor
  readonly passthrough: Passthrough
  readonly onboarding: Onboarding
  /** An absolute-form request to an AI service, not encrypted. */
  readonly onPlainRequest: (
    request: IncomingMessage,
    response: ServerResponse,
    connection: { readonly client: Client; readonly target: Target },
  ) => void
  /** Marks our own connections through a parent; a request that carries it went round in a circle. */
  readonly hopId: string
  readonly describe: (error: Error) => ProxyError
  readonly metrics: ProxyMetrics
  readonly log: ProxyLog
}

/** The port that clients talk to: CONNECT and absolute-form requests (RFC 9110 section 9.3.6, RFC 9112 section 3.2.2). */
export class Listener {
  readonly server: Server
  readonly #options: Options
  readonly #tunnels = new Set<Duplex>()

  constructor(options: Options) {
    this.#options = options
    this.server = createServer({
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersTimeout,
      requestTimeout: limits.requestTimeout,
      keepAliveTimeout: limits.clientIdleTimeout,
      noDelay: true,
      keepAlive: true,
      // A missing Host is answered here, in our own words.
      requireHostHeader: false,
      // Any other upgrade (curl and Java offer h2c by themselves) may be ignored: RFC 9110 section 7.8.
      shouldUpgradeCallback: (request) => request.headers.upgrade?.toLowerCase() === 'websocket',
    })
    this.server.on('request', (request, response) => this.#onRequest(request, response))
    this.server.on('connect', (request, socket: Socket, head) => void this.#onConnect(request, socket, head))
    this.server.on('upgrade', (request, socket: Duplex, head) => this.#onUpgrade(request, socket, head))
    answerClientErrors(this.server, () => this.#options.metrics.badRequests.inc())
  }

  /** Ends what is a tunnel: the HTTP server no longer knows of these sockets. */
  closeTunnels(): void {
    for (const socket of this.#tunnels) socket.destroy()
  }

  async #onConnect(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    const { isIntercepted, onUnread, interceptor, dial, describe, metrics } = this.#options
    socket.on('error', () => socket.destroy())
    this.#track(socket)
    try {
      const target = parseAuthority(request.url ?? '')
      this.#refuseLoop(request)
      if (isIntercepted(target.host)) {
        interceptor.prepare(target.host)
        metrics.connects.inc({ outcome: 'intercepted' })
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
        return interceptor.accept(socket, head, target, { address: clientAddress(socket) })
      }
      const upstream = await dial(target)
      if (socket.destroyed) return void upstream.destroy()
      metrics.connects.inc({ outcome: 'tunnelled' })
      metrics.openTunnels.inc()
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      const isSeen = onUnread(target.host)
      openTunnel(socket, upstream, head, {
        isIntercepted,
        // A client may ask for an address, or for a name of its own, and say only in TLS whom it wants.
        onServerName: (name) => {
          if (!isSeen) onUnread(name)
        },
        onEnd: (reason, bytes) => {
          metrics.openTunnels.dec()
          metrics.tunnelEnds.inc({ reason })
          metrics.tunnelBytes.inc({ direction: 'sent' }, bytes.sent)
          metrics.tunnelBytes.inc({ direction: 'received' }, bytes.received)
        },
      })
    } catch (error) {
      metrics.connects.inc({ outcome: 'refused' })
      this.#logFailure(error as Error, socket, request)
      writeProxyError(socket, describe(error as Error))
    }
  }

  #onRequest(request: IncomingMessage, response: ServerResponse): void {
    try {
      checkFraming(request)
      const route = this.#route(request)
      if (route.kind === 'own') return void this.#options.onboarding.handle(request, response, route.path)
      if (route.kind === 'intercepted') {
        const client = { address: clientAddress(request.socket) }
        this.#options.onPlainRequest(request, response, { client, target: route.target })
      } else {
        this.#options.passthrough.forward(request, response, route.target, route.path)
      }
    } catch (error) {
      this.#options.metrics.badRequests.inc()
      this.#logFailure(error as Error, request.socket, request)
      sendProxyError(response, this.#options.describe(error as Error), { accept: request.headers.accept, close: true })
    }
  }

  #onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy())
    this.#track(socket)
    try {
      checkFraming(request)
      const route = this.#route(request)
      if (route.kind === 'other') {
        return void this.#options.passthrough.upgrade(request, socket, head, route.target, route.path)
      }
      throw new RequestError(426, 'This connection cannot be upgraded here')
    } catch (error) {
      this.#logFailure(error as Error, request.socket, request)
      writeProxyError(socket, this.#options.describe(error as Error))
    }
  }

  #route(
    request: IncomingMessage,
  ): { kind: 'own'; path: string } | { kind: 'intercepted' | 'other'; target: Target; path: string } {
    const url = request.url ?? ''
    if (url.startsWith('/')) return { kind: 'own', path: url }
    const match = /^http:\/\/([^/?#]*)([^#]*)/i.exec(url)
    if (match === null) throw new RequestError(400, 'the proxy takes CONNECT and absolute http:// targets')
    const target = parseHost(match[1] ?? '', 80)
    const path = match[2]?.startsWith('/') === true ? match[2] : `/${match[2] ?? ''}`
    if (target.host === ONBOARDING_HOST) return { kind: 'own', path }
    const host = request.headers.host
    // RFC 9112 section 3.2.2 lets a proxy replace Host; one that names another host is a trick, not a client.
    if (host !== undefined && host !== '' && parseHost(host, 80).host !== target.host) {
      throw new RequestError(400, 'the Host header names another host than the request target')
    }
    this.#refuseLoop(request)
    return { kind: this.#options.isIntercepted(target.host) ? 'intercepted' : 'other', target, path }
  }

  #refuseLoop(request: IncomingMessage): void {
    if (request.headers['x-weir-hop'] === this.#options.hopId) {
      throw new RequestError(508, 'the request went round in a circle: a parent proxy leads back to this one')
    }
  }

  #logFailure(error: Error, socket: Socket, request: IncomingMessage): void {
    this.#options.log.failed(error, { client: clientAddress(socket), ...statedTarget(request) })
  }

  #track(socket: Duplex): void {
    this.#tunnels.add(socket)
    socket.once('close', () => this.#tunnels.delete(socket))
  }
}

/** The peer's address; IPv4 is not shown as IPv6-mapped. */
export function clientAddress(socket: { readonly remoteAddress?: string | undefined }): string {
  return (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
}
