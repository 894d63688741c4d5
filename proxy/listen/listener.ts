import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { OWN_HOST } from '../../core/network/own-host.ts'
import { IdentityError, RequestError, UpstreamError } from '../errors.ts'
import { parseAuthority, statedTarget } from '../http/authority.ts'
import type { Introduction } from '../http/connection.ts'
import { checkFraming } from '../http/framing.ts'
import type { Target } from '../http/target.ts'
import type { Client } from '../intercept/interceptor.ts'
import { limits } from '../limits.ts'
import type { Onboarding } from '../onboarding/onboarding.ts'
import type { Passthrough } from '../passthrough/passthrough.ts'
import { speaksMcp } from '../platforms/mcp/speaks-mcp.ts'
import { type ProxyError, sendProxyError, writeProxyError } from '../respond/error-page.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import type { ProxyLog } from '../telemetry/proxy-log.ts'
import { outcomeOf } from '../upstream/outcome.ts'
import type { Access } from './access.ts'
import type { Admission } from './admission.ts'
import { admit } from './admit.ts'
import type { Announcements } from './announcements.ts'
import { type ReadClient, shareOf } from './client.ts'
import { answerClientErrors } from './client-errors.ts'
import type { Identify } from './identity/identify.ts'
import type { Opener } from './opener.ts'
import { OwnTunnels, type OwnTunnelsOptions } from './own-tunnels.ts'
import type { PortTls } from './port-tls.ts'
import { type ForwardRoute, type Route, type RouteRules, refuseLoop, routeOf } from './route.ts'

/** How long clients may take for the head and the body of a request, and between two, in milliseconds. */
interface ListenerPatience {
  readonly headMs: number
  readonly bodyMs: number
  readonly clientIdleMs: number
}

export interface ListenerOptions extends RouteRules {
  readonly readClient: ReadClient
  readonly access: Access
  readonly identify: Identify
  readonly admission: Admission
  readonly patience: ListenerPatience
  readonly announcements: Announcements
  /** TLS on the port itself; undefined without WEIR_PROXY_TLS. */
  readonly portTls: Pick<PortTls, 'take'> | undefined
  readonly isIntercepted: (host: string, client: Client) => boolean
  /** Whether calls of an MCP server at a host are to be inspected where they are not encrypted. */
  readonly isMcpServer: (host: string) => boolean
  readonly opener: Opener
  readonly passthrough: Passthrough
  readonly onboarding: Pick<Onboarding, 'handle'>
  readonly ownTunnels: Pick<OwnTunnelsOptions, 'createInterceptor' | 'maySignFor'>
  /** An absolute-form request to an AI service, not encrypted. */
  readonly onPlainRequest: (
    request: IncomingMessage,
    response: ServerResponse,
    connection: { readonly client: Client; readonly target: Target },
  ) => void
  /** What a parent proxy is told about a client. */
  readonly introduce?: ((client: Client) => Introduction) | undefined
  readonly describe: (error: Error) => ProxyError
  readonly metrics: ProxyMetrics
  readonly log: ProxyLog
}

/** The port that clients talk to: CONNECT and absolute-form requests (RFC 9110 section 9.3.6, RFC 9112 section 3.2.2). */
export class Listener {
  readonly server: Server
  readonly #options: ListenerOptions
  readonly #tunnels = new Set<Duplex>()
  /** Connections of clients that know of no proxy. */
  readonly #redirected = new WeakSet<Duplex>()
  readonly #ownTunnels: OwnTunnels
  readonly #speak: (socket: Socket) => void

  constructor(options: ListenerOptions) {
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
    const [speak] = this.server.listeners('connection')
    this.#speak = (socket) => void speak?.call(this.server, socket)
    this.server.removeAllListeners('connection')
    this.#ownTunnels = new OwnTunnels({ ...options.ownTunnels, admission: options.admission, speak: this.#speak })
    const { portTls } = options
    const speakTls = portTls === undefined ? this.#speak : (socket: Socket) => portTls.take(socket, this.#speak)
    this.server.on('connection', (socket) => options.announcements.take(socket, speakTls))
  }

  /** Takes a connection whose client believes to speak with a server; its Host header says with which. */
  acceptRedirected(socket: Socket): void {
    this.#redirected.add(socket)
    this.#speak(socket)
  }

