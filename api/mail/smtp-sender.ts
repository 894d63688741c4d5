import { getCACertificates } from 'node:tls'
import { createTransport } from 'nodemailer'
import { isLoopbackHost } from '../../core/network/address-list.ts'
import type { PendingMail } from './pending-folder.ts'

/** A server that says nothing for so long is as good as gone; RFC 5321, 4.5.3.2 allows minutes, people do not. */
const CONNECT_MS = 10_000
const GREETING_MS = 20_000
const SILENCE_MS = 60_000
/** Silence is one thing; a server that drips is another: the whole dialogue ends after this. */
const DIALOGUE_MS = 180_000

/** Replies that are about our credentials or the connection, not about this mail (RFC 4954, 6; RFC 3207, 4). */
const ABOUT_US: ReadonlySet<number> = new Set([530, 534, 535, 538])

/** The result of one attempt. `refused`: the server will never take this mail (RFC 5321, 4.2.1: 5yz). */
export type Outcome =
  | { readonly result: 'sent' }
  | { readonly result: 'refused' | 'deferred'; readonly reason: FailureReason }
  | { readonly result: 'stopped' }

/**
 * What can be logged of a failure. The server's own words are not among it: they may repeat an address, or the mail.
 */
export interface FailureReason {
  /** nodemailer's code, such as ECONNECTION, ETLS, EAUTH, EENVELOPE, EMESSAGE. */
  readonly code: string
  /** The step that failed, such as `RCPT TO`. */
  readonly step: string
  /** The server's answer, 0 if there was none. */
  readonly status: number
  /** RFC 3463, such as 5.7.1. */
  readonly enhancedStatus: string
  /** What the system or TLS says of a connection, such as ECONNREFUSED or "self-signed certificate"; empty where there was an answer. */
  readonly cause: string
}

export interface MailSender {
  send(mail: PendingMail, signal: AbortSignal): Promise<Outcome>
}

/**
 * Sends over SMTP. The server's certificate is verified against Node's and the system's roots and NODE_EXTRA_CA_CERTS,
 * with STARTTLS too: a failing upgrade never goes on in clear.
 */
export class SmtpSender implements MailSender {
  readonly #transport: ReturnType<typeof createTransport>
  readonly #dialogueMs: number

  /**
   * @param url WEIR_SMTP_URL, validated (config/mail.ts)
   * @param dialogueMs how long one try may take in all
   */
  constructor(url: URL, dialogueMs = DIALOGUE_MS) {
    this.#transport = createTransport(smtpOptions(url))
    this.#dialogueMs = dialogueMs
  }

  async send(mail: PendingMail, signal: AbortSignal): Promise<Outcome> {
    const timeout = AbortSignal.timeout(this.#dialogueMs)
    try {
      await this.#transport.sendMail({
        envelope: { from: mail.from, to: [{ name: '', address: mail.to }] },
        raw: Buffer.from(mail.message, 'base64'),
        signal: AbortSignal.any([signal, timeout]),
      })
      return { result: 'sent' }
    } catch (error) {
      if (signal.aborted) return { result: 'stopped' }
      const reason = reasonOf(error, timeout.aborted)
      return { result: isFinal(error, reason) ? 'refused' : 'deferred', reason }
    }
  }
}

interface SmtpError {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly response?: string
  readonly permanent?: boolean
  readonly errno?: number
  /** Of OpenSSL. */
  readonly reason?: string
  readonly message?: string
}

/** @param timedOut it was ended by a deadline of ours */
export function reasonOf(error: unknown, timedOut = false): FailureReason {
  const { code, command, responseCode, response } = error as SmtpError
  return {
    code: timedOut ? 'ETIMEDOUT' : String(code ?? 'EUNKNOWN'),
    step: /^[A-Z][A-Z ]{0,20}/.exec(command ?? '')?.[0].trim() ?? '',
    status: responseCode ?? 0,
    enhancedStatus: /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1] ?? '',
    cause: causeOf(error as SmtpError),
  }
}

/** nodemailer puts codes of its own in the place of those of the system and of TLS. */
function causeOf({ responseCode, errno, reason, message = '' }: SmtpError): string {
  // Its message has the words of the server then.
  if (responseCode !== undefined) return ''
  if (errno !== undefined) return /\bE[A-Z_]+\b/.exec(message)?.[0] ?? ''
  if (reason !== undefined) return reason
  return /certificate|altnames/.test(message) ? (message.split(/[:;]/)[0] ?? '') : ''
}

/** A refused password or sender is the operator's to mend, but a refused sender is refused for ever (RFC 5321, 4.2.1). */
function isFinal(error: unknown, { step, status }: FailureReason): boolean {
  return (error as SmtpError).permanent === true && /^(MAIL FROM|RCPT TO|DATA)$/.test(step) && !ABOUT_US.has(status)
}

/** What nodemailer connects to a mail server with. @param url WEIR_SMTP_URL, validated (config/mail.ts) */
export function smtpOptions(url: URL) {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const secure = url.protocol === 'smtps:'
  const user = decodeURIComponent(url.username)
  return {
    host,
    ...(url.port !== '' && { port: Number(url.port) }),
    secure,
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(url.password) } }),
    // Otherwise a man in the middle who hides STARTTLS would get the password.
    requireTLS: url.searchParams.get('requireTLS') === 'true' || (user !== '' && !secure && !isLoopbackHost(host)),
    ignoreTLS: url.searchParams.get('ignoreTLS') === 'true',
    tls: { ca: [...new Set((['bundled', 'system', 'extra'] as const).flatMap((store) => getCACertificates(store)))] },
    connectionTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
