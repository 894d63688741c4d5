import {
  AdmissionError,
  BusyError,
  ClientRefusedError,
  DestinationError,
  IdentityError,
  type IdentityFailure,
  IdentityUnavailableError,
  RequestError,
  UpstreamError,
  type UpstreamFailure,
} from '../errors.ts'
import { InspectionBusyError } from '../inspection/busy-error.ts'
import { SpoolError } from '../record/spool/spool-errors.ts'
import type { ProxyError } from './error-page.ts'

/** Failures after which the same request may well succeed. */
const TRANSIENT: ReadonlySet<UpstreamFailure> = new Set(['connect', 'timeout', 'reset'])

/** When a client is asked to try again after there was no room for it. */
const RETRY_AFTER_S = 5

const BASIC = 'Basic realm="Weir", charset="UTF-8"'

/**
 * Of 407 (RFC 9110 section 11.7.1). Where another proxy has to tell who it is, the client can do nothing: no client knows that
 * scheme, so none asks a person for a password.
 */
const CHALLENGES: Record<IdentityFailure, string> = {
  missing: BASIC,
  wrong: BASIC,
  untold: 'Trusted-Proxy realm="Weir"',
}

/**
 * The sentence that a client gets for an error: the error's own if its class allows that, otherwise one without internals.
 * @param service the host that the client asked for, if it is an AI service's
 */
export function describeError(error: Error, service?: string): ProxyError {
  if (error instanceof RequestError) {
    return { status: error.status, code: 'bad_request', message: signed(error.message), retry: false }
  }
  if (error instanceof DestinationError) {
    return {
      status: 403,
      code: 'destination_refused',
      message: sentence(`Weir does not connect to this destination: ${error.message}`),
      retry: false,
    }
  }
  if (error instanceof ClientRefusedError) {
    return { status: 403, code: 'client_refused', message: sentence(error.message), retry: false }
  }
  if (error instanceof IdentityError) {
    const code = `identity_${error.failure}`
    return { status: 407, code, message: sentence(error.message), retry: false, challenge: CHALLENGES[error.failure] }
  }
  if (error instanceof IdentityUnavailableError) {
    const message = signed(error.message)
    return { status: 503, code: 'identity_unavailable', message, retry: true, retryAfterS: RETRY_AFTER_S }
  }
  if (error instanceof AdmissionError) {
    return { status: 503, code: 'busy', message: sentence(error.message), retry: true, retryAfterS: RETRY_AFTER_S }
  }
  if (error instanceof UpstreamError) {
    return {
      status: error.failure === 'timeout' ? 504 : 502,
      code: `upstream_${error.failure}`,
      message: signed(service === undefined ? error.message : naming(service, error.message)),
      retry: TRANSIENT.has(error.failure),
    }
  }
  if (error instanceof SpoolError) {
    return {
      status: 503,
      code: 'record_unavailable',
      message: 'Weir cannot record prompts at the moment, so it does not let any pass. Please tell your administrator.',
      retry: false,
    }
  }
  if (error instanceof InspectionBusyError) {
    return {
      status: 503,
      code: 'inspection_busy',
      message: 'Weir has too many prompts to inspect at the moment. Please try again in a few seconds.',
      retry: true,
      retryAfterS: RETRY_AFTER_S,
    }
  }
  if (error instanceof BusyError) {
    return { status: 503, code: 'busy', message: signed(error.message), retry: true, retryAfterS: RETRY_AFTER_S }
  }
  return { status: 500, code: 'internal', message: 'Weir failed to handle this request.', retry: true }
}

/** Names the service in a text that may speak of it, once. */
function naming(service: string, text: string): string {
  if (text.includes(service)) return text
  if (text.includes('the service')) return text.replace('the service', `the service ${service}`)
  return `Weir cannot reach ${service}: ${text}`
}

/** Says who speaks: many tools show nothing but the message. */
function signed(text: string): string {
  return `${sentence(text)} This answer is from Weir, not from the service.`
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
}
