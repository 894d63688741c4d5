import type { Edit } from './regions.ts'

const PIECES_MIN = 8
const SEPARATOR_MAX = 3
const LOOK = 24
/** What joinPieces() takes out, and what arrays of small numbers have. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  ' ',
  ',',
  ', ',
  ';',
  '; ',
  '\t',
  '|',
  ':',
  '/',
  '-',
  '+',
  '*',
  '\n',
  '%',
  '=',
  '\\',
])

/** Values whose every character, or every two, stand apart, whatever stands between them: "l_u_c_i_e_@_...", "F R - 7 6", "4~5~3~9". */
export function findApart(text: string, runs: readonly number[]): Edit[] {
  const edits: Edit[] = []
  for (let i = 0; i < runs.length; i += 2) addEdits(text, runs[i] as number, runs[i + 1] as number, edits)
  return edits
}

/** Adds an edit for each separator of the run from `start` on: always the same one, up to three characters that are no letters or digits. */
function addEdits(text: string, start: number, length: number, edits: Edit[]): void {
  const separator = separatorAt(text, start + length, length)
  if (separator === undefined || ELSEWHERE.has(separator)) return
  // Points between digits are joinPieces()'s too.
  if (separator === '.' && !/[A-Za-z]/.test(text.slice(start, start + LOOK))) return
  const found: Edit[] = []
  let at = start + length
  for (; text.startsWith(separator, at); at += separator.length + length) {
    const piece = text.slice(at + separator.length, at + separator.length + length)
    if (piece.length < length || /\s/.test(piece)) break
    found.push({ start: at, end: at + separator.length, text: '' })
  }
  // A word that goes on behind the last piece is the next one.
  if (found.length > 0 && /[\p{L}\p{N}]/u.test(text.charAt(at))) found.pop()
  if (found.length >= PIECES_MIN - 1) for (const edit of found) edits.push(edit)
}

/** The separator between the first two pieces, if the same one follows the second. */
function separatorAt(text: string, start: number, length: number): string | undefined {
  for (let size = SEPARATOR_MAX; size >= 1; size--) {
    const separator = text.slice(start, start + size)
    if (/[\p{L}\p{N}\n]/u.test(separator) || separator.length < size) continue
    if (text.startsWith(separator, start + size + length)) return separator
  }
  return undefined
}
