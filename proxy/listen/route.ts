import type { IncomingMessage } from 'node:http'
import { OWN_HOST } from '../../core/network/own-host.ts'
import { RequestError } from '../errors.ts'
import { parseHost } from '../http/authority.ts'
import type { Target } from '../http/target.ts'

export interface RouteRules {
  /** Whether a Host header means the proxy itself. */
  readonly isOwnName: (host: string) => boolean
  /** Marks our own connections through a parent; a request that carries the mark has come back in a loop. */
  readonly hopId: string
}

/** Where a request is forwarded to. */
export interface ForwardRoute {
  readonly kind: 'forward'
  readonly target: Target
  /** Path and query. */
  readonly path: string
}

export type Route = ForwardRoute | { readonly kind: 'own'; readonly path: string }

/**
 * Where a request goes that is no CONNECT (RFC 9112 section 3.2).
 * @param isRedirected whether its client knows of no proxy, so that its Host header says where it goes
 * @param isInOwnTunnel whether it came in a tunnel to the proxy itself, from which nothing is forwarded
 * @throws RequestError
 */
export function routeOf(
  request: IncomingMessage,
  { isOwnName, hopId }: RouteRules,
  isRedirected: boolean,
  isInOwnTunnel: boolean,
): Route {
  const url = request.url ?? ''
  const { host } = request.headers
  if (isRedirected && !/^http:/i.test(url)) {
    if (!url.startsWith('/') || host === undefined || host === '') {
      throw new RequestError(400, 'the request does not say which host it is for')
    }
    return routeTo(parseHost(host, 80), url)
  }
  if (url.startsWith('/')) {
    if (host !== undefined && host !== '' && !isOwnName(parseHost(host, 80).host)) {
      throw new RequestError(421, 'this is the proxy itself, and the Host header names another host')
    }
    return { kind: 'own', path: url }
  }
  const match = isInOwnTunnel ? null : /^http:\/\/([^/?#]*)([^#]*)/i.exec(url)
  if (match === null) throw new RequestError(400, 'the proxy accepts only CONNECT and absolute http:// targets')
  const target = parseHost(match[1] ?? '', 80)
  const path = match[2]?.startsWith('/') === true ? match[2] : `/${match[2] ?? ''}`
  // RFC 9112 section 3.2.2 lets a proxy replace Host; one that names another host is a trick, not a client.
  if (host !== undefined && host !== '' && parseHost(host, 80).host !== target.host) {
    throw new RequestError(400, 'the Host header names another host than the request target')
  }
  refuseLoop(request, hopId)
  return routeTo(target, path)
}

/** @throws RequestError if it has come back through a parent proxy */
export function refuseLoop({ headers }: IncomingMessage, hopId: string): void {
  if (headers['x-weir-hop'] === hopId) {
    throw new RequestError(508, 'the request is in a loop: a parent proxy leads back to this proxy')
  }
}

function routeTo(target: Target, path: string): Route {
  if (target.host === OWN_HOST) return { kind: 'own', path }
  return { kind: 'forward', target, path }
}
