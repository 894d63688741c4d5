import { SEGMENT_ROWS } from './bits.ts'
import type { IndexedRow, PlacedRow } from './indexed-row.ts'
import { FACETS } from './keys.ts'
import { RowSet } from './row-set.ts'

/** What a row takes without its share of the sets, and a character of a key, as measured on Node 26. */
const ROW_BYTES = 220
const CHARACTER_BYTES = 2

/**
 * Up to SEGMENT_ROWS rows, ordered by time and then by id, with a set of rows for each value that occurs. Takes rows and
 * gives them up one by one: moving the bits of one row costs some microseconds, ordering all of them anew some milliseconds.
 */
export class Segment {
  /** Without their values, which are in the sets. */
  readonly #rows: PlacedRow[] = []
  readonly #times = new Float64Array(SEGMENT_ROWS)
  readonly #sets = new Map<string, RowSet>()
  #setBytes = 0

  constructor(rows: readonly IndexedRow[] = []) {
    const sorted = rows.toSorted(inOrder)
    place(sorted, this.#rows, this.#times)
    for (const { valueIn, keysOf } of FACETS) {
      // The rows of a value go into each of its sets at one stroke: one by one this takes twice as long.
      for (const positions of positionsByValue(sorted, valueIn)) {
        const first = sorted[positions[0] ?? 0]
        if (first !== undefined) for (const key of keysOf(first)) this.#open(key).addAll(positions)
      }
    }
    for (const [key, set] of this.#sets) this.#setBytes += bytesOf(key, set)
  }

  get size(): number {
    return this.#rows.length
  }

  /** What it takes in memory, about. */
  get bytes(): number {
    return this.#rows.length * ROW_BYTES + this.#times.byteLength + this.#setBytes
  }

  /** Ascending. Good until the next change. */
  get times(): Float64Array {
    return this.#times.subarray(0, this.#rows.length)
  }

  get hashes(): Float64Array {
    // No callback and no iterator: this runs once for thousands of rows, before V8 has compiled it.
    const hashes = new Float64Array(this.#rows.length)
    for (let position = 0; position < hashes.length; position++) hashes[position] = this.#rows[position]?.hash ?? 0
    return hashes
  }

  get sets(): ReadonlyMap<string, RowSet> {
    return this.#sets
  }

  get rows(): readonly PlacedRow[] {
    return this.#rows
  }

  numberAt(position: number): number {
    return this.#rows[position]?.number ?? 0
  }

  add(row: IndexedRow): void {
    const position = this.#placeOf(row)
    // Nearly every row is the newest, and has nothing behind it that would move.
    if (position < this.#rows.length) {
      for (const set of this.#sets.values()) set.insert(position)
      this.#times.copyWithin(position + 1, position, this.#rows.length)
    }
    this.#rows.splice(position, 0, placed(row))
    this.#times[position] = row.at
    this.#set(row, position)
  }

  remove(row: PlacedRow): void {
    const position = this.#placeOf(row)
    if (this.#rows[position]?.number !== row.number) return
    this.#rows.splice(position, 1)
    this.#times.copyWithin(position, position + 1)
    this.#setBytes = 0
    for (const [key, set] of this.#sets) {
      set.remove(position)
      if (set.isEmpty) this.#sets.delete(key)
      else this.#setBytes += bytesOf(key, set)
    }
  }

  #set(row: IndexedRow, position: number): void {
    for (const { keysOf } of FACETS) {
      for (const key of keysOf(row)) {
        const isNew = !this.#sets.has(key)
        const set = this.#open(key)
        if (!isNew) this.#setBytes -= bytesOf(key, set)
        set.add(position)
        this.#setBytes += bytesOf(key, set)
      }
    }
  }

  #open(key: string): RowSet {
    const known = this.#sets.get(key)
    if (known !== undefined) return known
    const set = new RowSet()
    this.#sets.set(key, set)
    return set
  }

  /** Where the row is, or would be. */
  #placeOf(row: PlacedRow): number {
    const last = this.#rows.at(-1)
    if (last === undefined || inOrder(last, row) < 0) return this.#rows.length
    let low = 0
    let high = this.#rows.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = this.#rows[middle]
      if (other !== undefined && inOrder(other, row) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

// Loops by index, each in a function of its own: they run for thousands of rows at a time, seconds apart, in code that V8 has hardly compiled,
// and of a function with many loops it gives up what it has compiled again and again.

function place(sorted: readonly IndexedRow[], rows: PlacedRow[], times: Float64Array): void {
  for (let position = 0; position < sorted.length; position++) {
    const row = sorted[position] as IndexedRow
    rows.push(placed(row))
    times[position] = row.at
  }
}

/** The positions of the rows of each value, in ascending order. */
function positionsByValue(
  sorted: readonly IndexedRow[],
  valueIn: (row: IndexedRow) => unknown,
): Iterable<readonly number[]> {
  const groups = new Map<unknown, number[]>()
  for (let position = 0; position < sorted.length; position++) {
    const value = valueIn(sorted[position] as IndexedRow)
    const group = groups.get(value)
    if (group === undefined) groups.set(value, [position])
    else group.push(position)
  }
  return groups.values()
}

function placed({ number, id, at, hash }: IndexedRow): PlacedRow {
  return { number, id, at, hash }
}

function bytesOf(key: string, set: RowSet): number {
  return key.length * CHARACTER_BYTES + set.bytes
}

function inOrder(a: PlacedRow, b: PlacedRow): number {
  return a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}
