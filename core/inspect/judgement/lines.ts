import type { Span } from '../rule.ts'

/** What separates cells, in the order in which a cell's neighbours are asked. */
const SEPARATORS = ['\t', ';', '|', ','].map((separator) => separator.charCodeAt(0))
const KINDS = new Uint8Array(65_536)
for (const [index, separator] of SEPARATORS.entries()) KINDS[separator] = index + 1
/** Stands for blanks, where a line has nothing else between its cells. */
const BLANKS = SEPARATORS.length
const COUNTERS = BLANKS + 1
const LINE_FEED = 0x0a
const SPACE = 0x20
const PLUS = 0x2b
const HYPHEN = 0x2d
const EQUAL = 0x3d
/** How far around a cell its separators stand: cells are padded. */
const PADDING_MAX = 40
/** Wider tables are lists in one line. */
const COLUMNS_MAX = 500

/** How far into the first line of a table its heads are looked for. */
const HEAD_LINE_MAX = 4096

/** In which column of a table a number stands. Asked in the order of the text, it goes over the text once. */
export class Lines {
  readonly #units: Uint16Array
  readonly #length: number
  /** Of each line: where it begins, and how many of each separator it has. */
  readonly #starts: number[] = [0]
  readonly #totals: number[] = []
  #line = 0
  #position = 0
  /** The first line of the table that a line belongs to, by separator; asked for most often of the line that was asked for last. */
  readonly #tops = new Int32Array(COUNTERS)
  readonly #topsOf = new Int32Array(COUNTERS).fill(-1)
  readonly #heads = new Map<number, { readonly top: number; readonly cell: Span | undefined }>()
  readonly #counts = new Int32Array(COUNTERS)

  constructor(units: Uint16Array, length: number) {
    this.#units = units
    this.#length = length
    for (let start = 0; start <= length; ) {
      const end = count(units, start, length, this.#counts)
      for (let i = 0; i < COUNTERS; i++) this.#totals.push(this.#counts[i] as number)
      this.#counts.fill(0)
      start = end + 1
      if (end < length) this.#starts.push(start)
    }
  }

  /** A number for each column; 0 where the line beside it is built otherwise, as in prose. Calls come in the order of `start`. */
  columnOf(start: number, end: number): number {
    while (this.#line + 1 < this.#starts.length && (this.#starts[this.#line + 1] as number) <= start) {
      this.#line++
      this.#position = this.#starts[this.#line] as number
      this.#counts.fill(0)
    }
    const separator = this.#separatorOf(start, end)
    const total = this.#totalOf(this.#line, separator)
    if (total === 0 || total > COLUMNS_MAX) return 0
    if (this.#totalOf(this.#line - 1, separator) !== total && this.#totalOf(this.#line + 1, separator) !== total)
      return 0
    // Only where lines are alike: most are not.
    count(this.#units, this.#position, start, this.#counts)
    this.#position = Math.max(this.#position, start)
    // A word is counted where it begins, and that is here.
    const begun = separator === BLANKS && start > 0 && this.#units[start - 1] === SPACE ? 1 : 0
    return ((this.#counts[separator] as number) + begun + 1) * COUNTERS + separator
  }

  /** Where the cell stands at the head of the column that columnOf() returned last; undefined where the table has none, or only a long one. */
  headOf(column: number): Span | undefined {
    const top = this.#topOf(column % COUNTERS)
    if (top === this.#line) return undefined
    const known = this.#heads.get(column)
    if (known?.top === top) return known.cell
    const cell = this.#cellAt(top, column)
    this.#heads.set(column, { top, cell })
    return cell
  }

  #cellAt(line: number, column: number): Span | undefined {
    const separator = column % COUNTERS
    const wanted = Math.floor(column / COUNTERS) - 1
    const from = this.#starts[line] as number
    const to = Math.min((this.#starts[line + 1] as number) - 1, from + HEAD_LINE_MAX)
    let start = from
    for (let seen = 0; start < to && seen < wanted; start++) if (this.#isBefore(start, separator)) seen++
    // Behind blanks the cell began with the word that was counted.
    if (separator === BLANKS && wanted > 0) start--
    let end = start
    while (end < to && !this.#endsCell(end, separator)) end++
    return end === to && to - from === HEAD_LINE_MAX ? undefined : { start, end }
  }

  #isBefore(i: number, separator: number): boolean {
    const unit = this.#units[i] as number
    if (separator < BLANKS) return KINDS[unit] === separator + 1
    return unit > SPACE && KINDS[unit] === 0 && this.#units[i - 1] === SPACE
  }

  #endsCell(i: number, separator: number): boolean {
    const unit = this.#units[i] as number
    return separator < BLANKS ? KINDS[unit] === separator + 1 : unit === SPACE
  }

  #topOf(separator: number): number {
    let line = this.#line
    const known = this.#topsOf[separator] as number
    const total = this.#totalOf(line, separator)
    while (line > 0 && line !== known) {
      const above = line > 1 && this.#isRuler(line - 1) ? line - 2 : line - 1
      if (this.#totalOf(above, separator) !== total) break
      line = above
    }
    const top = line === known ? (this.#tops[separator] as number) : line
    this.#topsOf[separator] = this.#line
    this.#tops[separator] = top
    return top
  }

  /** "----+----" below the heads. */
  #isRuler(line: number): boolean {
    const to = (this.#starts[line + 1] as number) - 1
    const from = this.#starts[line] as number
    if (this.#units[from] !== HYPHEN && this.#units[from] !== EQUAL) return false
    for (let i = from; i < to; i++) {
      const unit = this.#units[i] as number
      if (unit !== HYPHEN && unit !== PLUS && unit !== EQUAL && unit !== SPACE) return false
    }
    return true
  }

  /** The separator beside a cell; that of blanks where none is. */
  #separatorOf(start: number, end: number): number {
    const units = this.#units
    let after = end
    while (after < this.#length && after - end < PADDING_MAX && isPadding(units[after] as number)) after++
    const behind = after < this.#length ? (KINDS[units[after] as number] as number) : 0
    if (behind > 0) return behind - 1
    let before = start - 1
    while (before >= 0 && start - before < PADDING_MAX && isPadding(units[before] as number)) before--
    const ahead = before >= 0 ? (KINDS[units[before] as number] as number) : 0
    return ahead > 0 ? ahead - 1 : BLANKS
  }

  #totalOf(line: number, separator: number): number {
    if (line < 0) return -1
    return this.#totals[line * COUNTERS + separator] ?? 0
  }
}

/** Adds the separators from `from` to the end of the line, or `to`, and returns where that is. */
function count(units: Uint16Array, from: number, to: number, counts: Int32Array): number {
  let before = from > 0 ? (units[from - 1] as number) : 0
  let i = from
  for (; i < to; i++) {
    const unit = units[i] as number
    if (unit === LINE_FEED) break
    const kind = KINDS[unit] as number
    if (kind > 0) counts[kind - 1] = (counts[kind - 1] as number) + 1
    // Where a word begins: so many blanks as one would separate it.
    else if (before === SPACE && unit > SPACE) counts[BLANKS] = (counts[BLANKS] as number) + 1
    before = unit
  }
  return i
}

/** Quotes and blanks around what a cell holds. */
function isPadding(unit: number): boolean {
  return unit === SPACE || unit === 0x22 || unit === 0x27
}
