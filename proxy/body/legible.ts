import { isUtf8 } from 'node:buffer'

/** Every printable ASCII character and white space's own controls; what is shorter occurs by chance in compressed data. */
const ASCII_RUN = /[\t\n\r -~]{8,}/g
/** The same for text of any script. */
const UNICODE_RUN = /[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]{8,}/g

/**
 * What a person could read in bytes that are no text, a run of characters a line: one control character in a letter must
 * not hide the letter. NUL is a break, and once more nothing, so that UTF-16 is read too.
 */
export function legibleText(bytes: Buffer): string {
  const utf8 = isUtf8(bytes)
  const text = bytes.toString(utf8 ? 'utf8' : 'latin1')
  const pattern = utf8 ? UNICODE_RUN : ASCII_RUN
  const runs = text.match(pattern) ?? []
  if (!text.includes('\0')) return runs.join('\n')
  const known = new Set(runs)
  for (const run of text.replaceAll('\0', '').match(pattern) ?? []) known.add(run)
  return [...known].join('\n')
}

/** Runs of ASCII in bytes as they are. */
export function asciiRuns(bytes: Buffer): string[] {
  return bytes.toString('latin1').match(ASCII_RUN) ?? []
}

/** Runs of ASCII in a text. */
export function asciiRunsOf(text: string): string[] {
  return text.match(ASCII_RUN) ?? []
}
