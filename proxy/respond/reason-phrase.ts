import { STATUS_CODES } from 'node:http'

/** The only part of an answer to CONNECT that some tools show: who refused or failed, and why. By the code of the error. */
const PHRASES: ReadonlyMap<string, string> = new Map([
  ['destination_refused', 'Refused by Weir: destination not allowed'],
  ['identity_missing', 'Weir: proxy authentication required'],
  ['identity_wrong', 'Weir: wrong e-mail address or proxy token'],
  ['identity_untold', 'Weir: not identified by a trusted proxy'],
  ['identity_unavailable', 'Weir: identity cannot be checked'],
  ['record_unavailable', 'Refused by Weir: prompts cannot be recorded'],
  ['inspection_busy', 'Weir: too many prompts wait for their inspection'],
  ['busy', 'Weir: too many requests at once'],
  ['internal', 'Weir: internal error'],
  ['upstream_dns', 'Weir: host name not resolved'],
  ['upstream_connect', 'Weir: no connection to the server'],
  ['upstream_timeout', 'Weir: the server did not answer in time'],
  ['upstream_parent_proxy', 'Weir: the parent proxy failed'],
  ['upstream_certificate', 'Weir: the certificate of the server was refused'],
  ['upstream_tls', 'Weir: TLS with the server failed'],
  ['upstream_reset', 'Weir: the server broke off the connection'],
  ['upstream_protocol', 'Weir: the server answered something that is not HTTP'],
])

/** The reason phrase of an answer of Weir's own (RFC 9112 section 4), ASCII. Requests that are refused for their form get the usual one. */
export function reasonPhrase({ status, code }: { readonly status: number; readonly code: string }): string {
  return PHRASES.get(code) ?? STATUS_CODES[status] ?? 'Error'
}
