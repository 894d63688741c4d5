/**
 * The public names that a TLS hello shows in place of the encrypted one (RFC 9849 section 3.1), of providers behind which AI services
 * are: Cloudflare's, which all sites of its network share. A hello without a configuration from DNS carries the extension too, filled
 * with noise (section 6.2), but names its real server.
 */
const FRONTS: ReadonlySet<string> = new Set(['cloudflare-ech.com', 'crypto.cloudflare.com'])

/** @param host in lower case, without port or trailing dot */
export function isEchFront(host: string): boolean {
  return FRONTS.has(host)
}
