/** Names and values in turn, as Node's rawHeaders. */
type RawHeaders = readonly string[]

const FIELDS = new Set(['authorization', 'proxy-authorization', 'www-authenticate', 'proxy-authenticate'])

/** At the start of a challenge or of credentials (RFC 9110 sections 11.3 and 11.4); several challenges may share a field. */
const SCHEME = /(?:^|,)\s*(?:ntlm|negotiate|kerberos|nego2)(?![\w.~+/=-]*\s*=)/i

/** Whether the value of such a field is for the whole connection. */
export function isForConnection(value: string): boolean {
  return SCHEME.test(value)
}

/**
 * Whether a message asks for, or contains, a log-in that is valid for the whole connection and not for one request: NTLM and
 * Negotiate (RFC 4559, section 6: "proxies must not multiplex"). From then on the connection to the server belongs to one
 * connection of one client: any other client on it would be served as that user.
 */
export function bindsConnection(headers: RawHeaders): boolean {
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const name = headers[i] ?? ''
    // The four names are 13, 16, 18 and 19 long: one comparison spares most headers the rest.
    if (name.length < 13 || name.length > 19) continue
    if (FIELDS.has(name.toLowerCase()) && isForConnection(headers[i + 1] ?? '')) return true
  }
  return false
}
