import type { Socket } from 'node:net'
import { Agent, type buildConnector, type Dispatcher } from 'undici'
import { WeirError } from '../../core/errors.ts'
import { errorCode, UpstreamError } from '../errors.ts'
import type { Exchange, ExchangeHandler, ExchangeRequest, Exchanger } from '../http/exchange.ts'
import { limits } from '../limits.ts'
import type { Dial } from './dial.ts'
import type { DialTls } from './dial-tls.ts'

interface Options {
  readonly dial: Dial
  readonly dialTls: DialTls
}

/** undici behind the Exchanger interface: pools of kept-alive HTTP/1.1 connections, one pool per origin. */
export function createUndiciExchanger(options: Options): Exchanger {
  const agent = new Agent({
    connect: createConnector(options),
    pipelining: 1,
    // Offering HTTP/2, undici probes a new connection before it lets the requests behind the first one go.
    allowH2: false,
    headersTimeout: limits.upstreamAnswerTimeout,
    bodyTimeout: limits.upstreamAnswerTimeout,
    keepAliveTimeout: limits.upstreamIdleTimeout,
    maxHeaderSize: limits.headerBytes,
    maxOrigins: Number.POSITIVE_INFINITY,
  })
  return {
    start: (request, handler) => start(agent, request, handler),
    close: () => agent.destroy(),
  }
}

function start(agent: Agent, request: ExchangeRequest, handler: ExchangeHandler): Exchange {
  let controller: Dispatcher.DispatchController | undefined
  let aborted = false
  agent.dispatch(
    {
      origin: request.origin,
      method: request.method as Dispatcher.HttpMethod,
      path: request.path,
      headers: request.headers as string[],
      body: request.body,
    },
    {
      onRequestStart(started) {
        controller = started
        if (aborted) started.abort(new UpstreamError('reset', 'the client went away'))
        else handler.sent()
      },
      onResponseStart(started, status, _headers, statusText) {
        // 1xx answers are this hop's business; the one that matters comes after them.
        if (status >= 200) handler.head(status, decode(started.rawHeaders), statusText ?? '')
      },
      onResponseData(started, chunk) {
        if (!handler.data(chunk)) started.pause()
      },
      onResponseEnd(started) {
        handler.end(decode(started.rawTrailers))
      },
      onResponseError(_started, error) {
        handler.failed(toUpstreamError(error))
      },
    },
  )
  return {
    abort() {
      aborted = true
      controller?.abort(new UpstreamError('reset', 'the client went away'))
    },
    resume() {
      controller?.resume()
    },
  }
}

/** Header bytes are ISO 8859-1 (RFC 9110 section 5.5), so that writing them back gives the same bytes. */
function decode(raw: Dispatcher.DispatchController['rawHeaders']): string[] {
  if (!Array.isArray(raw)) return []
  return raw.map((item) => (typeof item === 'string' ? item : item.toString('latin1')))
}

function createConnector({ dial, dialTls }: Options): buildConnector.connector {
  return ({ hostname, port, protocol }, callback): void => {
    const secure = protocol === 'https:'
    const target = { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) || (secure ? 443 : 80) }
    const connecting: Promise<Socket> = secure ? dialTls(target) : dial(target)
    connecting.then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    )
  }
}

/** Maps undici's and the system's errors to the closed set metrics count by. */
function toUpstreamError(error: Error): Error {
  if (error instanceof WeirError) return error
  const code = errorCode(error) ?? 'unknown'
  switch (code) {
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return new UpstreamError('timeout', `the service did not answer in time (${code})`, { cause: error })
    case 'UND_ERR_SOCKET':
    case 'ECONNRESET':
    case 'EPIPE':
      return new UpstreamError('reset', `the service broke off the connection (${code})`, { cause: error })
    default:
      return new UpstreamError('protocol', `the service's answer could not be read (${code})`, { cause: error })
  }
}
