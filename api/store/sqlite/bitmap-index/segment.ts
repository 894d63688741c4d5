import { type Bits, insertBit, newBits, removeBit, SEGMENT_ROWS, setBit } from './bits.ts'
import type { IndexedRow } from './indexed-row.ts'
import { keysOf } from './keys.ts'

/**
 * Up to SEGMENT_ROWS rows, ordered by time and then by id, with a bitmap for each value that occurs. Takes rows and gives
 * them up one by one: moving the bits of one row costs some microseconds, ordering all of them anew some milliseconds.
 */
export class Segment {
  readonly #rows: IndexedRow[]
  readonly #times = new Float64Array(SEGMENT_ROWS)
  readonly #bits = new Map<string, Bits>()

  constructor(rows: readonly IndexedRow[] = []) {
    this.#rows = rows.toSorted(inOrder)
    for (const [position, row] of this.#rows.entries()) {
      this.#times[position] = row.at
      this.#set(row, position)
    }
  }

  get size(): number {
    return this.#rows.length
  }

  /** Ascending. Good until the next change. */
  get times(): Float64Array {
    return this.#times.subarray(0, this.#rows.length)
  }

  get bits(): ReadonlyMap<string, Bits> {
    return this.#bits
  }

  get rows(): readonly IndexedRow[] {
    return this.#rows
  }

  numberAt(position: number): number {
    return this.#rows[position]?.number ?? 0
  }

  add(row: IndexedRow): void {
    const position = this.#placeOf(row)
    // Nearly every row is the newest, and has nothing behind it that would move.
    if (position < this.#rows.length) {
      for (const bits of this.#bits.values()) insertBit(bits, position)
      this.#times.copyWithin(position + 1, position, this.#rows.length)
    }
    this.#rows.splice(position, 0, row)
    this.#times[position] = row.at
    this.#set(row, position)
  }

  remove(row: IndexedRow): void {
    const position = this.#placeOf(row)
    if (this.#rows[position]?.number !== row.number) return
    this.#rows.splice(position, 1)
    this.#times.copyWithin(position, position + 1)
    for (const bits of this.#bits.values()) removeBit(bits, position)
  }

  #set(row: IndexedRow, position: number): void {
    for (const key of keysOf(row)) {
      let bits = this.#bits.get(key)
      if (bits === undefined) {
        bits = newBits(1)
        this.#bits.set(key, bits)
      }
      setBit(bits, position)
    }
  }

  /** Where the row is, or would be. */
  #placeOf(row: IndexedRow): number {
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

function inOrder(a: IndexedRow, b: IndexedRow): number {
  return a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}
