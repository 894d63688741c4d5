import { WeirError } from '../../core/errors.ts'

/** The place of the error in the request: `rules.conditions.0.operator`, or a query parameter's name. */
export interface Detail {
  readonly path: string
  readonly message: string
}

interface Extras {
  readonly details?: readonly Detail[]
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer other than success. The message is one sentence that a person can act on (docs/reference/api-rules.md, Errors). */
export class ApiError extends WeirError {
  readonly status: number
  readonly details: readonly Detail[] | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, code: string, message: string, extras: Extras = {}) {
    super(code, message)
    this.status = status
    this.details = extras.details
    this.headers = extras.headers ?? {}
  }
}

export function badRequest(message: string, details: readonly Detail[] = []): ApiError {
  return new ApiError(400, 'ERR_BAD_REQUEST', message, { details })
}

/** One message for every cause, so that nobody learns which it was. */
export function unauthorized(message = 'A valid token is needed: log in, or check the service token'): ApiError {
  return new ApiError(401, 'ERR_UNAUTHORIZED', message, { headers: { 'WWW-Authenticate': 'Bearer' } })
}

export function forbidden(message = 'Your role does not allow this'): ApiError {
  return new ApiError(403, 'ERR_FORBIDDEN', message)
}

/** To an admin whose second factor is still to be set up. */
export function enrolFirst(): ApiError {
  return forbidden('Administrators need a second factor here: set it up first, with POST /users/me/second-factor')
}

/** Also for malformed ids and for objects of another tenant. */
export function notFound(what: string): ApiError {
  return new ApiError(404, 'ERR_NOT_FOUND', `${what} not found`)
}

export function methodNotAllowed(allowed: readonly string[]): ApiError {
  const allow = allowed.join(', ')
  return new ApiError(405, 'ERR_METHOD_NOT_ALLOWED', `This path accepts only ${allow}`, { headers: { Allow: allow } })
}

export function conflict(message: string): ApiError {
  return new ApiError(409, 'ERR_CONFLICT', message)
}

export function preconditionFailed(): ApiError {
  return new ApiError(412, 'ERR_PRECONDITION_FAILED', 'It has changed since you read it: read it again, then repeat')
}

export function payloadTooLarge(limitBytes: number): ApiError {
  return new ApiError(413, 'ERR_PAYLOAD_TOO_LARGE', `The request body is larger than ${limitBytes} bytes`)
}

export function unsupportedMediaType(): ApiError {
  return new ApiError(415, 'ERR_UNSUPPORTED_MEDIA_TYPE', 'The request body must be JSON, sent as application/json')
}

/** @param retryAfterSeconds when it is worth another try */
export function unavailable(message: string, retryAfterSeconds: number): ApiError {
  return new ApiError(503, 'ERR_UNAVAILABLE', message, { headers: { 'Retry-After': String(retryAfterSeconds) } })
}

export function tooManyRequests(retryAfterSeconds: number, headers: Readonly<Record<string, string>> = {}): ApiError {
  return new ApiError(429, 'ERR_RATE_LIMITED', `Too many requests: try again in ${retryAfterSeconds} seconds`, {
    headers: { ...headers, 'Retry-After': String(retryAfterSeconds) },
  })
}
