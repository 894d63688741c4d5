import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream'
import httpProxy from 'http-proxy'
import { errorCode, UpstreamError } from '../errors.ts'
import { formatAuthority, statedTarget } from '../http/authority.ts'
import { forwardableRequestHeaders, forwardableResponseHeaders } from '../http/headers.ts'
import { limits } from '../limits.ts'
import { type ProxyError, sendProxyError, writeProxyError } from '../respond/error-page.ts'
import type { ProxyLog } from '../telemetry/proxy-log.ts'
import type { Dial, Target } from '../upstream/dial.ts'
import { readStatusLine } from './answer-head.ts'
import { passUpgrade } from './pass-upgrade.ts'
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
  readonly describe: (error: Error) => ProxyError
  readonly log: ProxyLog
}

const NOTHING = Buffer.alloc(0)

/** Plain http:// requests to hosts that are not intercepted: forwarded by http-proxy as they are, never read. */
export class Passthrough {
  readonly #options: Options
  readonly #proxy = httpProxy.createProxyServer({ selfHandleResponse: true, xfwd: false, changeOrigin: false })
  readonly #agents: { readonly direct: Agent; readonly parent: Agent | undefined }

  constructor(options: Options) {
    this.#options = options
    this.#agents = {
      direct: dialingAgent(options.dial),
      parent: options.parent === undefined ? undefined : dialingAgent(options.parent.dial),
    }
    this.#proxy.on('proxyRes', (answer, request, response) => this.#passOn(answer, request, response))
  }

  /** @param path path and query of the absolute-form target */
  forward(request: IncomingMessage, response: ServerResponse, target: Target, path: string): void {
    const authority = formatAuthority(target, 80)
    const parent = this.#options.usesParent(target) ? this.#options.parent : undefined
    const onOutgoing = (outgoing: ClientRequest) => {
      // http-proxy rewrites paths (it folds double slashes); the one that came is the one that goes.
      outgoing.once('socket', () => this.#options.onUnread(target.host))
      outgoing.path = parent === undefined ? path : `http://${authority}${path}`
      // It listens for an event that Node no longer emits once the body was read, and would leave this socket open.
      response.once('close', () => {
        if (!response.writableFinished) outgoing.destroy()
      })
      watchAnswer(outgoing, { mayUpgrade: false })
    }
    this.#proxy.web(
      requestView(request, ownHeaders(authority, parent), onOutgoing),
      response,
      {
        target: parent?.origin ?? `http://${authority}`,
        agent: parent === undefined ? this.#agents.direct : this.#agents.parent,
        method: request.method ?? 'GET',
        proxyTimeout: limits.upstreamAnswerTimeout,
      },
      (error) => this.#fail(error, request, response),
    )
  }

  /** Nothing that an answer holds may throw here: inside an event of http-proxy there is nobody to catch it. */
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
    } catch (error) {
      answer.destroy()
      this.#fail(error as Error, request, response)
      return
    }
    pipeline(answer, response, (error) => {
      if (error) response.destroy()
    })
  }

  #fail(error: Error, request: IncomingMessage, response: ServerResponse): void {
    if (response.headersSent) return void response.destroy()
    const failure = toUpstreamError(error)
    this.#logFailure(failure, request)
    sendProxyError(response, this.#options.describe(failure), { accept: request.headers.accept, close: true })
  }

  /** A WebSocket to a host that is not intercepted: the handshake is passed on, then bytes both ways. */
  async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, target: Target, path: string): Promise<void> {
    socket.on('error', () => socket.destroy())
    try {
      const upstream = await this.#options.dial(target)
      if (socket.destroyed) return void upstream.destroy()
      const { isIntercepted, onUnread } = this.#options
      onUnread(target.host)
      await passUpgrade({ request, path, client: socket, head, upstream, isIntercepted })
    } catch (error) {
      this.#logFailure(error as Error, request)
      writeProxyError(socket, this.#options.describe(error as Error))
    }
  }

  #logFailure(error: Error, request: IncomingMessage): void {
    this.#options.log.failed(error, { client: request.socket.remoteAddress ?? '', ...statedTarget(request) })
  }

  close(): void {
    this.#agents.direct.destroy()
    this.#agents.parent?.destroy()
    this.#proxy.close()
  }
}

/**
 * What http-proxy gets to see instead of the request. Its own clean-up is unsafe: on DELETE and OPTIONS it replaces the
 * framing by `Content-Length: 0` and sends the body all the same, which the upstream then takes for the next request; so it
 * is shown POST, and told the real method in its options.
 * @param own headers that replace the client's
 * @param onOutgoing called when the outgoing request is made and nothing of it is written yet, which no event of http-proxy tells
 */
function requestView(
  request: IncomingMessage,
  own: Readonly<Record<string, string>>,
  onOutgoing: (outgoing: ClientRequest) => void,
): IncomingMessage {
  const headers: Record<string, string | string[]> = {}
  const raw = forwardableRequestHeaders(request.rawHeaders)
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? ''
    const value = raw[i + 1] ?? ''
    const before = headers[name]
    headers[name] = before === undefined ? value : [before, value].flat()
  }
  for (const name of Object.keys(headers)) if (name.toLowerCase() === 'host') delete headers[name]
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

function ownHeaders(authority: string, parent: Options['parent']): Record<string, string> {
  return {
    Host: authority,
    ...(parent !== undefined && { 'X-Weir-Hop': parent.hopId }),
    ...(parent?.authorization !== undefined && { 'Proxy-Authorization': parent.authorization }),
  }
}

/** A keep-alive agent whose connections are dialled like every other of the proxy's. */
function dialingAgent(dial: Dial): Agent {
  const agent = new Agent({ keepAlive: true, timeout: limits.upstreamIdleTimeout, scheduling: 'lifo' })
  // Node's types do not say that createConnection may answer through its callback; its documentation does.
  agent.createConnection = ((
    options: { host?: string; port?: number | string },
    callback: (error: Error | null, socket?: Duplex) => void,
  ) => {
    const host = (options.host ?? '').replace(/^\[(.*)\]$/, '$1')
    dial({ host, port: Number(options.port) || 80 }).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error),
    )
    return undefined
  }) as unknown as typeof agent.createConnection
  return agent
}

function toUpstreamError(error: Error): Error {
  if (errorCode(error)?.startsWith('ERR_UPSTREAM') || errorCode(error) === 'ERR_DESTINATION_REFUSED') return error
  return new UpstreamError('reset', `the server broke off the connection (${errorCode(error) ?? 'unknown'})`, {
    cause: error,
  })
}
