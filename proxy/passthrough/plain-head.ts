import { normalizeHost } from '../../core/network/host-name.ts'

/**
 * What a tunnel's first bytes are as a request of HTTP/1 (RFC 9112 section 3): `names` are the hosts that it is for, as far as it
 * has come.
 */
export type PlainHead =
  | { readonly kind: 'not_http' }
  | { readonly kind: 'incomplete' | 'whole'; readonly names: readonly string[] }

/** A method, and perhaps more. */
const BEGINNING = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}(?: |$)/
const REQUEST_LINE = /^\S+ (\S+) HTTP\/1\.[01]\r?$/
const ABSOLUTE = /^https?:\/\/([^/?#]*)/i
const HOST = /^host[ \t]*:[ \t]*(.*?)[ \t\r]*$/i
const VERSIONS = ['HTTP/1.0\r', 'HTTP/1.1\r']
const NOT_HTTP: PlainHead = { kind: 'not_http' }

/**
 * Any bytes go in. Lines end as for lenient servers, which take a line feed alone for an end, and ignore empty lines before
 * the request (RFC 9112 section 2.2).
 */
export function readPlainHead(bytes: Buffer): PlainHead {
  const text = bytes.toString('latin1').replace(/^[\r\n]+/, '')
  if (text === '') return bytes.length === 0 ? NOT_HTTP : { kind: 'incomplete', names: [] }
  if (!BEGINNING.test(text)) return NOT_HTTP
  const lines = text.split('\n')
  // What may still go on.
  const last = lines.pop() ?? ''
  const [first, ...fields] = lines
  if (first === undefined) return mayBecomeRequestLine(last) ? { kind: 'incomplete', names: [] } : NOT_HTTP
  const target = REQUEST_LINE.exec(first)?.[1]
  if (target === undefined) return NOT_HTTP
  const end = fields.findIndex((line) => line === '' || line === '\r')
  const named = (end === -1 ? fields : fields.slice(0, end)).map((line) => HOST.exec(line)?.[1])
  const names = [ABSOLUTE.exec(target)?.[1], ...named].flatMap((authority) => hostIn(authority) ?? [])
  return { kind: end === -1 ? 'incomplete' : 'whole', names }
}

/** Of other protocols' text most have no line end for long, and are told by their third word. */
function mayBecomeRequestLine(line: string): boolean {
  const [, , version = '', ...others] = line.split(' ', 4)
  return others.length === 0 && VERSIONS.some((whole) => whole.startsWith(version))
}

/** Without a user before it and a port behind it. */
function hostIn(authority: string | undefined): string | undefined {
  const host = authority?.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '')
  return host === undefined || host === '' ? undefined : normalizeHost(host)
}
