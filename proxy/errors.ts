import { WeirError } from '../core/errors.ts'
import { type TlsCause, tlsCause } from '../core/network/certificate-problems.ts'

/** The proxy may not connect to this destination. The client gets 403 with the reason. */
export class DestinationError extends WeirError {
  constructor(message: string) {
    super('ERR_DESTINATION_REFUSED', message)
  }
}

/** The client may not use the proxy at all. It gets 403 with the reason. */
export class ClientRefusedError extends WeirError {
  constructor() {
    super('ERR_CLIENT_REFUSED', 'this address may not use the proxy; WEIR_CLIENT_ALLOW_CIDRS lists those that may')
  }
}

/** `missing`, `wrong`: no credentials, or such as nobody has. `untold`: no trusted proxy says who the client is. */
export type IdentityFailure = 'missing' | 'wrong' | 'untold'

const IDENTITY_SENTENCES: Record<IdentityFailure, string> = {
  missing: 'this proxy asks who uses it: give it your e-mail address as the name and your proxy token as the password',
  wrong: 'this e-mail address and proxy token are nobody’s. A proxy token holds until it is replaced or revoked',
  untold: 'this proxy serves those whom another proxy has identified, and none of WEIR_TRUSTED_PROXIES has done so',
}

/** It is not known who the client is. It gets 407 with the reason, and a challenge. */
export class IdentityError extends WeirError {
  readonly failure: IdentityFailure

  constructor(failure: IdentityFailure) {
    super('ERR_IDENTITY', IDENTITY_SENTENCES[failure])
    this.failure = failure
  }
}

/** Nobody can say at the moment who the client is. It gets 503. */
export class IdentityUnavailableError extends WeirError {
  constructor(cause: Error) {
    super('ERR_IDENTITY_UNAVAILABLE', 'Weir cannot find out at the moment who you are', { cause })
  }
}

/** How connecting to an upstream failed. A closed set, used as a label of metrics. */
export type UpstreamFailure =
  | 'dns'
  | 'connect'
  | 'timeout'
  | 'parent_proxy'
  | 'certificate'
  | 'tls'
  | 'reset'
  | 'protocol'

/** An upstream could not be reached, did not prove its identity, or broke off. The client gets 502 or 504 with the reason. */
export class UpstreamError extends WeirError {
  readonly failure: UpstreamFailure

  constructor(failure: UpstreamFailure, message: string, options?: ErrorOptions) {
    super(`ERR_UPSTREAM_${failure.toUpperCase()}`, message, options)
    this.failure = failure
  }
}

/** The TLS of an upstream was refused: its certificate, or the handshake itself. */
export class UpstreamTlsError extends UpstreamError {
  /** What metrics count. */
  readonly tlsCause: TlsCause
  /** The code of OpenSSL, of Node or of certs/, such as CERT_HAS_EXPIRED: letters, digits and underscores. */
  readonly reason: string

  constructor(failure: 'certificate' | 'tls', reason: string, message: string, options?: ErrorOptions) {
    super(failure, message, options)
    this.reason = reason
    this.tlsCause = tlsCause(reason)
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

/** There was no room for a request in time. The client gets 503 and is asked to try again. */
export class BusyError extends WeirError {
  constructor(message: string) {
    super('ERR_BUSY', message)
  }
}

/** The resources that the proxy shares between clients, each with a bound. A closed set, used as a label of metrics. */
const RESOURCES = [
  'tunnels',
  'requests',
  'websockets',
  'banners',
  'bytes',
  'unfolded',
  'lookups',
  'handshakes',
  'identities',
] as const
export type Resource = (typeof RESOURCES)[number]

/** Why there was no room; with `gone` the client has left, so nobody is answered. A closed set, used as a label of metrics. */
export type AdmissionRefusal = 'waited_too_long' | 'queue_full' | 'stalled' | 'closing' | 'gone'

const ADMISSION_SENTENCES: Record<AdmissionRefusal, string> = {
  waited_too_long: 'the proxy is busy and had no room for this request in time',
  queue_full: 'the proxy is busy and too many requests wait already',
  stalled: 'the request did not get on while others were waiting for the room it took',
  closing: 'the proxy is stopping',
  gone: 'the client has gone',
}

/** The proxy has no room for a request. The client gets 503 with Retry-After. */
export class AdmissionError extends WeirError {
  readonly resource: Resource
  readonly refusal: AdmissionRefusal

  constructor(resource: Resource, refusal: AdmissionRefusal) {
    super('ERR_ADMISSION', ADMISSION_SENTENCES[refusal])
    this.resource = resource
    this.refusal = refusal
  }
}

/** The `code` of a system or TLS error, where it has one. */
export function errorCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
