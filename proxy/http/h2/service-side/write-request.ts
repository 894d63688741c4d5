import type { ExchangeRequest } from '../../exchange.ts'
import { appendFields } from '../raw-headers.ts'

/** The header list of a request (RFC 9113 section 8.3.1): Host becomes :authority, and cookies go in pieces (section 8.2.3). */
export function requestHeaders({ connection, method, path, fields, acceptsTrailers }: ExchangeRequest): string[] {
  const regular: string[] = []
  appendFields(regular, fields)
  const list = [':method', method, ':scheme', connection.scheme, ':authority', '', ':path', path]
  for (let at = 0; at + 1 < regular.length; at += 2) {
    const name = regular[at] ?? ''
    const value = regular[at + 1] ?? ''
    if (name === 'host') list[5] = value
    else if (name !== 'cookie') list.push(name, value)
    else for (const crumb of value.split('; ')) list.push('cookie', crumb)
  }
  // The only thing that te may say here (section 8.2.2); gRPC asks for it.
  if (acceptsTrailers === true) list.push('te', 'trailers')
  return list
}
