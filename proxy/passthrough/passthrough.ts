import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream'
import httpProxy from 'http-proxy'
import { WeirError } from '../../core/errors.ts'
import { errorCode, UpstreamError } from '../errors.ts'
import { formatAuthority, statedTarget } from '../http/authority.ts'
import type { Introduction } from '../http/connection.ts'
import { bindsConnection } from '../http/connection-auth.ts'
import { forwardableRequestHeaders, forwardableResponseHeaders } from '../http/headers.ts'
import type { Target } from '../http/target.ts'
import { type ProxyError, sendProxyError } from '../respond/error-page.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import type { ProxyLog } from '../telemetry/proxy-log.ts'
import type { Dial } from '../upstream/dial.ts'
import { INTRODUCTION_HEADERS } from '../upstream/introduction.ts'
import { outcomeOf } from '../upstream/outcome.ts'
import { type AgentPatience, Agents } from './agents.ts'
import { readStatusLine } from './answer-head.ts'
import { passUpgrade, type UpgradePatience } from './pass-upgrade.ts'
import { watchAnswer } from './watch-answer.ts'

interface Options {
  readonly dial: Dial
  /** A parent that takes absolute-form requests, with its credentials; undefined: straight to the target. */
  readonly parent:
    | {
        readonly origin: string
        readonly authorization: string | undefined
        /** Marks our own requests, so that a loop is recognised. */
        readonly hopId: string
        readonly dial: Dial
      }
    | undefined
  /** Whether a target is reached through the parent at all (WEIR_CONNECT_TO goes direct). */
  readonly usesParent: (target: Target) => boolean
  readonly isIntercepted: (host: string) => boolean
  /** Told of a host to which a request goes out, on a connection that is there. */
  readonly onUnread: (host: string) => void
  /** Whether an AI service is there. */
  readonly isService: (host: string) => boolean
  readonly describe: (error: Error) => ProxyError
  readonly log: ProxyLog
  readonly patience: UpgradePatience & AgentPatience
  readonly metrics: Pick<ProxyMetrics, 'plainRequests' | 'upstreamFailures'>
}

/** The destination of a request, and its client. */
interface Route {
  readonly target: Target
  /** Path and query of the absolute-form target. */
  readonly path: string
  /** Whose portion of the look-ups it takes. */
  readonly client: string
  /** What a parent proxy is told about it. */
  readonly introduction?: Introduction | undefined
}

const NOTHING = Buffer.alloc(0)

/** Plain http:// requests to hosts that are not intercepted: forwarded by http-proxy as they are, never read. */
export class Passthrough {
  readonly #options: Options
  readonly #proxy = httpProxy.createProxyServer({ selfHandleResponse: true, xfwd: false, changeOrigin: false })
  readonly #agents: { readonly direct: Agents; readonly parent: Agents | undefined }

