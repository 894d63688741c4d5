/**
 * Characters that must not reach a reader of a line: control characters (C0, C1, DEL; ANSI sequences begin with one), line and
 * paragraph separators, marks that change the direction of writing, and what cannot be seen. What joins letters and emoji stays.
 */
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu
/** The same without the line feed and the tab. */
const UNSAFE_IN_LINES = new RegExp(UNSAFE.source.replace('\\u0000-\\u001f', '\\u0000-\\u0008\\u000b-\\u001f'), 'gu')

/** One line of well-formed text, at most `maxLength` UTF-16 code units long. */
export function oneLine(text: string, maxLength: number): string {
  const safe = text.toWellFormed().replace(UNSAFE, ' ')
  return safe.length <= maxLength ? safe : `${safe.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** Several lines for a terminal. */
export function plainLines(text: string): string {
  return text.toWellFormed().replace(UNSAFE_IN_LINES, ' ')
}
