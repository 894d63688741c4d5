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
    if (tls) ctx.set('Strict-Transport-Security', `max-age=${HSTS_SECONDS}; includeSubDomains`)
    await next()
  }
}
