/**
 * Characters that must not reach a reader of a log: control characters (C0, C1, DEL; ANSI sequences begin with one), line and
 * paragraph separators, and marks that change the direction of writing.
 */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/** One line of well-formed text, at most `maxLength` UTF-16 code units long. */
export function oneLine(text: string, maxLength: number): string {
  const safe = text.toWellFormed().replace(UNSAFE, ' ')
  return safe.length <= maxLength ? safe : `${safe.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** JSON in printable ASCII: any reader, terminal and syslog server takes it as it is (RFC 8259, 7). */
export function toAsciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
