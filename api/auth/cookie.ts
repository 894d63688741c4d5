import type { IncomingHttpHeaders } from 'node:http'
import { forbidden } from '../http/api-error.ts'

/** Browsers send a `__Host-` cookie back to this very host only, over HTTPS, and let no other host set it (RFC 6265bis, 4.1.3). */
const NAME = '__Host-weir-session'
const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Strict'

export function setCookie(token: string, seconds: number): string {
  return `${NAME}=${token}; Max-Age=${seconds}; ${ATTRIBUTES}`
}

export function clearCookie(): string {
  return setCookie('', 0)
}

/** The token that a browser sent; undefined where there is none. */
export function readCookie(headers: IncomingHttpHeaders): string | undefined {
  return cookieNamed(headers, NAME)
}

/** The value of a cookie (RFC 6265, 4.2.1); undefined where there is none, or an empty one. */
export function cookieNamed({ cookie = '' }: IncomingHttpHeaders, name: string): string | undefined {
  const start = `${name}=`
  const found = cookie.split(/; */).find((pair) => pair.startsWith(start))
  return found?.slice(start.length) || undefined
}

/**
 * Lets nothing use a cookie but the console of this very server: a header that another origin may send only after a
 * preflight, which nothing here answers, and what browsers themselves say of where a request comes from.
 * @throws ApiError 403
 */
export function requireConsole(headers: IncomingHttpHeaders): void {
  const { host, origin, 'sec-fetch-site': site, 'x-weir-console': mark } = headers
  const isOwn = site === undefined ? origin === undefined || hostOf(origin) === host : site === 'same-origin'
  if (mark !== '1' || !isOwn) throw forbidden('Only the console of this server may do this')
}

function hostOf(origin: string): string | undefined {
  return URL.parse(origin)?.host
}
