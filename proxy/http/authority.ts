import { formatHost, normalizeHost } from '../../core/network/host-name.ts'
import { RequestError } from '../errors.ts'
import type { Target } from './target.ts'

/**
 * Parses `host:port` as a CONNECT target (RFC 9112 section 3.2.3): both parts, nothing else.
 * @throws RequestError (400)
 */
export function parseAuthority(authority: string): Target {
  return parse(
    /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]]+):(\d{1,5})$/i.exec(authority),
    0,
    'CONNECT takes host:port, nothing else',
  )
}

/**
 * Parses a Host header (RFC 9110 section 7.2).
 * @throws RequestError (400)
 */
export function parseHost(header: string, defaultPort: number): Target {
  const match = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]]+)(?::(\d{1,5}))?$/i.exec(header)
  return parse(match, defaultPort, 'the Host header is malformed')
}

function parse(match: RegExpExecArray | null, defaultPort: number, problem: string): Target {
  const port = match?.[2] === undefined ? defaultPort : Number(match[2])
  if (match?.[1] === undefined || port < 1 || port > 65_535) throw new RequestError(400, problem)
  const host = normalizeHost(unescaped(match[1]))
  if (host === undefined) throw new RequestError(400, 'the host name is malformed')
  return { host, port }
}

/** A host may be percent-encoded (RFC 3986 section 3.2.2). The decoded host is checked like any other, since that is where a connection goes. */
function unescaped(host: string): string {
  if (!host.includes('%')) return host
  try {
    return decodeURIComponent(host)
  } catch {
    return host
  }
}

/** `host:port` as it stands in a URL or a Host header; the scheme's default port is left out. */
export function formatAuthority({ host, port }: Target, defaultPort: number): string {
  return port === defaultPort ? formatHost(host) : `${formatHost(host)}:${port}`
}

/** What a CONNECT or an absolute-form request asks for, as far as it can be told of one that is refused; port 80 if none is named. */
export function statedTarget(request: {
  readonly method?: string | undefined
  readonly url?: string | undefined
}): { readonly host: string; readonly port: number } | undefined {
  const { method, url = '' } = request
  try {
    return method === 'CONNECT' ? parseAuthority(url) : parseHost(/^http:\/\/([^/?#]*)/i.exec(url)?.[1] ?? '', 80)
  } catch {
    // Its target may be what is wrong with it.
    return undefined
  }
}
