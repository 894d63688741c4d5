import { type Bits, countBefore, selectBit } from './bits.ts'
import { type RowReader, rankOf } from './rows.ts'
import type { SegmentView, TenantIndex } from './tenant-index.ts'

/** The selected rows of one time within one segment, where they stand in the order of their ids. */
interface Run {
  readonly segment: number
  readonly view: SegmentView
  /** How many selected rows of the segment are before them. */
  readonly start: number
  /** How many of them are left: they are taken from the end, the highest id first. */
  left: number
}

/**
 * The numbers of `length` selected rows of one time from rank `skip` on, the highest id first. Segments have them in that
 * order already, so this merges; ids are read from the table only if it has to compare, some for each segment, however
 * many rows there are.
 */
export function tiesOf(
  index: TenantIndex,
  selected: Bits,
  at: number,
  skip: number,
  length: number,
  reader: RowReader,
): number[] {
  const runs = runsOf(index, selected, at)
  if (runs.length === 1) return takeFrom(runs[0] as Run, selected, skip, length)
  skipMany(runs, selected, skip, reader)
  return merge(runs, selected, length, reader)
}

function runsOf(index: TenantIndex, selected: Bits, at: number): Run[] {
  const runs: Run[] = []
  for (const [segment, view] of index.segments.entries()) {
    if (view.minAt > at || view.maxAt < at) continue
    const times = view.times()
    const start = countBefore(selected, segment, rankOf(times, at))
    const left = countBefore(selected, segment, rankOf(times, at + 1)) - start
    if (left > 0) runs.push({ segment, view, start, left })
  }
  return runs
}

function takeFrom(run: Run, selected: Bits, skip: number, length: number): number[] {
  const numbers: number[] = []
  for (let rank = skip; rank < Math.min(run.left, skip + length); rank++) {
    numbers.push(numberAt(run, selected, run.left - 1 - rank))
  }
  return numbers
}

/** The number of the row of this rank within the run, counted from its lowest id. */
function numberAt({ segment, view, start }: Run, selected: Bits, rank: number): number {
  return view.numberAt(selectBit(selected, segment, start + rank) ?? 0)
}

/**
 * Takes the `skip` highest off the runs. Of `n` runs, `step` = skip / n rows each: the run whose row at that depth is the
 * highest has fewer than `skip` rows above that row among all of them, so its `step` rows can go at once.
 */
function skipMany(runs: Run[], selected: Bits, skip: number, reader: RowReader): void {
  let rest = skip
  while (rest > 0) {
    const open = runs.filter(({ left }) => left > 0)
    if (open.length === 0) return
    const step = Math.max(1, Math.floor(rest / open.length))
    const heads = new Heads(open, selected, step, reader)
    // With the same step for a while, one row is read for each run that is cut.
    while (heads.count > 0 && rest >= step * heads.count) rest -= heads.cut()
    // What is left is less than a step for each run: smaller steps, or at last the highest one by one.
    while (heads.count > 0 && step === 1 && rest > 0) rest -= heads.cut()
  }
}

function merge(runs: readonly Run[], selected: Bits, length: number, reader: RowReader): number[] {
  const heads = new Heads(
    runs.filter(({ left }) => left > 0),
    selected,
    1,
    reader,
  )
  const numbers: number[] = []
  while (numbers.length < length && heads.count > 0) {
    numbers.push(heads.highest)
    heads.cut()
  }
  return numbers
}

/** Runs by the id of their row at a depth of `step` from the highest, or of their lowest where they are shorter. */
class Heads {
  readonly #heads: { readonly run: Run; number: number; id: string }[]
  readonly #selected: Bits
  readonly #step: number
  readonly #reader: RowReader

  constructor(runs: readonly Run[], selected: Bits, step: number, reader: RowReader) {
    this.#selected = selected
    this.#step = step
    this.#reader = reader
    this.#heads = runs.map((run) => ({ run, ...this.#read(run) }))
  }

  get count(): number {
    return this.#heads.length
  }

  /** The number of the highest head. */
  get highest(): number {
    return this.#heads[this.#indexOfHighest()]?.number ?? 0
  }

  /** Takes the head that is the highest, and what is above it, off its run. @returns how many rows */
  cut(): number {
    const index = this.#indexOfHighest()
    const head = this.#heads[index]
    if (head === undefined) return 0
    const cut = Math.min(this.#step, head.run.left)
    head.run.left -= cut
    if (head.run.left === 0) this.#heads.splice(index, 1)
    else Object.assign(head, this.#read(head.run))
    return cut
  }

  #read(run: Run): { number: number; id: string } {
    const number = numberAt(run, this.#selected, run.left - Math.min(this.#step, run.left))
    return { number, id: this.#reader.read(number).id }
  }

  #indexOfHighest(): number {
    let highest = 0
    for (let index = 1; index < this.#heads.length; index++) {
      if ((this.#heads[index]?.id ?? '') > (this.#heads[highest]?.id ?? '')) highest = index
    }
    return highest
  }
}
