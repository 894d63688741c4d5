import type { InteractionSort } from '../../interaction-store.ts'
import type { Page } from '../../paging.ts'
import { and, type Bits, countBefore, countBoth, countBySegment, forEachBit, SEGMENT_ROWS } from './bits.ts'
import { keyOf } from './keys.ts'
import { byRisk, planesOf } from './risk-order.ts'
import { numberOfRow, type RowReader, rankOf } from './rows.ts'
import type { TenantIndex } from './tenant-index.ts'
import { tiesOf } from './ties.ts'

const PLATFORM_PREFIX = keyOf('platform', '')

/** The numbers of a page's rows, in the order of the sort. Every order is found from its end that sorts highest. */
export function order(
  index: TenantIndex,
  selected: Bits,
  total: number,
  sort: InteractionSort,
  { offset, limit }: Page,
  reader: RowReader,
): number[] {
  const length = Math.max(0, Math.min(limit, total - offset))
  if (length === 0) return []
  const first = sort.descending ? offset : total - offset - length
  const numbers = ORDERS[sort.field](index, selected, first, length, reader)
  return sort.descending ? numbers : numbers.reverse()
}

/** The bitmaps that every list by risk or by platform asks, whatever it is filtered by. */
export function orderKeys(index: TenantIndex): string[] {
  return [
    ...planesOf(index).map(({ key }) => key),
    ...index.values(PLATFORM_PREFIX).map((platform) => keyOf('platform', platform)),
  ]
}

/** Finds `length` rows from rank `first` on, highest first. */
type Order = (index: TenantIndex, selected: Bits, first: number, length: number, reader: RowReader) => number[]

const ORDERS: Readonly<Record<InteractionSort['field'], Order>> = {
  timestamp: byTime,
  risk_score: (...found) => byRisk(...found, byTime),
  platform_id: byPlatform,
}

/** The times at the two ends of the page are found by counting; what lies between is the page, but for ties. */
function byTime(index: TenantIndex, selected: Bits, first: number, length: number, reader: RowReader): number[] {
  const counts = countBySegment(selected)
  const newest = timeOfRank(index, selected, counts, first)
  const skip = first - countFrom(index, selected, counts, newest + 1)
  const oldest = timeOfRank(index, selected, counts, first + length - 1)
  if (newest === oldest) return tiesOf(index, selected, newest, skip, length, reader)
  const numbers = tiesOf(index, selected, newest, skip, length, reader)
  numbers.push(...between(index, selected, counts, oldest, newest, reader))
  numbers.push(...tiesOf(index, selected, oldest, 0, length - numbers.length, reader))
  return numbers
}

/** The rows that are newer than `oldest` and older than `newest`: no more than a page. */
function between(
  index: TenantIndex,
  selected: Bits,
  counts: Uint32Array,
  oldest: number,
  newest: number,
  reader: RowReader,
): number[] {
  const rows: { readonly row: number; readonly at: number }[] = []
  for (const [segment, { minAt, maxAt, times }] of index.segments.entries()) {
    if (counts[segment] === 0 || minAt >= newest || maxAt <= oldest) continue
    const start = segment * SEGMENT_ROWS
    const known = times()
    forEachBit(selected, start + rankOf(known, oldest + 1), start + rankOf(known, newest), (row) =>
      rows.push({ row, at: known[row - start] ?? 0 }),
    )
  }
  rows.sort((a, b) => b.at - a.at)
  const numbers: number[] = []
  for (let start = 0; start < rows.length; ) {
    const { at } = rows[start] as { at: number }
    let end = start + 1
    while (rows[end]?.at === at) end += 1
    const ties = rows.slice(start, end).map(({ row }) => numberOfRow(index, row))
    numbers.push(...(ties.length === 1 ? ties : highestIdFirst(ties, reader)))
    start = end
  }
  return numbers
}

function highestIdFirst(numbers: readonly number[], reader: RowReader): number[] {
  const rows = numbers.map((number) => reader.read(number))
  return rows.sort((a, b) => (a.id < b.id ? 1 : -1)).map(({ number }) => number)
}

/** The time of the row that has `rank` rows before it, newest first. */
function timeOfRank(index: TenantIndex, selected: Bits, counts: Uint32Array, rank: number): number {
  let low = Infinity
  let high = -Infinity
  for (const [segment, { minAt, maxAt }] of index.segments.entries()) {
    if (counts[segment] === 0) continue
    low = Math.min(low, minAt)
    high = Math.max(high, maxAt)
  }
  // The latest time from which on there are more than `rank` rows.
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (countFrom(index, selected, counts, middle) > rank) low = middle
    else high = middle - 1
  }
  return low
}

/** How many selected rows are of this time or later. Segments on one side of it are not opened. */
function countFrom(index: TenantIndex, selected: Bits, counts: Uint32Array, at: number): number {
  let total = 0
  for (const [segment, { minAt, maxAt, times }] of index.segments.entries()) {
    const inSegment = counts[segment] ?? 0
    if (inSegment === 0 || maxAt < at) continue
    total += minAt >= at ? inSegment : inSegment - countBefore(selected, segment, rankOf(times(), at))
  }
  return total
}

function byPlatform(index: TenantIndex, selected: Bits, first: number, length: number, reader: RowReader): number[] {
  const numbers: number[] = []
  let before = 0
  for (const platform of index.values(PLATFORM_PREFIX).reverse()) {
    const wanted = length - numbers.length
    if (wanted === 0) break
    const bits = index.bits(keyOf('platform', platform))
    const size = countBoth(selected, bits)
    const rank = first + numbers.length - before
    if (rank < size) {
      numbers.push(...byTime(index, and(selected.slice(), bits), rank, Math.min(wanted, size - rank), reader))
    }
    before += size
  }
  return numbers
}
