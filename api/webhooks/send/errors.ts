import type { errors } from 'undici'
import { WeirError } from '../../../core/errors.ts'
import { certificateProblem } from '../../../core/network/certificate-problems.ts'
import { ReceiverError } from '../receiver/errors.ts'
import { SealingError } from '../sealing.ts'
import { SigningSecretError } from '../signatures.ts'

/** Why an attempt failed: the closed set that deliveries and metrics tell. */
export type AttemptFailure =
  | 'timeout'
  | 'dns'
  | 'address'
  | 'connect'
  | 'tls'
  | 'reset'
  | 'protocol'
  | 'redirect'
  | 'status'
  | 'gone'
  | 'secret'
  | 'request'

/**
 * An attempt failed. The message is for the tenant's administrators: it tells neither the URL's query, nor a secret, nor
 * text of the answer, nor which private address a name led to.
 */
export class AttemptError extends WeirError {
  readonly failure: AttemptFailure

  constructor(failure: AttemptFailure, message: string, options?: ErrorOptions) {
    super(`ERR_ATTEMPT_${failure.toUpperCase()}`, message, options)
    this.failure = failure
  }
}

const CONNECT_PROBLEMS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at the receiver’s port',
  EHOSTUNREACH: 'the receiver cannot be reached',
  ENETUNREACH: 'the receiver’s network cannot be reached',
  ENETDOWN: 'the network is down',
  EHOSTDOWN: 'the receiver is down',
  EADDRNOTAVAIL: 'the receiver’s address cannot be used from here',
  EACCES: 'the connection is forbidden on this machine',
  EPERM: 'the connection is forbidden on this machine',
  EMFILE: 'this machine has no free file descriptor',
  ENFILE: 'this machine has no free file descriptor',
  ETIMEDOUT: 'the receiver does not answer',
}

const RESET_CODES = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET'])
const DNS_SYSCALLS = new Set(['getaddrinfo', 'queryA', 'queryAaaa'])

/** Maps what the network, TLS, undici and our own checks throw to the closed set. */
export function toAttemptError(error: unknown): AttemptError {
  if (error instanceof AttemptError) return error
  if (error instanceof ReceiverError) return new AttemptError('address', error.message, { cause: error })
  if (error instanceof SealingError || error instanceof SigningSecretError) {
    return new AttemptError('secret', error.message, { cause: error })
  }
  // undici's error for an interim answer that was not requested.
  if (isSocketError(error) && /^bad (?:upgrade|response)$/.test(error.message)) {
    return new AttemptError(
      'protocol',
      `the receiver sent an interim answer that was not asked for (${error.message})`,
      {
        cause: error,
      },
    )
  }
  const code = stringOf(error, 'code') ?? 'unknown'
  const options = { cause: error }
  if (DNS_SYSCALLS.has(stringOf(error, 'syscall') ?? '')) {
    return new AttemptError('dns', `the receiver’s name cannot be resolved (${code})`, options)
  }
  if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED') {
    return new AttemptError('request', `the webhook’s headers cannot be sent: set them anew (${code})`, options)
  }
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') {
    return new AttemptError('reset', 'Weir is stopping', options)
  }
  const certificate = certificateProblem(code)
  if (certificate !== undefined) {
    return new AttemptError('tls', `the receiver’s certificate was refused: ${certificate} (${code})`, options)
  }
  if (/^(?:ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code)) {
    return new AttemptError('tls', `the TLS handshake failed (${code})`, options)
  }
  if (RESET_CODES.has(code))
    return new AttemptError('reset', `the receiver broke off the connection (${code})`, options)
  const connect = CONNECT_PROBLEMS[code]
  if (connect !== undefined) return new AttemptError('connect', `${connect} (${code})`, options)
  return new AttemptError('protocol', `the receiver’s answer could not be read as HTTP/1.1 (${code})`, options)
}

function stringOf(error: unknown, key: 'code' | 'syscall'): string | undefined {
  const value = typeof error === 'object' && error !== null && key in error ? Reflect.get(error, key) : undefined
  return typeof value === 'string' ? value : undefined
}

/** By its code: undici is loaded with the first delivery. */
export function isSocketError(error: unknown): error is errors.SocketError {
  return error instanceof Error && 'code' in error && error.code === 'UND_ERR_SOCKET'
}
