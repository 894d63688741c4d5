import test from 'ava'
import {
  and,
  andNot,
  clearRange,
  count,
  countBefore,
  countBoth,
  countBySegment,
  forEachBit,
  hasBit,
  insertBit,
  newBits,
  removeBit,
  SEGMENT_ROWS,
  selectBit,
  setBit,
  setRange,
} from '../../../api/store/sqlite/bitmap-index/bits.ts'
import { decodeBits, encodeBits } from '../../../api/store/sqlite/bitmap-index/codec.ts'
import { riskCode } from '../../../api/store/sqlite/bitmap-index/keys.ts'

function bitsOf(segments: number, rows: Iterable<number>) {
  const bits = newBits(segments)
  for (const row of rows) setBit(bits, row)
  return bits
}

function rowsOf(bits: ReturnType<typeof newBits>): number[] {
  const rows: number[] = []
  forEachBit(bits, 0, bits.length * 32, (row) => rows.push(row))
  return rows
}

const EDGES = [0, 1, 31, 32, 33, 63, 64, SEGMENT_ROWS - 1, SEGMENT_ROWS, SEGMENT_ROWS + 31, 2 * SEGMENT_ROWS - 1]

test('bits that were set are found again, in order and in number', (t) => {
  const bits = bitsOf(2, EDGES)
  t.deepEqual(rowsOf(bits), EDGES)
  t.is(count(bits), EDGES.length)
  t.deepEqual([...countBySegment(bits)], [8, 3])
  const some: number[] = []
  forEachBit(bits, 32, SEGMENT_ROWS, (row) => some.push(row))
  t.deepEqual(some, [32, 33, 63, 64, SEGMENT_ROWS - 1])
})

test('every count before a position is that of the rows before it', (t) => {
  const rows = Array.from({ length: 2000 }, (_, index) => (index * 7919) % SEGMENT_ROWS)
  const bits = bitsOf(
    2,
    rows.map((row) => SEGMENT_ROWS + row),
  )
  const distinct = [...new Set(rows)]
  for (const position of [0, 1, 31, 32, 33, 1000, 4095, 4096, SEGMENT_ROWS - 1, SEGMENT_ROWS]) {
    t.is(countBefore(bits, 1, position), distinct.filter((row) => row < position).length, String(position))
    t.is(countBefore(bits, 0, position), 0)
  }
})

test('ranges are set and cleared to the very bit, within their segment', (t) => {
  for (const [from, to] of [
    [0, 0],
    [0, 1],
    [5, 6],
    [31, 33],
    [32, 64],
    [3, 100],
    [0, SEGMENT_ROWS],
    [SEGMENT_ROWS - 1, SEGMENT_ROWS],
  ] as const) {
    const set = newBits(3)
    setRange(set, 1, from, to)
    t.deepEqual(
      rowsOf(set),
      Array.from({ length: to - from }, (_, index) => SEGMENT_ROWS + from + index),
    )
    const cleared = newBits(3).fill(0xffffffff)
    clearRange(cleared, 1, from, to)
    t.is(count(cleared), 3 * SEGMENT_ROWS - (to - from))
    t.is(countBoth(cleared, set), 0)
  }
})

test('and, and not, or are those of sets', (t) => {
  const [a, b] = [new Set([1, 2, 33, 100]), new Set([2, 33, 64])]
  const bits = (set: Iterable<number>) => bitsOf(1, set)
  t.deepEqual(rowsOf(and(bits(a), bits(b))), [2, 33])
  t.deepEqual(rowsOf(andNot(bits(a), bits(b))), [1, 100])
  t.is(countBoth(bits(a), bits(b)), 2)
})

test('a bitmap comes back from its encoding, however full, at whatever place and alignment', (t) => {
  for (const step of [1, 2, 7, 15, 16, 17, 100, 7679, SEGMENT_ROWS]) {
    const rows = Array.from({ length: Math.ceil(SEGMENT_ROWS / step) }, (_, index) => index * step)
    const encoded = encodeBits(bitsOf(1, rows))
    t.true(encoded.byteLength <= 960)
    const shifted = new Uint8Array(encoded.byteLength + 1)
    shifted.set(encoded, 1)
    const decoded = newBits(2)
    decodeBits(shifted.subarray(1), decoded, 1)
    t.deepEqual(
      rowsOf(decoded),
      rows.map((row) => SEGMENT_ROWS + row),
      `every ${step}th`,
    )
  }
  t.is(encodeBits(newBits(1)).byteLength, 0)
})

test('bits beyond two billion rows are set and found', (t) => {
  // The few words that are touched, not a gigabyte of them.
  const bits = {} as ReturnType<typeof newBits>
  const rows = [2 ** 31 - 1, 2 ** 31, 2 ** 31 + 33, 2 ** 32 + 5, 2 ** 33]
  for (const row of rows) setBit(bits, row)
  const found: number[] = []
  for (const row of rows) forEachBit(bits, row - 2, row + 2, (index) => found.push(index))
  t.deepEqual(found, [2 ** 31 - 1, 2 ** 31, ...rows])
  t.true(rows.every((row) => hasBit(bits, row)))
  t.false(hasBit(bits, 5))
})

test('a row that is put into a segment, or taken out, moves those behind it', (t) => {
  for (const position of [0, 1, 31, 32, 33, 4000, SEGMENT_ROWS - 2]) {
    const before = [0, 1, 30, 31, 32, 63, 64, 3999, 4000, 4001, SEGMENT_ROWS - 2]
    const bits = bitsOf(1, before)
    insertBit(bits, position)
    const moved = before.map((row) => (row >= position ? row + 1 : row))
    t.deepEqual(rowsOf(bits), moved, `${position}`)
    removeBit(bits, position)
    t.deepEqual(rowsOf(bits), before, `${position}`)
    removeBit(bits, position)
    const left = before.filter((row) => row !== position).map((row) => (row > position ? row - 1 : row))
    t.deepEqual(rowsOf(bits), left, `${position}`)
  }
})

test('the row of a rank is the bit with that many before it', (t) => {
  const bits = bitsOf(2, EDGES)
  const first = EDGES.filter((row) => row < SEGMENT_ROWS)
  for (const [rank, row] of first.entries()) t.is(selectBit(bits, 0, rank), row)
  t.is(selectBit(bits, 0, first.length), undefined)
  t.is(selectBit(bits, 1, 1), 31)
})

test('risks are in the order of their codes, apart by a little more than a billionth', (t) => {
  const risks = [0, 1e-9, 5e-9, 0.00005, 0.0001, 0.3, 0.3 + 4e-9, 0.79999, 0.8, 0.80001, 0.99995, 1 - 4e-9, 1]
  const codes = risks.map(riskCode)
  t.deepEqual(
    codes,
    codes.toSorted((a, b) => a - b),
  )
  t.is(riskCode(0.1 + 0.2), riskCode(0.3))
  t.not(riskCode(0.3 + 4e-9), riskCode(0.3))
  t.true(Math.max(...codes) < 2 ** 30)
})