  constructor(options: Options) {
    this.#options = options
    this.#agents = {
      direct: new Agents(options.dial, options.patience),
      parent: options.parent === undefined ? undefined : new Agents(options.parent.dial, options.patience),
    }
    this.#proxy.on('proxyRes', (answer, request, response) => this.#passOn(answer, request, response))
  }

  forward(request: IncomingMessage, response: ServerResponse, route: Route): void {
    const { target, path, client } = route
    const authority = formatAuthority(target, 80)
    const parent = this.#options.usesParent(target) ? this.#options.parent : undefined
    const agents = (parent && this.#agents.parent) ?? this.#agents.direct
    if (bindsConnection(request.rawHeaders)) agents.pin(request.socket)
    const onOutgoing = (outgoing: ClientRequest) => {
      // http-proxy rewrites paths (it folds double slashes); the one that came is the one that goes.
      outgoing.once('socket', () => this.#options.onUnread(target.host))
      outgoing.path = parent === undefined ? path : `http://${authority}${path}`
      // It listens for an event that Node no longer emits once the body was read, and would leave this socket open.
      response.once('close', () => {
        if (!response.writableFinished) outgoing.destroy()
      })
      watchAnswer(outgoing, { mayUpgrade: false })
      outgoing.once('response', (answer) => {
        if (!bindsConnection(answer.rawHeaders)) return
        // A connection of the common pool on which a log-in began is not used again.
        if (agents.isShared(agent)) outgoing.shouldKeepAlive = false
        agents.pin(request.socket)
      })
    }
    const agent = agents.of(request.socket)
    agents.asking(client, () => {
      this.#proxy.web(
        requestView(
          request,
          ownHeaders(authority, parent, this.#introductionOf(route)),
          onOutgoing,
          route.introduction !== undefined,
        ),
        response,
        {
          target: parent?.origin ?? `http://${authority}`,
          agent,
          method: request.method ?? 'GET',
          proxyTimeout: this.#options.patience.answerMs,
        },
        (error) => this.#fail(error, request, response),
      )
    })
  }

  /** No answer may cause an exception here: nothing would catch it inside an event of http-proxy. */
  #passOn(answer: IncomingMessage, request: IncomingMessage, response: ServerResponse): void {
    try {
      if (response.headersSent || response.destroyed) {
        answer.destroy()
        return
      }
      const { status, reason } = readStatusLine(answer)
      response.sendDate = false
      response.writeHead(status, reason, forwardableResponseHeaders(answer.rawHeaders) as never)
      // flushHeaders() would write the bytes above ASCII, which Node reads as ISO 8859-1, in UTF-8.
      response.write(NOTHING)
      this.#options.metrics.plainRequests.inc({ outcome: 'passed' })
    } catch (error) {
      answer.destroy()
      this.#fail(error as Error, request, response)
      return
    }
    if (isBodiless(response, answer)) {
      // What a server sends behind its head all the same breaks the connection to it, and not the answer.
      response.end()
      answer.resume()
      return
    }
    pipeline(answer, response, (error) => {
      if (error) response.destroy()
    })
  }

  #fail(error: Error, request: IncomingMessage, response: ServerResponse): void {
    if (response.writableEnded) return
    if (response.headersSent || response.destroyed) return void response.destroy()
    const failure = toUpstreamError(error)
    const { metrics, describe } = this.#options
    metrics.plainRequests.inc({ outcome: outcomeOf(failure) })
    if (failure instanceof UpstreamError) metrics.upstreamFailures.inc({ failure: failure.failure })
    this.#logFailure(failure, request)
    sendProxyError(response, describe(failure), { accept: request.headers.accept, close: true })
  }

  /**
   * A WebSocket to a host that is not intercepted: the handshake is passed on, then bytes both ways.
   * Rejects if it could not be: nothing was written to the client then.
   */
  async upgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    { target, path, client, introduction }: Route,
  ): Promise<void> {
    const { dial, isIntercepted, onUnread, patience, metrics } = this.#options
    const upstream = await dial(target, client, introduction)
    if (socket.destroyed) return void upstream.destroy()
    onUnread(target.host)
    await passUpgrade({ request, path, client: socket, head, upstream, isIntercepted, patience })
    metrics.plainRequests.inc({ outcome: 'passed' })
  }

  /** A parent may pass on what a plain request says, and no AI service is to hear of it. */
  #introductionOf({ target, introduction }: Route): Introduction | undefined {
    return this.#options.isService(target.host) ? undefined : introduction
  }

  #logFailure(error: Error, request: IncomingMessage): void {
    this.#options.log.failed(error, { client: request.socket.remoteAddress ?? '', ...statedTarget(request) })
  }

  close(): void {
    this.#agents.direct.close()
    this.#agents.parent?.close()
    this.#proxy.close()
  }
}

/**
 * What http-proxy gets to see instead of the request. Its own clean-up is unsafe: on DELETE and OPTIONS it replaces the
 * framing by `Content-Length: 0` and sends the body all the same, which the upstream then takes for the next request; so it
 * is shown POST, and told the real method in its options.
 * @param own headers that replace the client's
 * @param isIntroduced what the client itself says of who it is goes no further: a parent would believe it
 * @param onOutgoing called when the outgoing request is made and nothing of it is written yet, which no event of http-proxy tells
 */
function requestView(
  request: IncomingMessage,
  own: Readonly<Record<string, string>>,
  onOutgoing: (outgoing: ClientRequest) => void,
  isIntroduced: boolean,
): IncomingMessage {
  const headers: Record<string, string | string[]> = {}
  const raw = forwardableRequestHeaders(request.rawHeaders)
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? ''
    const value = raw[i + 1] ?? ''
    const before = headers[name]
    headers[name] = before === undefined ? value : [before, value].flat()
  }
  for (const name of Object.keys(headers)) {
    const lower = name.toLowerCase()
    if (lower === 'host' || (isIntroduced && INTRODUCTION_HEADERS.has(lower))) delete headers[name]
  }
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  if (length !== undefined) headers['Content-Length'] = length
  else if (coding !== undefined) headers['Transfer-Encoding'] = 'chunked'
  return Object.create(request, {
    headers: { value: { ...headers, ...own } },
    method: { value: 'POST' },
    url: { value: '/' },
    pipe: {
      value: (outgoing: ClientRequest) => {
        onOutgoing(outgoing)
        return request.pipe(outgoing)
      },
    },
  }) as IncomingMessage
}

function isBodiless({ req }: ServerResponse, { statusCode }: IncomingMessage): boolean {
  return req.method === 'HEAD' || statusCode === 204 || statusCode === 304
}

function ownHeaders(
  authority: string,
  parent: Options['parent'],
  introduction: Introduction | undefined,
): Record<string, string> {
  return {
    Host: authority,
    ...(parent !== undefined && { 'X-Weir-Hop': parent.hopId, ...introduction }),
    ...(parent?.authorization !== undefined && { 'Proxy-Authorization': parent.authorization }),
  }
}

function toUpstreamError(error: Error): Error {
  if (error instanceof WeirError) return error
  return new UpstreamError('reset', `the server broke off the connection (${errorCode(error) ?? 'unknown'})`, {
    cause: error,
  })
}
