import { isIP } from 'node:net'
import { RequestError } from '../errors.ts'
import type { Target } from '../upstream/dial.ts'

/**
 * Parses `host:port` as a CONNECT target (RFC 9112 section 3.2.3): both parts, nothing else.
 * @throws RequestError (400)
 */
export function parseAuthority(authority: string): Target {
  const match = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]]+):(\d{1,5})$/i.exec(authority)
  const port = Number(match?.[2])
  if (match?.[1] === undefined || port < 1 || port > 65_535) {
    throw new RequestError(400, 'CONNECT takes host:port, nothing else')
  }
  return { host: normalizeHost(match[1]), port }
}

/**
 * Parses a Host header (RFC 9110 section 7.2).
 * @throws RequestError (400)
 */
export function parseHost(header: string, defaultPort: number): Target {
  const match = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]]+)(?::(\d{1,5}))?$/i.exec(header)
  const port = match?.[2] === undefined ? defaultPort : Number(match[2])
  if (match?.[1] === undefined || port < 1 || port > 65_535) throw new RequestError(400, 'the Host header is malformed')
  return { host: normalizeHost(match[1]), port }
}

/**
 * One spelling for one host: lower case, A-labels, canonical addresses (0x7f000001 is 127.0.0.1), no brackets, no trailing dot.
 * @throws RequestError (400) where it is no host at all
 */
export function normalizeHost(host: string): string {
  const bare = host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  const url = `http://${isIP(bare) === 6 ? `[${bare}]` : bare}/`
  if (bare === '' || !URL.canParse(url)) throw new RequestError(400, 'the host name is malformed')
  return new URL(url).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

/** `host:port` as it stands in a URL or a Host header; the scheme's default port is left out. */
export function formatAuthority(target: Target, defaultPort: number): string {
  const host = isIP(target.host) === 6 ? `[${target.host}]` : target.host
  return target.port === defaultPort ? host : `${host}:${target.port}`
}

/** What a CONNECT or an absolute-form request asks for, as far as it can be told of one that is refused; port 80 where none is named. */
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
