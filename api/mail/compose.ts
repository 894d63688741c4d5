import { randomUUID } from 'node:crypto'
import type { Mail } from './mailer.ts'

/** RFC 2045, 6.8: encoded lines are at most 76 characters long. */
const BASE64_LINE = 76
/** So that a line with one encoded word and a header's name has at most 76 characters (RFC 2047, 2). */
const ENCODED_WORD_BYTES = 39

/** A message in the format of RFC 5322 with a plain text body (RFC 2046) in UTF-8. */
export function composeMessage({ to, subject, text }: Mail, from: string, now: Date): string {
  const domain = /@([^>]+)/.exec(from)?.[1] ?? 'weir.local'
  const lines = [
    `From: ${oneLine(from)}`,
    `To: ${oneLine(to)}`,
    `Subject: ${encodeWords(subject)}`,
    `Date: ${now.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomUUID()}@${oneLine(domain)}>`,
    'MIME-Version: 1.0',
    // Readable as it is where it can be: administrators look into the outbox.
    'Content-Type: text/plain; charset=utf-8',
    `Content-Transfer-Encoding: ${isPlain(text) ? '7bit' : 'base64'}`,
    // RFC 3834: no vacation notices, please.
    'Auto-Submitted: auto-generated',
    '',
    ...(isPlain(text) ? text.split('\n') : chunks(Buffer.from(text).toString('base64'), BASE64_LINE)),
  ]
  return lines.join('\r\n')
}

/** No header may be continued by what it holds: a line break would begin another one. */
function oneLine(value: string): string {
  return value.replace(/[\r\n\u0000]+/g, ' ')
}

function encodeWords(value: string): string {
  if (isPlain(value) && !/[\r\n]/.test(value)) return value
  const words: string[] = []
  let word = ''
  for (const character of value) {
    if (Buffer.byteLength(word + character) > ENCODED_WORD_BYTES) {
      words.push(word)
      word = ''
    }
    word += character
  }
  return [...words, word].map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join('\r\n ')
}

function isPlain(text: string): boolean {
  return /^[\n\x20-\x7e]*$/.test(text) && text.split('\n').every((line) => line.length <= 998)
}

function chunks(text: string, length: number): string[] {
  return text.match(new RegExp(`.{1,${length}}`, 'g')) ?? []
}
