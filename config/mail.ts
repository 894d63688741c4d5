import { Email } from '../core/model/user.ts'
import { type Parse, ValueError } from './parsers.ts'

/** nodemailer's names for the two. */
const SMTP_SWITCHES = ['requireTLS', 'ignoreTLS']

/** Whom mails come from. */
export interface Sender {
  /** Empty if there is only an address. */
  readonly name: string
  readonly address: string
}

/** `address@example.com`, or `A name <address@example.com>` (RFC 5322, 3.4: a mailbox). */
export const sender: Parse<Sender> = (raw) => {
  const [, name, inBrackets, bare] = /^(?:([^<>\p{Cc}]*)<([^<>]+)>|([^<>]+))$/u.exec(raw) ?? []
  const address = Email.safeParse((inBrackets ?? bare ?? '').trim())
  if (!address.success) throw new ValueError()
  return { name: (name ?? '').trim().replace(/^"(.*)"$/, '$1'), address: address.data }
}

/** A mail server: `smtps://` speaks TLS from the start, `smtp://` with STARTTLS where the server offers it. */
export const smtpUrl: Parse<URL> = (raw) => {
  if (!URL.canParse(raw)) throw new ValueError()
  const url = new URL(raw)
  if ((url.protocol !== 'smtp:' && url.protocol !== 'smtps:') || url.hostname === '') throw new ValueError()
  if (!/^\/?$/.test(url.pathname) || url.hash !== '') throw new ValueError('it has a path')
  for (const [name, value] of url.searchParams) {
    if (!SMTP_SWITCHES.includes(name) || value !== 'true') throw new ValueError('its query is unknown')
  }
  if (url.searchParams.size > 1) throw new ValueError('requireTLS and ignoreTLS exclude each other')
  if (!isDecodable(url.username) || !isDecodable(url.password))
    throw new ValueError('its % signs are not valid escapes')
  if (url.username === '' && url.password !== '') throw new ValueError('it has a password but no user')
  return url
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
