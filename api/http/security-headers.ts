import { isIP } from 'node:net'
import type { Middleware } from 'koa'

/** One year, as browsers' preload lists ask for at least. */
const HSTS_SECONDS = 31_536_000

/** An API's answers are data: never framed, sniffed, executed or kept by a cache. */
export function securityHeaders(tls: boolean): Middleware {
  return async (ctx, next) => {
    ctx.set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
    })
    // Over plain HTTP the header means nothing (RFC 6797, 7.2): the balancer that ends TLS sets it.
    if (tls && isPublicName(ctx.hostname))
      ctx.set('Strict-Transport-Security', `max-age=${HSTS_SECONDS}; includeSubDomains`)
    await next()
  }
}

/**
 * A browser that has seen the header for localhost goes on to ask every server on this machine over HTTPS, of whatever
 * product. Addresses are left out as well: browsers pass over the header there (RFC 6797, 8.1.1).
 */
function isPublicName(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  return name !== '' && isIP(name) === 0 && !/(^|\.)localhost$/i.test(name)
}
