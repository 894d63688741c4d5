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
  const numbers = numbersOf(written)
  const shape = shapeOf(written, numbers)
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
  if (!shapeOf(text.slice(start, end), numbersOf(shape)).includes(shape)) return false
  return !others.some((other) => other.type === type && other.start < end && other.end > start)
}

/** "944", "-2.5%", and "1,018" where no comma stands between the cells: the numbers of a column have digits as they come. */
const NUMBER = /-?[0-9][0-9.,]*%?/g
const NUMBER_BETWEEN_COMMAS = /-?[0-9][0-9.]*%?/g
const DIGIT = /[0-9]/g

/** What all numbers are in a line that has the signs of `written` between its cells. */
function numbersOf(written: string): RegExp {
  if (/[\t|;]/.test(written)) return NUMBER
  return written.includes(',') ? NUMBER_BETWEEN_COMMAS : DIGIT
}

/** What the lines of a table have in common. */
function shapeOf(written: string, numbers: RegExp): string {
  return written.replaceAll(numbers, '9')
}
