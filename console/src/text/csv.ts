/**
 * A spreadsheet takes such a cell for a formula, which may send the sheet's content away: an apostrophe makes it text. White
 * space before it is removed by some, and the full-width signs are read by those of East Asia.
 */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/

/** Rows as RFC 4180 has them; cells that others chose cannot become formulas. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
