import { Agent, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream'
import httpProxy from 'http-proxy'
import { type ProxyError, sendProxyError, writeProxyError } from '../error-page.ts'
import { errorCode, UpstreamError } from '../errors.ts'
import { forwardableRequestHeaders, forwardableResponseHeaders } from '../headers.ts'
import { limits } from '../limits.ts'
import type { Dial, Target } from '../upstream/dial.ts'
import { formatAuthority } from './authority.ts'
import { openTunnel } from './tunnel.ts'
import { upgradeHead } from './upgrade-head.ts'

interface Options {
  readonly dial: Dial
  /** A parent that takes absolute-form requests, with its credentials; undefined: straight to the target. */
  readonly parent:
    | { readonly origin: string; readonly authorization: string | undefined; readonly dial: Dial }
    | undefined
  /** Whether a target is reached through the parent at all (WEIR_CONNECT_TO goes direct). */
  readonly usesParent: (target: Target) => boolean
  readonly isIntercepted: (host: string) => boolean
  readonly describe: (error: Error) => ProxyError
}

/** Plain http:// requests to hosts that are not intercepted: forwarded by http-proxy as they are, never read. */
export class Passthrough {
  readonly #options: Options
  readonly #proxy = httpProxy.createProxyServer({ selfHandleResponse: true, xfwd: false, changeOrigin: false })
  readonly #agents: { readonly direct: Agent; readonly parent: Agent | undefined }
  readonly #paths = new WeakMap<IncomingMessage, string>()

  constructor(options: Options) {
    this.#options = options
    this.#agents = {
      direct: dialingAgent(options.dial),
      parent: options.parent === undefined ? undefined : dialingAgent(options.parent.dial),
    }
    this.#proxy.on('proxyReq', (outgoing, request, response) => {
      // http-proxy rewrites paths (it folds double slashes); the one that came is the one that goes.
      outgoing.path = this.#paths.get(request) ?? outgoing.path
      // It listens for an event that Node no longer emits once the body was read, and would leave this socket open.
      response.once('close', () => {
        if (!response.writableFinished) outgoing.destroy()
      })
    })
    this.#proxy.on('proxyRes', (answer, _request, response) => {
      response.sendDate = false
      response.writeHead(
        answer.statusCode ?? 502,
        answer.statusMessage,
        forwardableResponseHeaders(answer.rawHeaders) as never,
      )
      response.flushHeaders()
      pipeline(answer, response, (error) => {
        if (error) response.destroy()
      })
    })
  }

  /** @param path path and query of the absolute-form target */
  forward(request: IncomingMessage, response: ServerResponse, target: Target, path: string): void {
    const authority = formatAuthority(target, 80)
    const parent = this.#options.usesParent(target) ? this.#options.parent : undefined
    const view = requestView(request, authority, parent?.authorization)
    this.#paths.set(view, parent === undefined ? path : `http://${authority}${path}`)
    this.#proxy.web(
      view,
      response,
      {
        target: parent?.origin ?? `http://${authority}`,
        agent: parent === undefined ? this.#agents.direct : this.#agents.parent,
        method: request.method ?? 'GET',
        buffer: request,
        proxyTimeout: limits.upstreamAnswerTimeout,
      },
      (error) => {
        if (response.headersSent) return void response.destroy()
        const described = this.#options.describe(toUpstreamError(error))
        sendProxyError(response, described, { accept: request.headers.accept, close: true })
      },
    )
  }

  /** A WebSocket or other upgrade to a host that is not intercepted: the head is sent on, then bytes both ways. */
  async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, target: Target, path: string): Promise<void> {
    socket.on('error', () => socket.destroy())
    try {
      const upstream = await this.#options.dial(target)
      if (socket.destroyed) return void upstream.destroy()
      upstream.write(upgradeHead(request, path), 'latin1')
      openTunnel(socket, upstream, head, { isIntercepted: this.#options.isIntercepted, onEnd: () => {} })
    } catch (error) {
      writeProxyError(socket, this.#options.describe(error as Error))
    }
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
 */
function requestView(request: IncomingMessage, authority: string, authorization: string | undefined): IncomingMessage {
  const headers: Record<string, string | string[]> = {}
  const raw = forwardableRequestHeaders(request.rawHeaders)
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? ''
    const value = raw[i + 1] ?? ''
    const before = headers[name]
    headers[name] = before === undefined ? value : [before, value].flat()
  }
  for (const name of Object.keys(headers)) if (name.toLowerCase() === 'host') delete headers[name]
  headers['Host'] = authority
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  if (length !== undefined) headers['Content-Length'] = length
  else if (coding !== undefined) headers['Transfer-Encoding'] = 'chunked'
  if (authorization !== undefined) headers['Proxy-Authorization'] = authorization
  return Object.create(request, {
    headers: { value: headers },
    method: { value: 'POST' },
    url: { value: '/' },
  }) as IncomingMessage
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
