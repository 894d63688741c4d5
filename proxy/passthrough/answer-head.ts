import type { IncomingMessage } from 'node:http'
import { UpstreamError } from '../errors.ts'

/** A status line for a client. It is checked, because a server may have written anything. */
export interface StatusLine {
  readonly status: number
  readonly reason: string
}

/** All but HTAB, space, visible ASCII and the bytes above it (RFC 9112, 4: reason-phrase). */
const NO_REASON = /[^\t\x20-\x7e\x80-\xff]/g

/**
 * The status line of a final answer as it can be passed on. Node's parser takes any three digits and any bytes of a reason;
 * its writer throws at both.
 * @throws UpstreamError (protocol) if the status is none of a final answer (RFC 9110, 15)
 */
export function readStatusLine({ statusCode, statusMessage }: IncomingMessage): StatusLine {
  if (statusCode === undefined || statusCode < 200 || statusCode > 999) {
    throw new UpstreamError(
      'protocol',
      `the server answered with the status ${statusCode ?? 'nothing'}, which does not exist`,
    )
  }
  return { status: statusCode, reason: (statusMessage ?? '').replace(NO_REASON, ' ') }
}
