import type { InteractionSort, Page } from '../../store.ts'
import {
  and,
  andNot,
  type Bits,
  count,
  countBefore,
  countBoth,
  countBySegment,
  forEachBit,
  hasBit,
  SEGMENT_ROWS,
} from './bits.ts'
import { INEXACT, keyOf, planeKey, RISK_PLANES } from './build.ts'
import { numberOfRow, type RowKey, type RowReader, rankOf } from './rows.ts'
import type { TenantIndex } from './tenant-index.ts'

/** Few enough to be looked at one by one. */
const ROWS_AT_ONCE = 4096

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

/** Finds `length` rows from rank `first` on, highest first. */
type Order = (index: TenantIndex, selected: Bits, first: number, length: number, reader: RowReader) => number[]

const ORDERS: Readonly<Record<InteractionSort['field'], Order>> = {
  timestamp: byTime,
  risk_score: byRisk,
  platform_id: byPlatform,
}

function byTime(index: TenantIndex, selected: Bits, first: number, length: number, reader: RowReader): number[] {
  const counts = countBySegment(selected)
  const newest = timeOfRank(index, selected, counts, first)
  const oldest = timeOfRank(index, selected, counts, first + length - 1)
  const rows: { row: number; at: number }[] = []
  for (const [segment, { minAt, maxAt, times }] of index.segments.entries()) {
    if (counts[segment] === 0 || minAt > newest || maxAt < oldest) continue
    const start = segment * SEGMENT_ROWS
    const known = times()
    forEachBit(selected, start + rankOf(known, oldest), start + rankOf(known, newest + 1), (row) =>
      rows.push({ row, at: known[row - start] ?? 0 }),
    )
  }
  rows.sort((a, b) => b.at - a.at)
  const skip = first - countFrom(index, selected, counts, newest + 1)
  return settleTies(index, rows, (a, b) => a.at === b.at, byId, skip, length, reader)
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

function byRisk(index: TenantIndex, selected: Bits, first: number, length: number, reader: RowReader): number[] {
  const numbers: number[] = []
  while (numbers.length < length) {
    const group = narrow(index, selected, first + numbers.length)
    const wanted = Math.min(length - numbers.length, group.size - group.rank)
    const find = group.isOneRisk ? byTime : byCode
    numbers.push(...find(index, group.rows, group.rank, wanted, reader))
  }
  return numbers
}

interface RiskGroup {
  /** Rows whose risk codes begin alike. */
  readonly rows: Bits
  readonly size: number
  /** Of the row that was looked for, within the group. */
  readonly rank: number
  /** All have exactly the same risk. */
  readonly isOneRisk: boolean
}

/** The group of the row of this rank, riskiest first: bit by bit from the highest, until it is small enough. */
function narrow(index: TenantIndex, selected: Bits, rank: number): RiskGroup {
  let rows = selected
  let size = count(rows)
  let plane = RISK_PLANES
  let before = rank
  while (size > ROWS_AT_ONCE && plane > 0) {
    plane -= 1
    const bits = index.bits(planeKey(plane))
    const high = countBoth(rows, bits)
    if (before < high) {
      rows = and(rows.slice(), bits)
      size = high
    } else {
      rows = andNot(rows.slice(), bits)
      size -= high
      before -= high
    }
  }
  const isOneRisk = size > ROWS_AT_ONCE && countBoth(rows, index.bits(INEXACT)) === 0
  return { rows, size, rank: before, isOneRisk }
}

function byCode(index: TenantIndex, selected: Bits, first: number, length: number, reader: RowReader): number[] {
  const planes = Array.from({ length: RISK_PLANES }, (_, plane) => index.bits(planeKey(plane)))
  const rows: { row: number; code: number }[] = []
  forEachBit(selected, 0, selected.length * 32, (row) => {
    let code = 0
    for (const [plane, bits] of planes.entries()) if (hasBit(bits, row)) code |= 1 << plane
    rows.push({ row, code })
  })
  rows.sort((a, b) => b.code - a.code)
  return settleTies(index, rows, (a, b) => a.code === b.code, byRiskTimeId, first, length, reader)
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

/**
 * Cuts `length` rows from `first` on out of rows that are sorted but for ties, which `tieOrder` decides. Only what ties
 * with a row of the cut is read from the table.
 */
function settleTies<T extends { readonly row: number }>(
  index: TenantIndex,
  rows: readonly T[],
  isTie: (a: T, b: T) => boolean,
  tieOrder: (a: RowKey, b: RowKey) => number,
  first: number,
  length: number,
  reader: RowReader,
): number[] {
  const numbers: number[] = []
  for (let start = 0; start < first + length && start < rows.length; ) {
    const head = rows[start]
    let end = start + 1
    for (let next = rows[end]; head !== undefined && next !== undefined && isTie(head, next); next = rows[end]) end += 1
    if (end > first) {
      const group = rows.slice(start, end).map(({ row }) => row)
      const settled =
        group.length === 1
          ? group.map((row) => numberOfRow(index, row))
          : reader
              .read(index, group)
              .sort(tieOrder)
              .map(({ number }) => number)
      numbers.push(...settled.slice(Math.max(0, first - start), first + length - start))
    }
    start = end
  }
  return numbers
}

function byId(a: RowKey, b: RowKey): number {
  return a.id < b.id ? 1 : -1
}

function byRiskTimeId(a: RowKey, b: RowKey): number {
  return b.risk - a.risk || b.at - a.at || byId(a, b)
}
