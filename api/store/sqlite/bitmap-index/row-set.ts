import { type Bits, insertBit, newBits, removeBit, SEGMENT_ROWS, SEGMENT_WORDS, setBit } from './bits.ts'
import { encodeBits, encodePositions } from './codec.ts'

/** More rows than this are a bitmap, which then takes less than a list of them. */
const LISTED_MAX = 64

/** The object with its list, and its entry in the map of a segment, as measured on Node 26. */
const OBJECT_BYTES = 160
const POSITION_BYTES = 8

/**
 * The rows of one value within a segment. A tail may have hundreds of thousands of values with a row or two each, for
 * which a bitmap of its own would take 960 bytes: few rows are a list of positions.
 */
export class RowSet {
  /** Ascending. */
  #positions: number[] = []
  #bits: Bits | undefined

  /** What it takes in memory, about. */
  get bytes(): number {
    return OBJECT_BYTES + (this.#bits?.byteLength ?? this.#positions.length * POSITION_BYTES)
  }

  add(position: number): void {
    if (this.#bits !== undefined) {
      setBit(this.#bits, position)
      return
    }
    // Nearly every row is the newest.
    let place = this.#positions.length
    while (place > 0 && (this.#positions[place - 1] ?? 0) > position) place -= 1
    if (place === this.#positions.length) this.#positions.push(position)
    else this.#positions.splice(place, 0, position)
    if (this.#positions.length > LISTED_MAX) this.#becomeBits()
  }

  /** Adds rows that are not in it, in ascending order. */
  addAll(positions: readonly number[]): void {
    if (this.#bits === undefined && this.#positions.length + positions.length <= LISTED_MAX) {
      for (const position of positions) this.add(position)
      return
    }
    const bits = this.#bits ?? this.#becomeBits()
    for (const position of positions) {
      const word = position >>> 5
      bits[word] = (bits[word] ?? 0) | (1 << (position & 31))
    }
  }

  #becomeBits(): Bits {
    const bits = newBits(1)
    for (const row of this.#positions) setBit(bits, row)
    this.#positions = []
    this.#bits = bits
    return bits
  }

  /** Makes room: the rows from `position` on move up by one. */
  insert(position: number): void {
    if (this.#bits !== undefined) insertBit(this.#bits, position)
    else this.#move(position, 1)
  }

  /** Takes a row out: those after it move down by one. */
  remove(position: number): void {
    if (this.#bits !== undefined) removeBit(this.#bits, position)
    else {
      const place = this.#positions.indexOf(position)
      if (place >= 0) this.#positions.splice(place, 1)
      this.#move(position, -1)
    }
  }

  #move(from: number, by: 1 | -1): void {
    const positions = this.#positions
    for (let place = positions.length - 1; place >= 0; place--) {
      const row = positions[place] ?? 0
      if (row < from) return
      positions[place] = row + by
    }
  }

  get isEmpty(): boolean {
    return this.#bits === undefined && this.#positions.length === 0
  }

  /** Sets its rows in the bitmap of all segments, in the place of this one, which is empty. */
  copyTo(target: Bits, place: number): void {
    if (this.#bits !== undefined) target.set(this.#bits, place * SEGMENT_WORDS)
    else for (const row of this.#positions) setBit(target, place * SEGMENT_ROWS + row)
  }

  /** For the disk. */
  encode(): Uint8Array {
    return this.#bits === undefined ? encodePositions(this.#positions) : encodeBits(this.#bits)
  }
}
