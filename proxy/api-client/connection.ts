import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { ConnectionOptions } from 'node:tls'
import type { MessagePort } from 'node:worker_threads'
import { firstCertificate } from '../../certs/first-certificate.ts'
import { VERSION } from '../../config/version.ts'
import { ApiError, errorForStatus } from './errors.ts'

const CONNECT_TIMEOUT_MS = 5_000
/** From the request to the last byte of the answer. */
export const REQUEST_TIMEOUT_MS = 20_000
const MAX_CONNECTIONS = 4
/** Less than servers and balancers wait before they end an idle connection, which a request must not meet half closed. */
const IDLE_MS = 4_000
const MAX_ANSWER_BYTES = 64 * 1024 * 1024

/** By this the API tells its own proxies' requests from others in its log. */
const USER_AGENT = `weir-proxy/${VERSION}`

/** How a proxy reaches its API. */
export interface ApiAccess {
  /** https://host:port/api/v1, or http:// where a balancer on the same machine ends TLS. */
  readonly url: string
  /** The service token, `wst_...`. */
  readonly token: string
  /** PEM of the only CA that may have signed the API's certificate; undefined: the roots Node trusts. */
  readonly ca: string | undefined
  /** PEM of the very certificate that the API shows, whatever names it has; in place of `ca`. */
  readonly certificate?: string | undefined
  /** Leads to the API in the same process, which takes records there (core/model/hand-over.ts). Where there is none, they go over HTTP. */
  readonly records?: (() => MessagePort | undefined) | undefined
}

export interface ApiConnectionOptions extends Omit<ApiAccess, 'url'> {
  readonly apiUrl: string
  /** Told at each answer whose token it was. Not by an API of an earlier release. */
  readonly onTenant?: (id: string) => void
  /** Milliseconds since the epoch. */
  readonly now?: () => number
}

export interface ApiRequest {
  readonly method: 'GET' | 'POST'
  /** Below the base path, with its query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  readonly signal?: AbortSignal | undefined
}

export interface ApiAnswer {
  readonly etag: string | undefined
  readonly json: unknown
}

type Verification = Pick<
  ConnectionOptions,
  'rejectUnauthorized' | 'ca' | 'allowPartialTrustChain' | 'checkServerIdentity'
>

/** Authenticated requests to the API over verified, kept-alive connections. */
export class ApiConnection {
  /** Scheme, host and port: what error messages name. */
  readonly origin: string
  readonly #basePath: string
  readonly #authorization: string
  readonly #agent: HttpAgent
  #expected: Pick<ApiAccess, 'ca' | 'certificate'>
  readonly #closing = new AbortController()
  readonly #now: () => number
  readonly #onTenant: (id: string) => void

  constructor({ apiUrl, token, now = Date.now, onTenant = () => {}, ...expected }: ApiConnectionOptions) {
    const base = new URL(apiUrl)
    this.origin = base.origin
    this.#basePath = base.pathname.replace(/\/$/, '')
    this.#authorization = `Bearer ${token}`
    this.#now = now
    this.#onTenant = onTenant
    this.#expected = expected
    const kept = { keepAlive: true, maxSockets: MAX_CONNECTIONS, timeout: IDLE_MS }
    this.#agent = base.protocol === 'https:' ? new HttpsAgent(kept) : new HttpAgent(kept)
  }

