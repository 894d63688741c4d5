import type { Candidate } from '../rule.ts'

/** How many lines before and after are looked at, and how much of them. */
const LINES = 3
const REACH = 1024
/** A view that shows more of them shows values. */
const OTHERS_MAX = 64
/** A value that was cut up has no fellows; two rows of the same shape that hold none are a table of numbers. */
const ROWS_MIN = 2

/**
 * Whether a number that only a derived view shows, joined out of several, is a row among rows of the same shape of which most make no
 * value of its type. `others`: what that view shows, in places of the text.
 */
export function isRowOfMany(text: string, one: Candidate, others: readonly Candidate[]): boolean {
  if (one.isUnnamed !== true || others.length > OTHERS_MAX) return false
  const written = text.slice(one.start, one.end)
  if (!/[0-9]\D+[0-9]/.test(written) || written.includes('\n')) return false
  const shape = shapeOf(written)
  let rows = 0
  let from = text.lastIndexOf('\n', one.start - 1)
  for (let n = 0; n < LINES && from > 0 && one.start - from < REACH; n++) {
    const start = text.lastIndexOf('\n', from - 1) + 1
    if (isEmptyRow(text, Math.max(start, from - REACH), from, shape, one, others)) rows++
    from = start - 1
  }
  let to = text.indexOf('\n', one.end)
  for (let n = 0; n < LINES && to !== -1 && to - one.end < REACH; n++) {
    const next = text.indexOf('\n', to + 1)
    const end = Math.min(next === -1 ? text.length : next, to + REACH)
    if (isEmptyRow(text, to + 1, end, shape, one, others)) rows++
    to = next
  }
  return rows >= ROWS_MIN
}

/** Whether a line has the shape and no value of the type. */
function isEmptyRow(
  text: string,
  start: number,
  end: number,
  shape: string,
  { type }: Candidate,
  others: readonly Candidate[],
): boolean {
  if (!shapeOf(text.slice(start, end), CELLS.test(shape)).includes(shape)) return false
  return !others.some((other) => other.type === type && other.start < end && other.end > start)
}

/** Signs that stand between cells, and hardly within a number. */
const CELLS = /[\t|;]/
/** "944", "1,018", "-2.5%": the numbers of a column have digits as they come. */
const CELL_NUMBER = /-?[0-9][0-9.,]*%?/g

/** What the lines of a table have in common. */
function shapeOf(written: string, hasCells = CELLS.test(written)): string {
  return hasCells ? written.replaceAll(CELL_NUMBER, '9') : written.replaceAll(/[0-9]/g, '9')
}
