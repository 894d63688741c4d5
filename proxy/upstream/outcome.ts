import {
  AdmissionError,
  ClientRefusedError,
  DestinationError,
  IdentityError,
  IdentityUnavailableError,
  RequestError,
  UpstreamError,
} from '../errors.ts'

/** How a CONNECT or a plain request came out where it did not pass. The closed set that metrics count by. */
export type FailedOutcome =
  | 'client_refused'
  | 'unidentified'
  | 'refused'
  | 'bad_request'
  | 'dns_failed'
  | 'connect_failed'
  | 'timeout'
  | 'parent_failed'
  | 'upstream_failed'
  | 'busy'
  | 'failed'

export function outcomeOf(error: unknown): FailedOutcome {
  if (error instanceof ClientRefusedError) return 'client_refused'
  if (error instanceof IdentityError || error instanceof IdentityUnavailableError) return 'unidentified'
  if (error instanceof DestinationError) return 'refused'
  if (error instanceof AdmissionError) return 'busy'
  if (error instanceof UpstreamError) return outcomeOfUpstream(error)
  return error instanceof RequestError ? 'bad_request' : 'failed'
}

function outcomeOfUpstream({ failure }: UpstreamError): FailedOutcome {
  switch (failure) {
    case 'dns':
      return 'dns_failed'
    case 'connect':
      return 'connect_failed'
    case 'timeout':
      return 'timeout'
    case 'parent_proxy':
      return 'parent_failed'
    default:
      return 'upstream_failed'
  }
}