  /** What the API's certificate must be. */
  get tls(): Verification {
    return verification(this.#expected)
  }

  /** The API beside this proxy may show this certificate from now on, besides the one it showed before. */
  expect(certificate: string): void {
    const { certificate: before } = this.#expected
    if (before === undefined || before.includes(certificate)) return
    this.#expected = { ...this.#expected, certificate: `${certificate}\n${firstCertificate(before)}` }
  }

  /** The CA of the API beside this proxy was replaced: from now on either may have signed its certificate. */
  trustAlso(before: string, after: string): void {
    const { ca } = this.#expected
    if (ca === undefined || !ca.includes(before.trim()) || ca.includes(after.trim())) return
    this.#expected = { ...this.#expected, ca: `${after}\n${ca}` }
  }

  /** The JSON of a 200; undefined for a 304. Throws ApiError for everything else. */
  async request({ signal, ...request }: ApiRequest): Promise<ApiAnswer | undefined> {
    const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
    const ending = AbortSignal.any([timeout, this.#closing.signal, ...(signal === undefined ? [] : [signal])])
    try {
      const answer = await this.#send(request, ending)
      const tenant = answer.headers['x-tenant-id']
      if (typeof tenant === 'string') this.#onTenant(tenant)
      if (answer.statusCode === 200) {
        return { etag: answer.headers.etag, json: this.#parse(await this.#read(answer)) }
      }
      // Whatever else it says, its connection serves the next request.
      answer.resume()
      if (answer.statusCode === 304) return undefined
      throw errorForStatus(answer.statusCode ?? 0, answer.headers['retry-after'], this.origin, this.#now())
    } catch (error) {
      if (error instanceof ApiError) throw error
      throw this.#unreachable(ending.aborted ? ending.reason : error)
    }
  }

  /** Resolves with the head of the answer. */
  #send({ method, path, headers, body }: Omit<ApiRequest, 'signal'>, signal: AbortSignal): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const isSecure = this.#agent instanceof HttpsAgent
    // What the certificate must be is part of what the agent knows a connection by: one made under another rule serves no request.
    const request = (isSecure ? httpsRequest : httpRequest)(this.origin + this.#basePath + path, {
      agent: this.#agent,
      method,
      headers: {
        accept: 'application/json',
        'user-agent': USER_AGENT,
        ...headers,
        authorization: this.#authorization,
        ...(body !== undefined && { 'content-length': body.length }),
      },
      signal,
      ...(isSecure && this.tls),
    })
    request.once('response', resolve).on('error', reject)
    request.once('socket', (socket) => {
      if (!socket.connecting) return
      const late = setTimeout(() => request.destroy(new ConnectTimeoutError()), CONNECT_TIMEOUT_MS).unref()
      const settle = () => clearTimeout(late)
      socket.once(isSecure ? 'secureConnect' : 'connect', settle).once('close', settle)
    })
    request.end(body)
    return promise
  }

  /** Where a WebSocket of the API opens, and the headers that let it in. */
  webSocketTarget(path: string): { readonly url: URL; readonly headers: Readonly<Record<string, string>> } {
    const url = new URL(this.#basePath + path, this.origin)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    return { url, headers: { 'user-agent': USER_AGENT, authorization: this.#authorization } }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#agent.destroy()
  }

  async #read(body: AsyncIterable<Uint8Array>): Promise<string> {
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > MAX_ANSWER_BYTES) throw this.unexpected('answered too much')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  }

  #parse(text: string): unknown {
    try {
      return JSON.parse(text)
    } catch {
      throw this.unexpected('answered something other than JSON')
    }
  }

  /** An answer that is not a Weir API's: from another server, or another version. */
  unexpected(what: string): ApiError {
    return new ApiError('ERR_API_UNEXPECTED', `the API at ${this.origin} ${what}`)
  }

  #unreachable(cause: unknown): ApiError {
    return new ApiError('ERR_API_UNREACHABLE', `the API at ${this.origin} cannot be reached (${reasonOf(cause)})`, {
      cause,
    })
  }
}

class ConnectTimeoutError extends Error {
  override readonly name = 'ConnectTimeoutError'
}

/** ECONNREFUSED, ECONNRESET, DEPTH_ZERO_SELF_SIGNED_CERT, TimeoutError, ... */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown cause'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

function verification({ ca, certificate }: Pick<ApiAccess, 'ca' | 'certificate'>): Verification {
  // Stated, so that no environment variable (NODE_TLS_REJECT_UNAUTHORIZED) can switch verification off.
  const stated = { rejectUnauthorized: true } as const
  if (certificate === undefined) return ca === undefined ? stated : { ...stated, ca }
  return { ...stated, ca: certificate, allowPartialTrustChain: true, checkServerIdentity: () => undefined }
}
