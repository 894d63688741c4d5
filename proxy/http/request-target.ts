import type { IncomingMessage } from 'node:http'
import { RequestError } from '../errors.ts'
import type { InterceptedConnection } from '../intercept/interceptor.ts'
import type { RequestTarget } from '../platforms/platform.ts'
import { formatAuthority, parseHost } from './authority.ts'

/**
 * @throws RequestError (400) where the target is neither a path nor an absolute form of this connection's own authority
 * @throws RequestError (421) where the request is for another host than its connection: domain fronting, or a mix-up
 */
export function readTarget(request: IncomingMessage, connection: InterceptedConnection): RequestTarget {
  const { target, scheme, otherName } = connection
  if (otherName !== undefined) {
    throw new RequestError(421, `the TLS hello names another host than CONNECT did (${target.host})`)
  }
  const host = request.headers.host
  // Nearly every client spells the host as it did in CONNECT; parsing is for the others.
  if (
    host !== undefined &&
    host !== target.host &&
    parseHost(host, scheme === 'https' ? 443 : 80).host !== target.host
  ) {
    throw new RequestError(421, `the Host header names another host than the connection was made for (${target.host})`)
  }
  const url = pathOf(request.url ?? '/', connection)
  const query = url.indexOf('?')
  return {
    method: request.method ?? 'GET',
    path: query === -1 ? url : url.slice(0, query),
    query: new URLSearchParams(query === -1 ? '' : url.slice(query + 1)),
    headers: request.headers as RequestTarget['headers'],
  }
}

/**
 * Path and query of an origin-form target, or of an absolute form that names the connection's own authority (RFC 9112
 * section 3.2.2). Nothing else is a request for a resource of this host.
 * @throws RequestError (400)
 */
export function pathOf(url: string, { scheme, target }: Pick<InterceptedConnection, 'scheme' | 'target'>): string {
  if (url.startsWith('/')) return url
  const [, itsScheme, authority, rest] = /^(https?):\/\/([^/?#]*)([^#]*)/i.exec(url) ?? []
  if (itsScheme === undefined || authority === undefined || rest === undefined) {
    throw new RequestError(400, 'the request target is malformed')
  }
  const named = parseHost(authority, scheme === 'https' ? 443 : 80)
  if (itsScheme.toLowerCase() !== scheme || named.host !== target.host || named.port !== target.port) {
    throw new RequestError(400, 'the request target names another authority than the connection was made for')
  }
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** `https://host[:port]`, as connections upstream are pooled by. */
export function originOf({ scheme, target }: InterceptedConnection): string {
  return `${scheme}://${formatAuthority(target, scheme === 'https' ? 443 : 80)}`
}
