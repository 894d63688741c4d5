import { isUtf8 } from 'node:buffer'

/** Every printable character but for white space's own controls; what is shorter occurs by chance in compressed data. */
const UNICODE_RUN = /[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]{8,}/g
const ASCII_RUN = /[\t\n\r -~]{8,}/g

/**
 * What a person could read in bytes that are no text, a run of characters a line: one control character in a letter must
 * not hide the letter. NUL counts as nothing, so that UTF-16 is read too.
 */
export function legibleText(bytes: Buffer): string {
  const utf8 = isUtf8(bytes)
  const text = bytes.toString(utf8 ? 'utf8' : 'latin1').replaceAll('\0', '')
  return (text.match(utf8 ? UNICODE_RUN : ASCII_RUN) ?? []).join('\n')
}
