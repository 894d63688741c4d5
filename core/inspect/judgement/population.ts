import { JOINT_COUNT, jointId, type Numbers, UNJOINED } from '../numbers.ts'
import type { Span } from '../rule.ts'

/** How far around a number others say what it is, in UTF-16 units. */
const REACH = 512
/** Shorter numbers stand in any text: years, hours, amounts, house numbers. */
export const LONG_MIN = 6
/** Fewer groups in a row are a date, a version or an amount. */
const ROW_MIN = 3

/** What joins the parts of one number: a fraction, a date, an identifier in groups. A blank may stand between two numbers as well. */
const TIGHT = new Uint8Array(JOINT_COUNT)
for (const joint of ['.', '-', '/', '_']) TIGHT[jointId(joint)] = 1

/**
 * The numbers of a text that nothing explains: those in one piece, and rows of short ones that a blank or a sign holds together. Most are a
 * machine's, and what stands among them is most often one of them.
 */
export class Population {
  /** Where each begins, in order. */
  readonly #pieces: number[] = []
  /** The same for rows, by what joins their groups and how long the first two of these are. */
  readonly #rows = new Map<number, number[]>()

  /** `explained` are in order of their starts: what is known to be a value says nothing about others. */
  constructor(numbers: Numbers, explained: readonly Span[]) {
    const { count, starts, ends, joints } = numbers
    let next = 0
    let covered = -1
    for (let first = 0; first < count; ) {
      let last = first
      let digits = lengthOf(numbers, first)
      while (last + 1 < count && TIGHT[joints[last + 1] as number] === 1) digits += lengthOf(numbers, ++last)
      const start = starts[first] as number
      while (next < explained.length && (explained[next] as Span).start < (ends[last] as number))
        covered = Math.max(covered, (explained[next++] as Span).end)
      if (digits >= LONG_MIN && start >= covered && !isDate(numbers, first, last)) this.#pieces.push(start)
      first = last + 1
    }
    this.#addRows(numbers, explained)
  }

  #addRows(numbers: Numbers, explained: readonly Span[]): void {
    const { count, starts, ends, joints } = numbers
    let next = 0
    let covered = -1
    for (let first = 0; first < count; ) {
      const joint = joints[first + 1] as number
      let last = first
      if (joint !== UNJOINED) while (joints[last + 1] === joint) last++
      const start = starts[first] as number
      while (next < explained.length && (explained[next] as Span).start < (ends[last] as number))
        covered = Math.max(covered, (explained[next++] as Span).end)
      if (last - first + 1 >= ROW_MIN && start >= covered && !isDate(numbers, first, last))
        this.#addRow(rowKey(numbers, first, joint), start)
      // The last group of a row may be the first of another, which another sign joins.
      first = last === first ? first + 1 : last
    }
  }

  /** How many numbers in one piece stand around this one. */
  piecesAround(start: number, end: number): number {
    return countAround(this.#pieces, start, end)
  }

  /** How many rows that begin as this one does, whose groups the same joint holds together. */
  rowsAround(numbers: Numbers, first: number, start: number, end: number): number {
    const joint = numbers.joints[first + 1] as number
    return countAround(this.#rows.get(rowKey(numbers, first, joint)) ?? [], start, end)
  }

  #addRow(key: number, start: number): void {
    const rows = this.#rows.get(key)
    if (rows === undefined) this.#rows.set(key, [start])
    else rows.push(start)
  }
}

/**
 * Of the row that begins with group `first`: its joint and the lengths of two groups, six bits each. Of single digits, which forms have a box
 * for each, how many these are, too.
 */
function rowKey(numbers: Numbers, first: number, joint: number): number {
  const [head, second] = [lengthOf(numbers, first), lengthOf(numbers, first + 1)]
  let key = (joint << 12) | (Math.min(63, head) << 6) | Math.min(63, second)
  if (head !== 1 || second !== 1) return key
  for (let i = first + 1; numbers.joints[i] === joint; i++) key += 1 << 18
  return key
}

/** Of places in order, those within REACH and not between `start` and `end`. */
export function countAround(places: readonly number[], start: number, end: number): number {
  const before = indexOf(places, start) - indexOf(places, start - REACH)
  return before + indexOf(places, end + REACH) - indexOf(places, end)
}

/** How many places are less than `position`. */
function indexOf(places: readonly number[], position: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] as number) < position) low = middle + 1
    else high = middle
  }
  return low
}

/** Three groups of a day, a month and a year, in either order; eight digits alone are none, as counters have as many. */
function isDate(numbers: Numbers, first: number, last: number): boolean {
  if (last !== first + 2) return false
  const lengths = [first, first + 1, last].map((index) => lengthOf(numbers, index))
  const [head = 0, middle = 0, tail = 0] = lengths
  return middle <= 2 && ((head <= 2 && (tail === 4 || tail === 2)) || (head === 4 && tail <= 2))
}

function lengthOf({ starts, ends }: Numbers, index: number): number {
  return (ends[index] as number) - (starts[index] as number)
}
