import type { ConnectionOptions } from 'node:tls'
import type { MessagePort } from 'node:worker_threads'
import { buildConnector, Pool } from 'undici'
import { firstCertificate } from '../../certs/first-certificate.ts'
import { VERSION } from '../../config/version.ts'
import { ApiError, errorForStatus } from './errors.ts'

const CONNECT_TIMEOUT_MS = 5_000
/** From the request to the last byte of the answer. */
export const REQUEST_TIMEOUT_MS = 20_000
const MAX_CONNECTIONS = 4
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
  readonly #pool: Pool
  #expected: Pick<ApiAccess, 'ca' | 'certificate'>
  #connect: buildConnector.connector
  readonly #now: () => number

  constructor({ apiUrl, token, now = Date.now, ...expected }: ApiConnectionOptions) {
    const base = new URL(apiUrl)
    this.origin = base.origin
    this.#basePath = base.pathname.replace(/\/$/, '')
    this.#authorization = `Bearer ${token}`
    this.#now = now
    this.#expected = expected
    this.#connect = this.#connector()
    this.#pool = new Pool(base.origin, {
      connections: MAX_CONNECTIONS,
      allowH2: false,
      headersTimeout: REQUEST_TIMEOUT_MS,
      bodyTimeout: REQUEST_TIMEOUT_MS,
      connect: (options, callback) => this.#connect(options, callback),
    })
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
    this.#connect = this.#connector()
  }

  /** The CA of the API beside this proxy was replaced: from now on either may have signed its certificate. */
  trustAlso(before: string, after: string): void {
    const { ca } = this.#expected
    if (ca === undefined || !ca.includes(before.trim()) || ca.includes(after.trim())) return
    this.#expected = { ...this.#expected, ca: `${after}\n${ca}` }
    this.#connect = this.#connector()
  }

  #connector(): buildConnector.connector {
    return buildConnector({ allowH2: false, timeout: CONNECT_TIMEOUT_MS, ...this.tls })
  }

  /** The JSON of a 200; undefined for a 304. Throws ApiError for everything else. */
  async request({ method, path, headers, body, signal }: ApiRequest): Promise<ApiAnswer | undefined> {
    const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
    try {
      const answer = await this.#pool.request({
        method,
        path: this.#basePath + path,
        headers: {
          accept: 'application/json',
          'user-agent': USER_AGENT,
          ...headers,
          authorization: this.#authorization,
        },
        body: body ?? null,
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      })
      if (answer.statusCode === 200) {
        return { etag: single(answer.headers.etag), json: this.#parse(await this.#read(answer.body)) }
      }
      await answer.body.dump()
      if (answer.statusCode === 304) return undefined
      throw errorForStatus(answer.statusCode, single(answer.headers['retry-after']), this.origin, this.#now())
    } catch (error) {
      throw error instanceof ApiError ? error : this.#unreachable(error)
    }
  }

  /** Where a WebSocket of the API opens, and the headers that let it in. */
  webSocketTarget(path: string): { readonly url: URL; readonly headers: Readonly<Record<string, string>> } {
    const url = new URL(this.#basePath + path, this.origin)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    return { url, headers: { 'user-agent': USER_AGENT, authorization: this.#authorization } }
  }

  async close(): Promise<void> {
    await this.#pool.destroy()
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

/** ECONNREFUSED, UND_ERR_SOCKET, DEPTH_ZERO_SELF_SIGNED_CERT, TimeoutError, ... */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown cause'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

function verification({ ca, certificate }: Pick<ApiAccess, 'ca' | 'certificate'>): Verification {
  // Stated, so that no environment variable (NODE_TLS_REJECT_UNAUTHORIZED) can switch verification off.
  const stated = { rejectUnauthorized: true } as const
  if (certificate === undefined) return ca === undefined ? stated : { ...stated, ca }
  return { ...stated, ca: certificate, allowPartialTrustChain: true, checkServerIdentity: () => undefined }
}
