import { JOINT_COUNT, jointId, type Numbers, UNJOINED } from '../numbers.ts'
import type { Span } from '../rule.ts'
import { Lines } from './lines.ts'
import { memberAt } from './members.ts'

/** How far around a number others say what it is, in UTF-16 units; farther for those in the same place of a table or a program's output. */
const REACH = 512
const PLACE_REACH = 4096
/** Shorter numbers stand in any text: years, hours, amounts, house numbers. */
export const LONG_MIN = 6
/** Fewer groups in a row are a date, a version or an amount. */
const ROW_MIN = 3
/** More than those of an amount, which stand in any text. */
const LONG_ROW_MIN = 4

/** What joins the parts of one number: a fraction, a date, an identifier in groups. A blank may stand between two numbers as well. */
const TIGHT = new Uint8Array(JOINT_COUNT)
for (const joint of ['.', '-', '/', '_']) TIGHT[jointId(joint)] = 1

/** Something known to be a value, or that may be one. */
export interface Known extends Span {
  readonly type: string
  /** Words speak against it: it explains nothing, and is none of its type, unless the head of its column says so. */
  readonly isContrary?: boolean
}

/**
 * The numbers of a text: those in one piece and rows of short ones that nothing explains, since what stands among them is most often
 * a machine's; and the values of each type that stand in the same place, since such a place is one of values.
 */
export class Population {
  readonly #numbers: Numbers
  /** By a number's start, where it stands (placeOf). */
  readonly #places = new Map<number, number>()
  /** Where each piece begins, in order: all of them, and by place. */
  readonly #pieces: number[] = []
  readonly #piecesByPlace = new Map<number, number[]>()
  /** The same for rows, by what joins their groups and how long the first two of these are. */
  readonly #rows = new Map<number, number[]>()
  /** Rows of whatever groups, by what joins them: two or more, and LONG_ROW_MIN or more. */
  readonly #joined = new Map<number, number[]>()
  readonly #joinedLong = new Map<number, number[]>()
  /** Of amounts in groups of three, with points between. */
  readonly #amounts: number[] = []
  readonly #values = new Map<string, number[]>()
  /** By a value's start, the cell at the head of its column. */
  readonly #heads = new Map<number, Span>()

  /** `known` is in order of the text. */
  constructor(numbers: Numbers, length: number, known: readonly Known[]) {
    this.#numbers = numbers
    this.#addPieces(new Lines(numbers.units, length), known)
    this.#addRows(known)
  }