  /** Ends what is a tunnel: the HTTP server no longer knows of these sockets. */
  closeTunnels(): void {
    for (const socket of this.#tunnels) socket.destroy()
  }

  async #onConnect(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    const { access, admission, opener, describe, metrics } = this.#options
    socket.on('error', () => socket.destroy())
    this.#track(socket)
    try {
      const stranger = this.#readClient(request)
      if (this.#redirected.has(socket))
        throw new RequestError(400, 'this port takes no CONNECT, only redirected traffic')
      if (this.#ownTunnels.has(socket)) throw new RequestError(400, 'this is a tunnel already')
      const target = parseAuthority(request.url ?? '')
      access.checkPort(target.port)
      refuseLoop(request, this.#options.hopId)
      const identified = this.#identify(request, stranger)
      const client = identified instanceof Promise ? await identified : identified
      const room = admit(admission.tunnels, shareOf(client), socket)
      if (room instanceof Promise) await room
      const onOpen = (outcome: 'intercepted' | 'tunnelled' | 'own') => {
        metrics.connects.inc({ outcome })
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      }
      if (target.host === OWN_HOST) await this.#ownTunnels.open(socket, head, target.port, client, () => onOpen('own'))
      else await opener.open({ ...{ socket, head, target, client }, onOpen })
    } catch (error) {
      metrics.connects.inc({ outcome: outcomeOf(error) })
      if (error instanceof UpstreamError) metrics.upstreamFailures.inc({ failure: error.failure })
      this.#logFailure(error as Error, request)
      writeProxyError(socket, describe(error as Error))
    }
  }

  #onRequest(request: IncomingMessage, response: ServerResponse): void {
    try {
      const stranger = this.#readClient(request)
      checkFraming(request)
      const route = this.#route(request)
      if (route.kind === 'own') return void this.#options.onboarding.handle(request, response, route.path)
      const identified = this.#identify(request, stranger)
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
    const { requests, bytes } = this.#options.admission
    const share = shareOf(client)
    // The head of a prompt with a body is counted with that (gate/request-body.ts).
    const isCounted = this.#isInspected(request, route, client) && saysThatItHasBody(request)
    const forward = () => this.#forward(request, response, route, client)
    const takeBytes = () => {
      const head = isCounted ? undefined : admit(bytes, share, response, headBytes(request))
      return head instanceof Promise ? head.then(forward) : forward()
    }
    const room = admit(requests, share, response)
    const waiting = room instanceof Promise ? room.then(takeBytes) : takeBytes()
    return waiting instanceof Promise ? waiting : undefined
  }

  #forward(request: IncomingMessage, response: ServerResponse, route: ForwardRoute, client: Client): void {
    if (this.#isInspected(request, route, client))
      this.#options.onPlainRequest(request, response, { client, target: route.target })
    else this.#options.passthrough.forward(request, response, this.#passing(route, client))
  }

  #passing(route: ForwardRoute, client: Client) {
    return { ...route, client: shareOf(client), introduction: this.#options.introduce?.(client) }
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
      if (route.kind === 'own') throw new RequestError(426, 'This connection cannot be upgraded here')
      const identified = this.#identify(request, stranger)
      const client = identified instanceof Promise ? await identified : identified
      if (this.#isIntercepted(route, client)) throw new RequestError(426, 'This connection cannot be upgraded here')
      const room = admit(admission.tunnels, shareOf(client), socket)
      if (room instanceof Promise) await room
      const bytes = await admit(admission.bytes, shareOf(client), socket, headBytes(request) + head.length)
      await this.#options.passthrough.upgrade(request, socket, head, this.#passing(route, client))
      bytes.release()
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

  #isInspected({ headers }: IncomingMessage, route: ForwardRoute, client: Client): boolean {
    const { isMcpServer } = this.#options
    return this.#isIntercepted(route, client) || (speaksMcp(headers) && isMcpServer(route.target.host))
  }

  #isIntercepted({ target }: ForwardRoute, client: Client): boolean {
    return this.#options.isIntercepted(target.host, client)
  }

  #route(request: IncomingMessage): Route {
    const { socket } = request
    return routeOf(request, this.#options, this.#redirected.has(socket), this.#ownTunnels.has(socket))
  }

  /** A client that knows of no proxy cannot tell one who it is. */
  #identify(request: IncomingMessage, client: Client): Client | Promise<Client> {
    return this.#redirected.has(request.socket) ? client : this.#options.identify(request, client)
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

/** What a head takes that Node has read, in bytes of its names and values. */
function headBytes({ url = '', rawHeaders }: IncomingMessage): number {
  let size = url.length
  for (const part of rawHeaders) size += part.length
  return size
}

function saysThatItHasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}
