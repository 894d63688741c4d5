import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { IdentityError, RequestError, UpstreamError } from '../errors.ts'
import { parseAuthority, parseHost, statedTarget } from '../http/authority.ts'
import { checkFraming } from '../http/framing.ts'
import type { Target } from '../http/target.ts'
import type { Client, Interceptor } from '../intercept/interceptor.ts'
import { limits } from '../limits.ts'
import { ONBOARDING_HOST, type Onboarding } from '../onboarding/onboarding.ts'
import type { Passthrough } from '../passthrough/passthrough.ts'
import { openTunnel, type TunnelPatience } from '../passthrough/tunnel.ts'
import { type ProxyError, sendProxyError, writeProxyError } from '../respond/error-page.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import type { ProxyLog } from '../telemetry/proxy-log.ts'
import type { Dial } from '../upstream/dial.ts'
import { outcomeOf } from '../upstream/outcome.ts'
import type { Access } from './access.ts'
import type { Admission } from './admission.ts'
import { admit } from './admit.ts'
import { type ReadClient, shareOf } from './client.ts'
import { answerClientErrors } from './client-errors.ts'
import type { Identify } from './identity/identify.ts'

/** How long clients may take for the head and the body of a request, and between two, in milliseconds. */
interface ListenerPatience extends TunnelPatience {
  readonly headMs: number
  readonly bodyMs: number
  readonly clientIdleMs: number
}

interface Options {
  readonly readClient: ReadClient
  readonly access: Access
  readonly identify: Identify
  /** Whether a Host header means the proxy itself. */
  readonly isOwnName: (host: string) => boolean
  readonly admission: Admission
  readonly patience: ListenerPatience
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
  /** Marks our own connections through a parent; a request that carries the mark has come back in a loop. */
  readonly hopId: string
  readonly describe: (error: Error) => ProxyError
  readonly metrics: ProxyMetrics
  readonly log: ProxyLog
}

