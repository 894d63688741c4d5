import type { Logger } from 'pino'
import { type WriteInfo, writerOf } from '../../config/raw-lines.ts'
import { withoutValues } from '../../core/inspect/without-values.ts'
import { DestinationError, IdentityError, IdentityUnavailableError, RequestError, UpstreamError } from '../errors.ts'
import { type Defer, type OnExchange, type RequestMetrics, RequestTrace } from './request-trace.ts'

/** Where a failure happened. */
export interface FailurePlace {
  readonly client: string
  readonly host?: string | undefined
  readonly port?: number | undefined
}

interface HandshakeFailure {
  readonly host: string
  readonly failure: 'certificate' | 'tls'
  /** Of OpenSSL or Node, such as CERT_HAS_EXPIRED. */
  readonly reason: string | undefined
}

/** A host name is at most 253 characters (RFC 1035); a client may send more. */
const HOST_MAX = 255

/**
 * The lines that the proxy writes about its traffic, at `info`; at `warn` where a record is missing. The set of fields is closed and documented (docs/logging.md): no text,
 * no value, no path, no header of a request has a place here.
 */
export class ProxyLog {
  readonly #logger: Pick<Logger, 'info' | 'warn'>
  readonly #writeInfo: WriteInfo | undefined
  readonly #metrics: RequestMetrics | undefined
  readonly #later: Defer
  readonly #onExchange: OnExchange

  /**
   * @param metrics count what the lines of requests say
   * @param later writes the lines of requests when it does what it is given; at once if not given
   * @param onExchange makes spans of what the lines say
   */
  constructor(
    logger: Pick<Logger, 'info' | 'warn'>,
    metrics?: RequestMetrics,
    later: Defer = (work) => work(),
    onExchange?: OnExchange,
  ) {
    this.#onExchange = onExchange
    this.#logger = logger
    this.#writeInfo = writerOf(logger)
    this.#metrics = metrics
    this.#later = later
  }

  /** Begins the line of a request; `finish` writes it, once. */
  begin(platform: string, client: string): RequestTrace {
    const writeInfo = this.#writeInfo
    return new RequestTrace(this.#logger, writeInfo, this.#metrics, this.#later, platform, client, this.#onExchange)
  }

  /** A destination that is refused, a name that is not resolved, a server that is not reached, a request that is not taken. */
  failed(error: Error, { client, host, port }: FailurePlace): void {
    const { event, ...reason } = describeFailure(error)
    this.#logger.info(
      { event, client_address: addressOf(client), host: host && hostName(host), port, ...reason },
      MESSAGES[event],
    )
  }

  /** A client that did not finish TLS with us; `rejected` means that it does not trust the CA. */
  clientHandshakeFailed(reason: string, { client, host, port }: FailurePlace): void {
    const event = 'client_handshake_failed'
    this.#logger.info({ event, client_address: client, host: host && hostName(host), port, reason }, MESSAGES[event])
  }

  /** A client passes through to a host for a time, uninspected, since it always refuses our certificate. */
  clientPassed(reason: string, { client, host, port }: FailurePlace): void {
    const event = 'client_passed'
    this.#logger.warn({ event, client_address: client, host: host && hostName(host), port, reason }, MESSAGES[event])
  }

  /** The TLS of an AI service that was refused. */
  upstreamHandshakeFailed({ host, failure, reason }: HandshakeFailure): void {
    const event = 'upstream_handshake_failed'
    this.#logger.info({ event, host: hostName(host), failure, reason }, MESSAGES[event])
  }
}

const MESSAGES = {
  destination_refused: 'a destination was refused',
  lookup_failed: 'a name was not resolved',
  connection_failed: 'a destination was not reached',
  request_refused: 'a request was refused for its form',
  identity_refused: 'a client was not identified',
  client_handshake_failed: 'a client did not finish its TLS handshake',
  client_passed: 'a client passes through without inspection',
  upstream_handshake_failed: 'the TLS of a service was refused',
  failed: 'a request failed',
} as const

function describeFailure(error: Error): {
  event: keyof typeof MESSAGES
  failure?: string
  status?: number
} {
  if (error instanceof DestinationError) return { event: 'destination_refused' }
  if (error instanceof IdentityError) return { event: 'identity_refused', failure: error.failure }
  if (error instanceof IdentityUnavailableError) return { event: 'identity_refused', failure: 'unavailable' }
  if (error instanceof RequestError) return { event: 'request_refused', status: error.status }
  if (!(error instanceof UpstreamError)) return { event: 'failed' }
  const { failure } = error
  return failure === 'dns' ? { event: 'lookup_failed' } : { event: 'connection_failed', failure }
}

/** IPv4 is not shown as IPv6-mapped. */
function addressOf(client: string): string {
  return client.replace(/^::ffff:(?=\d+\.)/, '')
}

function hostName(host: string): string {
  return withoutValues(host.slice(0, HOST_MAX))
}
