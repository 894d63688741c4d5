import { RequestError } from '../errors.ts'
import type { RequestTarget } from '../platforms/platform.ts'
import { isAmbiguous } from './ambiguous-target.ts'
import { parseHost } from './authority.ts'
import type { InterceptedConnection } from './connection.ts'
import type { Fields } from './fields.ts'
import type { RequestHead } from './heads.ts'

/** What a request is for, as platforms look at it; what nobody looks at is never taken apart. */
class ReadTarget implements RequestTarget {
  readonly method: string
  readonly path: string
  readonly host: string
  readonly #search: string
  readonly #fields: Fields
  #query: URLSearchParams | undefined
  #headers: RequestTarget['headers'] | undefined

  constructor(method: string, url: string, fields: Fields, host: string) {
    const query = url.indexOf('?')
    this.method = method
    this.host = host
    this.path = query === -1 ? url : url.slice(0, query)
    this.#search = query === -1 ? '' : url.slice(query + 1)
    this.#fields = fields
  }

  get query(): URLSearchParams {
    this.#query ??= this.#search === '' ? NO_QUERY : new URLSearchParams(this.#search)
    return this.#query
  }

  get headers(): RequestTarget['headers'] {
    this.#headers ??= this.#fields.toRecord()
    return this.#headers
  }
}

/** Nobody changes a query. */
const NO_QUERY = new URLSearchParams()

/**
 * @throws RequestError (400) if the target is neither a path nor an absolute form of this connection's own authority
 * @throws RequestError (421) if the request is for another host than its connection: domain fronting, or a mix-up
 */
export function readTarget(head: RequestHead, connection: InterceptedConnection): RequestTarget {
  const { target, scheme, otherName } = connection
  if (otherName !== undefined) {
    throw new RequestError(421, `the TLS hello names another host than CONNECT did (${target.host})`)
  }
  const host = head.fields.get('host')
  // Nearly every client spells the host as it did in CONNECT; parsing is for the others.
  if (
    host !== undefined &&
    host !== target.host &&
    parseHost(host, scheme === 'https' ? 443 : 80).host !== target.host
  ) {
    throw new RequestError(421, `the Host header names another host than the connection was made for (${target.host})`)
  }
  return new ReadTarget(head.method, pathOf(head, connection), head.fields, target.host)
}

/**
 * Path and query of an origin-form target, or of an absolute form that names the connection's own authority; `*` of OPTIONS
 * (RFC 9112 section 3.2). Nothing else is a request for a resource of this host.
 * @throws RequestError (400)
 */
export function pathOf(head: Pick<RequestHead, 'method' | 'target'>, connection: InterceptedConnection): string {
  const url = head.target
  if (isAmbiguous(url)) throw new RequestError(400, 'the request target holds a fragment or a backslash')
  if (head.method === 'CONNECT') throw new RequestError(400, 'CONNECT is not spoken inside a tunnel')
  if (url.startsWith('/')) return withOneSlash(url)
  if (url === '*' && head.method === 'OPTIONS') return url
  const [, itsScheme, authority, rest] = /^(https?):\/\/([^/?]*)(.*)/i.exec(url) ?? []
  if (itsScheme === undefined || authority === undefined || rest === undefined) {
    throw new RequestError(400, 'the request target is malformed')
  }
  const { scheme, target } = connection
  const named = parseHost(authority, scheme === 'https' ? 443 : 80)
  if (itsScheme.toLowerCase() !== scheme || named.host !== target.host || named.port !== target.port) {
    throw new RequestError(400, 'the request target names another authority than the connection was made for')
  }
  return rest.startsWith('/') ? withOneSlash(rest) : `/${rest}`
}

/**
 * Two slashes at the beginning of a path are an empty segment to some servers and one slash to others, and to those that read a target as a
 * reference (RFC 3986 section 4.2) the name of another host, with the path behind it. With one all read what was judged.
 */
function withOneSlash(path: string): string {
  return path.startsWith('//') ? path.replace(/^\/+/, '/') : path
}