/** Where a request is forwarded to. */
interface ForwardRoute {
  readonly kind: 'intercepted' | 'other'
  readonly target: Target
  /** Path and query. */
  readonly path: string
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
      headersTimeout: options.patience.headMs,
      requestTimeout: options.patience.headMs + options.patience.bodyMs,
      keepAliveTimeout: options.patience.clientIdleMs,
      noDelay: true,
      keepAlive: true,
      // A missing Host is answered here, in our own words.
      requireHostHeader: false,
      // Any other upgrade (curl and Java offer h2c by themselves) may be ignored: RFC 9110 section 7.8.
      shouldUpgradeCallback: (request) => request.headers.upgrade?.toLowerCase() === 'websocket',
    })
    this.server.on('request', (request, response) => this.#onRequest(request, response))
    this.server.on('connect', (request, socket: Socket, head) => void this.#onConnect(request, socket, head))
    this.server.on('upgrade', (request, socket: Duplex, head) => void this.#onUpgrade(request, socket, head))
    answerClientErrors(this.server, () => this.#options.metrics.badRequests.inc())
  }

  /** Ends what is a tunnel: the HTTP server no longer knows of these sockets. */
  closeTunnels(): void {
    for (const socket of this.#tunnels) socket.destroy()
  }

  async #onConnect(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    const { access, admission, isIntercepted, describe, metrics } = this.#options
    socket.on('error', () => socket.destroy())
    this.#track(socket)
    try {
      const stranger = this.#readClient(request)
      const target = parseAuthority(request.url ?? '')
      access.checkPort(target.port)
      this.#refuseLoop(request)
      const identified = this.#options.identify(request, stranger)
      const client = identified instanceof Promise ? await identified : identified
      const room = admit(admission.tunnels, shareOf(client), socket)
      if (room instanceof Promise) await room
      if (isIntercepted(target.host)) await this.#intercept(socket, head, target, client)
      else await this.#tunnel(socket, head, target, client)
    } catch (error) {
      metrics.connects.inc({ outcome: outcomeOf(error) })
      if (error instanceof UpstreamError) metrics.upstreamFailures.inc({ failure: error.failure })
      this.#logFailure(error as Error, request)
      writeProxyError(socket, describe(error as Error))
    }
  }

  async #intercept(socket: Socket, head: Buffer, target: Target, client: Client): Promise<void> {
    const { admission, interceptor, metrics } = this.#options
    const room = admit(admission.handshakes, shareOf(client), socket)
    const handshake = room instanceof Promise ? await room : room
    interceptor.prepare(target.host)
    metrics.connects.inc({ outcome: 'intercepted' })
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    interceptor.accept(socket, head, target, client, () => handshake.release())
  }

  async #tunnel(socket: Socket, head: Buffer, target: Target, client: Client): Promise<void> {
    const { dial, isIntercepted, onUnread, patience, metrics } = this.#options
    const upstream = await dial(target, shareOf(client))
    if (socket.destroyed) return void upstream.destroy()
    metrics.connects.inc({ outcome: 'tunnelled' })
    metrics.openTunnels.inc()
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    const isSeen = onUnread(target.host)
    openTunnel(socket, upstream, head, {
      isIntercepted,
      patience,
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
  }

  #onRequest(request: IncomingMessage, response: ServerResponse): void {
    try {
      const stranger = this.#readClient(request)
      checkFraming(request)
      const route = this.#route(request)
      if (route.kind === 'own') return void this.#options.onboarding.handle(request, response, route.path)
      const identified = this.#options.identify(request, stranger)
      const admitted =
        identified instanceof Promise
          ? identified.then((client) => this.#admit(request, response, route, client))
          : this.#admit(request, response, route, identified)
      admitted?.catch((error: Error) => this.#refuse(request, response, error))
    } catch (error) {
      this.#refuse(request, response, error as Error)
    }
  }

  /** Rejects where there is no room for it in time. */
  #admit(
    request: IncomingMessage,
    response: ServerResponse,
    route: ForwardRoute,
    client: Client,
  ): Promise<void> | undefined {
    const forward = () => this.#forward(request, response, route, client)
    const room = admit(this.#options.admission.requests, shareOf(client), response)
    if (room instanceof Promise) return room.then(forward)
    forward()
    return undefined
  }

  #forward(request: IncomingMessage, response: ServerResponse, route: ForwardRoute, client: Client): void {
    if (route.kind === 'intercepted') this.#options.onPlainRequest(request, response, { client, target: route.target })
    else this.#options.passthrough.forward(request, response, { ...route, client: shareOf(client) })
  }

  #refuse(request: IncomingMessage, response: ServerResponse, error: Error): void {
    const { metrics, describe } = this.#options
    if (error instanceof RequestError) metrics.badRequests.inc()
    metrics.plainRequests.inc({ outcome: outcomeOf(error) })
    this.#logFailure(error, request)
    if (response.headersSent) response.destroy()
    else sendProxyError(response, describe(error), { accept: request.headers.accept, close: true })
  }

  async #onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { admission, metrics, describe } = this.#options
    socket.on('error', () => socket.destroy())
    this.#track(socket)
    try {
      const stranger = this.#readClient(request)
      checkFraming(request)
      const route = this.#route(request)
      if (route.kind !== 'other') throw new RequestError(426, 'This connection cannot be upgraded here')
      const identified = this.#options.identify(request, stranger)
      const client = identified instanceof Promise ? await identified : identified
      const room = admit(admission.tunnels, shareOf(client), socket)
      if (room instanceof Promise) await room
      await this.#options.passthrough.upgrade(request, socket, head, { ...route, client: shareOf(client) })
    } catch (error) {
      this.#logFailure(error as Error, request)
      metrics.plainRequests.inc({ outcome: outcomeOf(error) })
      writeProxyError(socket, describe(error as Error))
    }
  }

  /** @throws ClientRefusedError if its address may not use the proxy */
  #readClient(request: IncomingMessage): Client {
    const client = this.#options.readClient(request)
    this.#options.access.checkClient(client)
    return client
  }

  #route(request: IncomingMessage): { readonly kind: 'own'; readonly path: string } | ForwardRoute {
    const url = request.url ?? ''
    if (url.startsWith('/')) {
      const { host } = request.headers
      if (host !== undefined && host !== '' && !this.#options.isOwnName(parseHost(host, 80).host)) {
        throw new RequestError(421, 'this is the proxy itself, and the Host header names another host')
      }
      return { kind: 'own', path: url }
    }
    const match = /^http:\/\/([^/?#]*)([^#]*)/i.exec(url)
    if (match === null) throw new RequestError(400, 'the proxy accepts only CONNECT and absolute http:// targets')
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
      throw new RequestError(508, 'the request is in a loop: a parent proxy leads back to this proxy')
    }
  }

  #logFailure(error: Error, request: IncomingMessage): void {
    // Many programs send no credentials until they are asked for them.
    if (error instanceof IdentityError && error.failure === 'missing') return
    const { address } = this.#options.readClient(request)
    this.#options.log.failed(error, { client: address, ...statedTarget(request) })
  }

  #track(socket: Duplex): void {
    this.#tunnels.add(socket)
    socket.once('close', () => this.#tunnels.delete(socket))
  }
}
