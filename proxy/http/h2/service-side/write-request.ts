import type { ExchangeRequest } from '../../exchange.ts'
import { appendFields } from '../raw-headers.ts'

/** The header list of a request (RFC 9113 section 8.3.1): Host becomes :authority, and cookies go in pieces (section 8.2.3). */
export function requestHeaders(request: ExchangeRequest): string[] {
  const { connection, method, path, fields, acceptsTrailers, upgrade } = request
  const regular: string[] = []
  appendFields(regular, fields)
  const list = [
    ':method',
    upgrade === undefined ? method : 'CONNECT',
    ':scheme',
    connection.scheme,
    ':authority',
    '',
    ':path',
    path,
  ]
  for (let at = 0; at + 1 < regular.length; at += 2) {
    const name = regular[at] ?? ''
    const value = regular[at + 1] ?? ''
    if (name === 'host') list[5] = value
    // RFC 8441 section 5: there is no key, as nobody could take the request for another.
    else if (upgrade !== undefined && name === 'sec-websocket-key') continue
    else if (name !== 'cookie') list.push(name, value)
    else for (const crumb of value.split('; ')) list.push('cookie', crumb)
  }
  if (upgrade !== undefined) list.splice(8, 0, ':protocol', upgrade)
  // The only thing that te may say here (section 8.2.2); gRPC asks for it.
  if (acceptsTrailers === true) list.push('te', 'trailers')
  return list
}