  /** How many unexplained numbers in one piece stand around this one elsewhere than in its own place. */
  others({ start, end }: Span): number {
    const near = this.#piecesByPlace.get(this.#placeOf(start, end)) ?? NONE
    return countAround(this.#pieces, start, end, REACH) - countAround(near, start, end, REACH)
  }

  /** How many unexplained numbers in one piece stand in the same place as this one. */
  inPlace({ start, end }: Span): number {
    return countAround(this.#piecesByPlace.get(this.#placeOf(start, end)) ?? NONE, start, end, PLACE_REACH)
  }

  /** How many others of this type stand in the same place. */
  fitting({ type, start, end }: Known): number {
    return countAround(this.#values.get(`${type} ${this.#placeOf(start, end)}`) ?? NONE, start, end, PLACE_REACH)
  }

  /** The cell at the head of its column. */
  headOf({ start }: Span): Span | undefined {
    return this.#heads.get(start)
  }

  /** How many rows begin as the one from group `first` does, whose groups the same joint holds together, or as the row does that it stands in. */
  rowsAround(first: number, { start, end }: Span): number {
    const { joints } = this.#numbers
    let head = first
    while (head > 0 && joints[head] === joints[first + 1]) head--
    const own = rowKey(this.#numbers, first)
    const whole = rowKey(this.#numbers, head)
    const alike = countAround(this.#rows.get(own) ?? NONE, start, end, REACH)
    return whole === own ? alike : alike + countAround(this.#rows.get(whole) ?? NONE, start, end, REACH)
  }

  /** How many rows of whatever groups the same joint holds together; only long ones with `isLong`. */
  joinedAround(first: number, isLong: boolean, { start, end }: Span): number {
    const rows = isLong ? this.#joinedLong : this.#joined
    return countAround(rows.get(this.#numbers.joints[first + 1] as number) ?? NONE, start, end, REACH)
  }

  /** How many amounts in three groups or more, with points between, stand around a number that is written so. */
  amountsAround(first: number, last: number, { start, end }: Span): number {
    return isAmount(this.#numbers, first, last) ? countAround(this.#amounts, start, end, REACH) : 0
  }

  /** Pieces and values in one pass, as places are told in the order of the text. */
  #addPieces(lines: Lines, known: readonly Known[]): void {
    const { count, starts, ends, joints } = this.#numbers
    let next = 0
    let covered = -1
    const addKnown = (before: number) => {
      for (let one = known[next]; one !== undefined && one.start < before; one = known[++next]) {
        const place = this.#note(lines, one.start, one.end)
        const head = place > 0 ? lines.headOf(place) : undefined
        if (head !== undefined) this.#heads.set(one.start, head)
        if (one.isContrary === true) continue
        covered = Math.max(covered, one.end)
        const values = addTo(this.#values, `${one.type} ${place}`)
        // Two rules may have found it.
        if (values.at(-1) !== one.start) values.push(one.start)
      }
    }
    for (let first = 0; first < count; ) {
      let last = first
      let digits = lengthOf(this.#numbers, first)
      while (last + 1 < count && TIGHT[joints[last + 1] as number] === 1) digits += lengthOf(this.#numbers, ++last)
      const start = starts[first] as number
      const end = ends[last] as number
      addKnown(end)
      if (digits >= LONG_MIN && start >= covered && !isDate(this.#numbers, first, last)) {
        this.#pieces.push(start)
        addTo(this.#piecesByPlace, this.#note(lines, start, end)).push(start)
      }
      first = last + 1
    }
    addKnown(Number.POSITIVE_INFINITY)
  }

  #addRows(known: readonly Known[]): void {
    const { count, starts, ends, joints } = this.#numbers
    let next = 0
    let covered = -1
    for (let first = 0; first < count; ) {
      const joint = joints[first + 1] as number
      let last = first
      if (joint !== UNJOINED) while (joints[last + 1] === joint) last++
      const start = starts[first] as number
      for (; next < known.length && (known[next] as Span).start < (ends[last] as number); next++)
        if (known[next]?.isContrary !== true) covered = Math.max(covered, (known[next] as Span).end)
      if (last > first && start >= covered && !isDate(this.#numbers, first, last)) {
        // Forms have a box for each digit of whatever they ask.
        if (lengthOf(this.#numbers, first) > 1 || lengthOf(this.#numbers, first + 1) > 1) {
          addTo(this.#joined, joint).push(start)
          if (last - first + 1 >= LONG_ROW_MIN) addTo(this.#joinedLong, joint).push(start)
        }
        if (last - first + 1 >= ROW_MIN) addTo(this.#rows, rowKey(this.#numbers, first)).push(start)
        if (last - first + 1 >= ROW_MIN && isAmount(this.#numbers, first, last)) this.#amounts.push(start)
      }
      // The last group of a row may be the first of another, which another sign joins.
      first = last === first ? first + 1 : last
    }
  }

  #note(lines: Lines, start: number, end: number): number {
    const column = lines.columnOf(start, end)
    const place = column > 0 ? column : -memberAt(this.#numbers.units, start) || this.#likeness(start, end)
    this.#places.set(start, place)
    return place
  }

  #placeOf(start: number, end: number): number {
    return this.#places.get(start) ?? (-memberAt(this.#numbers.units, start) || this.#likeness(start, end))
  }

  /** A number for what has this length and stands between these signs. */
  #likeness(start: number, end: number): number {
    return -1 - ((Math.min(63, end - start) << 16) | this.#flank(start, end))
  }

  /** What stands on either side of a number: all that a program writes in one place have the same there. */
  #flank(start: number, end: number): number {
    const { units } = this.#numbers
    return ((start === 0 ? LINE_FEED : (units[start - 1] as number) & 0xff) << 8) | ((units[end] as number) & 0xff)
  }
}

const LINE_FEED = 10
const NONE: readonly number[] = []

function addTo<Key>(lists: Map<Key, number[]>, key: Key): number[] {
  let list = lists.get(key)
  if (list === undefined) {
    list = []
    lists.set(key, list)
  }
  return list
}

/**
 * Of the row that begins with group `first`: its joint and the lengths of two groups, six bits each. Of single digits, which forms have a box
 * for each, how many these are, too.
 */
function rowKey(numbers: Numbers, first: number): number {
  const joint = numbers.joints[first + 1] as number
  const [head, second] = [lengthOf(numbers, first), lengthOf(numbers, first + 1)]
  let key = (joint << 12) | (Math.min(63, head) << 6) | Math.min(63, second)
  if (head !== 1 || second !== 1) return key
  for (let i = first + 1; numbers.joints[i] === joint; i++) key += 1 << 18
  return key
}

/** Of places in order, those within `reach` that are not between `start` and `end`. */
function countAround(places: readonly number[], start: number, end: number, reach: number): number {
  const before = indexOf(places, start) - indexOf(places, start - reach)
  return before + indexOf(places, end + reach) - indexOf(places, end)
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
  const [head, middle, tail] = [
    lengthOf(numbers, first),
    lengthOf(numbers, first + 1),
    lengthOf(numbers, last),
  ] as const
  return middle <= 2 && ((head <= 2 && (tail === 4 || tail === 2)) || (head === 4 && tail <= 2))
}

const POINT = jointId('.')

/** 5.111.153: groups of three behind one that is no longer. */
function isAmount(numbers: Numbers, first: number, last: number): boolean {
  if (numbers.joints[last] !== POINT || lengthOf(numbers, first) > 3) return false
  for (let i = first + 1; i <= last; i++) if (lengthOf(numbers, i) !== 3) return false
  return true
}

function lengthOf({ starts, ends }: Numbers, index: number): number {
  return (ends[index] as number) - (starts[index] as number)
}
