import type { Sender } from '../../config/mail.ts'
import { oneLine } from '../../core/one-line.ts'
import type { Mail } from './mailer.ts'

/** RFC 5322, 2.1.1: the most characters of a line. */
const LINE_MAX = 998
/** Readers show less of it. */
const SUBJECT_MAX = 300

/** The message as it goes to a server or into a file (RFC 5322), with a plain and an HTML part. */
export async function composeMessage({ to, subject, text, html }: Mail, from: Sender, now: Date): Promise<Buffer> {
  // With what it brings it takes nine megabytes, which nobody needs before there is a mail.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composer = new MailComposer({
    from: { name: from.name, address: from.address },
    // As an object it is always one address; as a string it could be a list.
    to: { name: '', address: to },
    subject: oneLine(subject, SUBJECT_MAX),
    date: now,
    text: isPlain(text) ? { raw: asItIs(text) } : text,
    html,
    // RFC 3834: no vacation notices, please.
    headers: { 'Auto-Submitted': 'auto-generated' },
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

/**
 * The library encodes a text with any line over 76 characters, which breaks links in two. People and scripts read the
 * files of the outbox as they are, so a text that may travel unchanged does (7bit: RFC 2045, 2.7).
 */
function asItIs(text: string): string {
  const headers = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 7bit']
  return [...headers, '', ...text.split('\n')].join('\r\n')
}

function isPlain(text: string): boolean {
  return /^[\n\x20-\x7e]*$/.test(text) && text.split('\n').every((line) => line.length <= LINE_MAX)
}
