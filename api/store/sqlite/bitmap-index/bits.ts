/**
 * Rows of a segment: 32 x 240, so that a bitmap, 960 bytes, still fits in a leaf of SQLite's index b-trees with its key
 * (a payload over 1002 bytes would need a page of its own).
 */
export const SEGMENT_ROWS = 7680
export const SEGMENT_WORDS = SEGMENT_ROWS / 32

/**
 * One bit a row, segment after segment: row `position` of the segment at place `b` is bit `b x SEGMENT_ROWS + position`.
 * Such an index may be beyond 2 ** 32, so it is divided and multiplied, never shifted.
 */
export type Bits = Uint32Array

export function newBits(segments: number): Bits {
  return new Uint32Array(segments * SEGMENT_WORDS)
}

export function setBit(bits: Bits, index: number): void {
  const word = wordOf(index)
  bits[word] = (bits[word] ?? 0) | (1 << (index & 31))
}

export function clearBit(bits: Bits, index: number): void {
  const word = wordOf(index)
  bits[word] = (bits[word] ?? 0) & ~(1 << (index & 31))
}

export function hasBit(bits: Bits, index: number): boolean {
  return ((bits[wordOf(index)] ?? 0) & (1 << (index & 31))) !== 0
}

function wordOf(index: number): number {
  return Math.floor(index / 32)
}

/** Makes room in one segment's bitmap: the bits from `position` on move up by one, and the bit there is clear. */
export function insertBit(bits: Bits, position: number): void {
  const first = wordOf(position)
  for (let word = SEGMENT_WORDS - 1; word > first; word--) {
    bits[word] = ((bits[word] ?? 0) << 1) | ((bits[word - 1] ?? 0) >>> 31)
  }
  const below = (1 << (position & 31)) - 1
  const kept = bits[first] ?? 0
  bits[first] = (kept & below) | ((kept & ~below) << 1)
}

/** Takes a bit out of one segment's bitmap: those after `position` move down by one. */
export function removeBit(bits: Bits, position: number): void {
  const first = wordOf(position)
  const below = (1 << (position & 31)) - 1
  const kept = bits[first] ?? 0
  bits[first] = (kept & below) | ((kept >>> 1) & ~below)
  for (let word = first; word < SEGMENT_WORDS - 1; word++) {
    bits[word] = (bits[word] ?? 0) | ((bits[word + 1] ?? 0) << 31)
    bits[word + 1] = (bits[word + 1] ?? 0) >>> 1
  }
}

/** Sets the bits of rows `from` (inclusive) to `to` (exclusive) of one segment. */
export function setRange(bits: Bits, segment: number, from: number, to: number): void {
  const [first, last] = wholeWords(segment, from, to)
  bits.fill(0xffffffff, first, last)
  forEachEdge(segment, from, to, (index) => setBit(bits, index))
}

/** Clears the bits of rows `from` (inclusive) to `to` (exclusive) of one segment. */
export function clearRange(bits: Bits, segment: number, from: number, to: number): void {
  const [first, last] = wholeWords(segment, from, to)
  bits.fill(0, first, last)
  forEachEdge(segment, from, to, (index) => clearBit(bits, index))
}

/** The words that lie in a range with all their bits: first and, exclusive, last; the same if there is none. */
function wholeWords(segment: number, from: number, to: number): [first: number, last: number] {
  const first = segment * SEGMENT_WORDS + ((from + 31) >>> 5)
  return [first, Math.max(first, segment * SEGMENT_WORDS + (to >>> 5))]
}

/** The rows of a range that are not in whole words: fewer than 32 at either end. */
function forEachEdge(segment: number, from: number, to: number, visit: (index: number) => void): void {
  const [first, last] = wholeWords(segment, from, to)
  const start = segment * SEGMENT_ROWS
  for (let index = start + from; index < Math.min(start + to, first * 32); index++) visit(index)
  for (let index = Math.max(start + from, last * 32); index < start + to; index++) visit(index)
}

/** `target` keeps what is in both. */
export function and(target: Bits, other: Bits): Bits {
  for (let word = 0; word < target.length; word++) target[word] = (target[word] ?? 0) & (other[word] ?? 0)
  return target
}

/** `target` keeps what is not in the other. */
export function andNot(target: Bits, other: Bits): Bits {
  for (let word = 0; word < target.length; word++) target[word] = (target[word] ?? 0) & ~(other[word] ?? 0)
  return target
}

/** The bits set in the words from `from` (inclusive) to `to` (exclusive). */
export function countWords(bits: Bits, from: number, to: number): number {
  let count = 0
  for (let word = from; word < to; word++) count += popcount(bits[word] ?? 0)
  return count
}

export function count(bits: Bits): number {
  return countWords(bits, 0, bits.length)
}

/** How many bits both have: an `and` that is counted, not kept. */
export function countBoth(bits: Bits, other: Bits): number {
  let both = 0
  for (let word = 0; word < bits.length; word++) both += popcount((bits[word] ?? 0) & (other[word] ?? 0))
  return both
}

/** The bits set in each segment. */
export function countBySegment(bits: Bits): Uint32Array {
  const counts = new Uint32Array(bits.length / SEGMENT_WORDS)
  for (let segment = 0; segment < counts.length; segment++) {
    counts[segment] = countWords(bits, segment * SEGMENT_WORDS, (segment + 1) * SEGMENT_WORDS)
  }
  return counts
}

/** The bits set among the first `position` rows of a segment. */
export function countBefore(bits: Bits, segment: number, position: number): number {
  const first = segment * SEGMENT_WORDS
  const last = first + (position >>> 5)
  const rest = position & 31
  const partial = rest === 0 ? 0 : popcount((bits[last] ?? 0) & ((1 << rest) - 1))
  return countWords(bits, first, last) + partial
}

/** Calls `visit` with the index of every set bit from `from` (inclusive) to `to` (exclusive), ascending. */
export function forEachBit(bits: Bits, from: number, to: number, visit: (index: number) => void): void {
  for (let word = wordOf(from); word * 32 < to; word++) {
    let rest = bits[word] ?? 0
    while (rest !== 0) {
      const lowest = rest & -rest
      const index = word * 32 + 31 - Math.clz32(lowest)
      if (index >= from && index < to) visit(index)
      rest ^= lowest
    }
  }
}

/** The position of the set bit of a segment that has `rank` set bits before it; undefined if there are fewer. */
export function selectBit(bits: Bits, segment: number, rank: number): number | undefined {
  let left = rank
  const first = segment * SEGMENT_WORDS
  for (let word = first; word < first + SEGMENT_WORDS; word++) {
    const inWord = popcount(bits[word] ?? 0)
    if (left < inWord) {
      let rest = bits[word] ?? 0
      for (; left > 0; left--) rest &= rest - 1
      return (word - first) * 32 + 31 - Math.clz32(rest & -rest)
    }
    left -= inWord
  }
  return undefined
}

/** Hamming weight of 32 bits, as in Hacker's Delight 5-1. */
export function popcount(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
