import { WeirError } from '../../core/errors.ts'

/**
 * What can go wrong between a proxy and its API.
 * `UNREACHABLE`: no connection, a certificate that does not verify, a time-out, a connection that broke.
 * `REFUSED`: 400 or 422, the request itself is at fault. `UNEXPECTED`: an answer that no Weir API gives.
 */
export type ApiErrorCode =
  | 'ERR_API_UNREACHABLE'
  | 'ERR_API_UNAUTHORIZED'
  | 'ERR_API_FORBIDDEN'
  | 'ERR_API_REFUSED'
  | 'ERR_API_TOO_LARGE'
  | 'ERR_API_RATE_LIMITED'
  | 'ERR_API_UNAVAILABLE'
  | 'ERR_API_UNEXPECTED'
  | 'ERR_API_INVALID_POLICIES'

interface ApiErrorOptions extends ErrorOptions {
  readonly status?: number
  readonly retryAfterMs?: number | undefined
}

/** The message names the API's origin and the kind of failure: never the token, never what was sent. */
export class ApiError extends WeirError {
  override readonly code: ApiErrorCode
  /** The status of an answer other than success. */
  readonly status: number | undefined
  /** How long the API asked to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(code: ApiErrorCode, message: string, options: ApiErrorOptions = {}) {
    super(code, message, options)
    this.code = code
    this.status = options.status
    this.retryAfterMs = options.retryAfterMs
  }
}

/** The setting to look at when the API refuses the proxy. */
const TOKEN_HINTS: ReadonlyMap<number, string> = new Map([
  [401, 'it does not know the token in WEIR_SERVICE_TOKEN'],
  [403, 'the token in WEIR_SERVICE_TOKEN does not allow it'],
])

/** What the API's own port answers to plain HTTP where it speaks TLS. */
const HTTPS_HINT = 'if it takes https:// only, WEIR_API_URL has to begin with that'

/** The error for a status other than 2xx and 304. `now` is in milliseconds, for a Retry-After that is a date. */
export function errorForStatus(status: number, retryAfter: string | undefined, origin: string, now: number): ApiError {
  const hint = status === 400 && origin.startsWith('http://') ? HTTPS_HINT : TOKEN_HINTS.get(status)
  const message = `the API at ${origin} answered ${status}${hint === undefined ? '' : `: ${hint}`}`
  return new ApiError(codeForStatus(status), message, { status, retryAfterMs: parseRetryAfter(retryAfter, now) })
}

function codeForStatus(status: number): ApiErrorCode {
  if (status >= 500) return 'ERR_API_UNAVAILABLE'
  switch (status) {
    case 400:
    case 422:
      return 'ERR_API_REFUSED'
    case 401:
      return 'ERR_API_UNAUTHORIZED'
    case 403:
      return 'ERR_API_FORBIDDEN'
    case 413:
      return 'ERR_API_TOO_LARGE'
    case 429:
      return 'ERR_API_RATE_LIMITED'
    default:
      return 'ERR_API_UNEXPECTED'
  }
}

/** The longest wait: a wrong header must not silence a proxy for ever. */
const RETRY_AFTER_MAX_MS = 300_000

/** RFC 9110, section 10.2.3: seconds, or an HTTP date. */
function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  const wait = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), RETRY_AFTER_MAX_MS)
}

const RETRY_MIN_MS = 250
const RETRY_MAX_MS = 5_000

/**
 * How long to wait after the given number of failures in a row: exponential, with jitter so that many proxies do not
 * come back in the same moment, and never less than the API asked for.
 */
export function retryDelayMs(failures: number, error: ApiError): number {
  const longest = Math.min(RETRY_MIN_MS * 2 ** (failures - 1), RETRY_MAX_MS)
  const jittered = (longest / 2) * (1 + Math.random())
  return Math.max(jittered, error.retryAfterMs ?? 0)
}
