/**
 * A spreadsheet takes a cell for a formula that begins with one of these signs, and a formula may send the sheet's content
 * away: an apostrophe makes it text. White space and quotes before the sign are removed by some readers, and the full-width
 * signs are read by those of East Asia. Readers that split at a semicolon, a tab, a bar or the end of a line, as Excel does
 * in most of Europe, know no quotes in the middle of a cell: what follows is a cell of its own to them.
 */
const FORMULA = /(?<=^|[;|\t\n]|\r(?!\n))(?=(?:"|[^\S\t\r\n])*[=+\-@＝＋－＠])|^(?=\s*[=+\-@＝＋－＠]|[\t\r\n])/g

/** Rows as RFC 4180 has them; cells that others chose cannot become formulas. What an API left out is an empty cell. */
export function csvOf(rows: readonly (readonly (string | undefined)[])[]): string {
  return rows.map((row) => `${row.map((cell = '') => cellOf(cell)).join(',')}\r\n`).join('')
}

function cellOf(text: string): string {
  const safe = text.replaceAll(FORMULA, "'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
