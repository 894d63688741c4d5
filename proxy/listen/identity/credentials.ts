/** What a client proves itself with: its user's e-mail address and proxy token. */
export interface Credentials {
  readonly email: string
  readonly token: string
}

/** Longer values are no e-mail address of 254 and token of 200 characters, in whatever encoding. */
const MAX_LENGTH = 2048

/**
 * Reads `Basic` credentials (RFC 7617 section 2), in UTF-8; undefined for everything else. The name is an e-mail address, compared
 * without case.
 */
export function parseCredentials(value: string | undefined): Credentials | undefined {
  if (value === undefined || value.length > MAX_LENGTH) return undefined
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(value)?.[1]
  if (encoded === undefined) return undefined
  const pair = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  if (colon < 1) return undefined
  const email = pair.slice(0, colon).trim().toLowerCase()
  const token = pair.slice(colon + 1)
  if (email === '' || email.length > 254 || token === '' || token.length > 200) return undefined
  return { email, token }
}
