import { type Bits, hasBit, newBits, popcount, SEGMENT_WORDS } from './bits.ts'
import { COARSE, FINE, INEXACT, type Plane } from './keys.ts'
import { numberOfRow, type RowKey, type RowReader } from './rows.ts'
import type { TenantIndex } from './tenant-index.ts'

/** Few enough to be read from the table and sorted. */
const FEW = 256

const PLANES: readonly Plane[] = [...COARSE, ...FINE]

/** Words of a bitmap that are not empty: the further risks are told apart, the fewer they are. */
interface Rows {
  readonly places: Uint32Array
  readonly words: Uint32Array
  readonly size: number
}

type ByTime = (index: TenantIndex, selected: Bits, first: number, length: number, reader: RowReader) => number[]

/** Finds `length` rows from rank `first` on, riskiest first, and of one risk newest first. */
export function byRisk(
  index: TenantIndex,
  selected: Bits,
  first: number,
  length: number,
  reader: RowReader,
  byTime: ByTime,
): number[] {
  const numbers: number[] = []
  const planes = planesOf(index)
  visit(toRows(selected), 0, 0)
  return numbers

  /** Adds what the page has of these rows, whose codes are alike in the planes before `depth`. */
  function visit(rows: Rows, depth: number, rank: number): void {
    const start = Math.max(0, first - rank)
    const end = Math.min(rows.size, first + length - rank)
    if (start >= end) return
    if (rows.size <= FEW) numbers.push(...sortFew(index, rows, planes, start, end, reader))
    else if (depth === planes.length) numbers.push(...byTime(index, toBits(index, rows), start, end - start, reader))
    else {
      const { key, inverted } = planes[depth] as Plane
      const bits = index.find(key)
      // No row has the bit: all are on one side.
      const high = bits === undefined ? rows : split(rows, bits, inverted)
      visit(high, depth + 1, rank)
      const after = rank + high.size
      if (bits !== undefined && after < first + length) visit(split(rows, bits, !inverted), depth + 1, after)
    }
  }
}

/** The fine ones are asked only if some row has more than four decimals. */
export function planesOf(index: TenantIndex): readonly Plane[] {
  return index.find(INEXACT) === undefined ? COARSE : PLANES
}

function toRows(bits: Bits): Rows {
  const places = new Uint32Array(bits.length)
  for (let place = 0; place < places.length; place++) places[place] = place
  return split({ places, words: bits }, bits, false)
}

/** The rows that have the bit, or, inverted, that do not. */
function split({ places, words }: Pick<Rows, 'places' | 'words'>, bits: Bits, inverted: boolean): Rows {
  const keptPlaces = new Uint32Array(places.length)
  const keptWords = new Uint32Array(places.length)
  const flip = inverted ? -1 : 0
  let length = 0
  let size = 0
  for (let index = 0; index < places.length; index++) {
    const place = places[index] ?? 0
    const word = (words[index] ?? 0) & ((bits[place] ?? 0) ^ flip)
    if (word === 0) continue
    keptPlaces[length] = place
    keptWords[length] = word
    length += 1
    size += popcount(word)
  }
  return { places: keptPlaces.subarray(0, length), words: keptWords.subarray(0, length), size }
}

function toBits(index: TenantIndex, { places, words }: Rows): Bits {
  const bits = newBits(index.segments.length)
  // By index: an iterator's pairs would cost more than all else of it.
  for (let position = 0; position < places.length; position++) bits[places[position] ?? 0] = words[position] ?? 0
  return bits.subarray(0, index.segments.length * SEGMENT_WORDS)
}

/** The numbers of those from `start` to `end` of few rows, riskiest first. Only what ties with one of them is read. */
function sortFew(
  index: TenantIndex,
  rows: Rows,
  planes: readonly Plane[],
  start: number,
  end: number,
  reader: RowReader,
): number[] {
  const byCode = Map.groupBy(codesOf(index, rows, planes), ({ code }) => code)
  const numbers: number[] = []
  let rank = 0
  for (const [, group] of [...byCode].sort(([a], [b]) => b - a)) {
    if (rank < end && rank + group.length > start) {
      const settled = group.length === 1 ? group : group.map(({ number }) => reader.read(number)).sort(newestFirst)
      const shown = settled.slice(Math.max(0, start - rank), end - rank)
      numbers.push(...shown.map(({ number }) => number))
    }
    rank += group.length
  }
  return numbers
}

function codesOf(index: TenantIndex, { places, words }: Rows, planes: readonly Plane[]) {
  const maps = planes.map(({ key, bit, inverted }) => ({ bits: index.bits(key), bit, inverted }))
  const codes: { readonly code: number; readonly number: number }[] = []
  for (const [position, place] of places.entries()) {
    for (let rest = words[position] ?? 0; rest !== 0; rest &= rest - 1) {
      const row = place * 32 + 31 - Math.clz32(rest & -rest)
      let code = 0
      for (const { bits, bit, inverted } of maps) if (hasBit(bits, row) !== inverted) code += bit
      codes.push({ code, number: numberOfRow(index, row) })
    }
  }
  return codes
}

function newestFirst(a: RowKey, b: RowKey): number {
  return b.at - a.at || (a.id < b.id ? 1 : -1)
}
