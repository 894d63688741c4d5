import { SEGMENT_ROWS } from './bits.ts'
import type { TenantIndex } from './tenant-index.ts'

/** What decides between rows of one risk: their time, and then their id. */
export interface RowKey {
  readonly number: number
  readonly at: number
  /** As hex digits, which sort as UUIDs do. */
  readonly id: string
}

/** Reads rows of the table. */
export interface RowReader {
  read(number: number): RowKey
}

/** The number in the table of the row with this bit. */
export function numberOfRow(index: TenantIndex, row: number): number {
  const segment = index.segments[Math.floor(row / SEGMENT_ROWS)]
  return segment?.numberAt(row % SEGMENT_ROWS) ?? 0
}

/** How many of the ascending times are before `at`. */
export function rankOf(times: Float64Array, at: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}
