import { WeirError } from '../core/errors.ts'

/** Why the proxy may not connect somewhere. The client is told, with 403. */
export class DestinationError extends WeirError {
  constructor(message: string) {
    super('ERR_DESTINATION_REFUSED', message)
  }
}

/** How connecting to an upstream failed; the closed set that metrics count by. */
export type UpstreamFailure =
  | 'dns'
  | 'connect'
  | 'timeout'
  | 'parent_proxy'
  | 'certificate'
  | 'tls'
  | 'reset'
  | 'protocol'

/** An upstream could not be reached, was not who it should be, or broke off. The client is told, with 502 or 504. */
export class UpstreamError extends WeirError {
  readonly failure: UpstreamFailure

  constructor(failure: UpstreamFailure, message: string, options?: ErrorOptions) {
    super(`ERR_UPSTREAM_${failure.toUpperCase()}`, message, options)
    this.failure = failure
  }
}

/** A request whose framing or target is ambiguous: two parsers could read it differently. `status` is what it is answered with. */
export class RequestError extends WeirError {
  readonly status: number

  constructor(status: number, message: string) {
    super('ERR_REQUEST', message)
    this.status = status
  }
}

/** There was no room for a request in time. The client is told with 503, and to try again. */
export class BusyError extends WeirError {
  constructor(message: string) {
    super('ERR_BUSY', message)
  }
}

/** The `code` of a system or TLS error, where it has one. */
export function errorCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
