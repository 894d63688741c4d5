import type { InteractionFilter } from '../../store.ts'
import { uuidToBytes } from '../sql.ts'
import { and, andNot, type Bits, clearBit, clearRange, count, forEachBit, setBit } from './bits.ts'
import { digitsOf, INEXACT, keyOf, planeKey, RISK_PLANES, RISK_SCALE, userKey } from './build.ts'
import { type RowReader, rankOf } from './rows.ts'
import type { Segment, TenantIndex } from './tenant-index.ts'

/** The filters that bitmaps answer. */
export type IndexedFilter = Omit<InteractionFilter, 'content_hash'>

/** The rows that a filter lets through. */
export function select(index: TenantIndex, filter: IndexedFilter, reader: RowReader): Bits {
  const selected = index.all()
  const { platform_id, source, direction, classification_type } = filter
  if (platform_id !== undefined) and(selected, index.bits(keyOf('platform', platform_id)))
  if (source !== undefined) and(selected, index.bits(keyOf('source', source)))
  if (direction !== undefined) and(selected, index.bits(keyOf('direction', direction)))
  if (classification_type !== undefined) and(selected, index.bits(keyOf('type', classification_type)))
  if (filter.user_id !== undefined) keepUser(index, selected, uuidToBytes(filter.user_id))
  if (filter.start_date !== undefined || filter.end_date !== undefined) {
    const from = filter.start_date === undefined ? -Infinity : Date.parse(filter.start_date)
    const to = filter.end_date === undefined ? Infinity : Date.parse(filter.end_date)
    for (const [segment, range] of index.segments.entries()) keepTimes(selected, segment, range, from, to)
  }
  const { risk_score_min, risk_score_max } = filter
  if (risk_score_min !== undefined) keepRisk(index, selected, (risk) => risk >= risk_score_min, 'above', reader)
  if (risk_score_max !== undefined) keepRisk(index, selected, (risk) => risk <= risk_score_max, 'below', reader)
  return selected
}

/** Keeps the rows of one user: those whose user's number agrees in every digit. */
function keepUser(index: TenantIndex, selected: Bits, user: Uint8Array): void {
  const known = index.userNumber(user)
  if (known === undefined) {
    selected.fill(0)
    return
  }
  for (let digit = 0; digit < digitsOf(known.greatest); digit++) {
    const bits = index.bits(userKey(digit))
    if ((known.number & (1 << digit)) === 0) andNot(selected, bits)
    else and(selected, bits)
  }
}

/** Takes out the rows of a segment before `from` and after `to`. */
function keepTimes(
  selected: Bits,
  segment: number,
  { size, minAt, maxAt, times }: Segment,
  from: number,
  to: number,
): void {
  // A segment on one side of the range is not opened; most are.
  const isOutside = maxAt < from || minAt > to
  const start = isOutside ? size : from <= minAt ? 0 : rankOf(times(), from)
  const end = isOutside || maxAt <= to ? size : rankOf(times(), to + 1)
  clearRange(selected, segment, 0, start)
  clearRange(selected, segment, Math.max(start, end), size)
}

/** Keeps the rows whose risk fits, which are those above or below some point. */
function keepRisk(
  index: TenantIndex,
  selected: Bits,
  fits: (risk: number) => boolean,
  side: 'above' | 'below',
  reader: RowReader,
): void {
  const point = turningPoint((code) => fits(code / RISK_SCALE) === (side === 'above'))
  const above = atLeast(index, point)
  const unsure = rowsNextTo(index, point, selected)
  if (side === 'above') and(selected, above)
  else andNot(selected, above)
  for (const { index: row, risk } of reader.read(index, unsure)) {
    if (fits(risk)) setBit(selected, row)
    else clearBit(selected, row)
  }
}

/** The lowest code for which `isAbove` holds, as it does for every higher one; exact, whatever rounding does. */
function turningPoint(isAbove: (code: number) => boolean): number {
  let low = 0
  let high = RISK_SCALE + 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isAbove(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** Rows with more decimals of risk than their code has may be on either side of the point next to them. */
function rowsNextTo(index: TenantIndex, point: number, selected: Bits): number[] {
  const unsure = and(selected.slice(), index.bits(INEXACT))
  const rows: number[] = []
  if (count(unsure) === 0) return rows
  and(unsure, atLeast(index, point - 1))
  andNot(unsure, atLeast(index, point + 1))
  forEachBit(unsure, 0, unsure.length * 32, (row) => rows.push(row))
  return rows
}

/** The rows whose risk code is at least `code`: bit-sliced comparison (O'Neil and Quass, SIGMOD 1997), in one walk over the words. */
function atLeast(index: TenantIndex, code: number): Bits {
  const rows = index.all()
  if (code <= 0) return rows
  // With no bit of the code left, whatever was equal so far is at least as great.
  const lowest = 31 - Math.clz32(code & -code)
  const planes: { readonly bits: Bits; readonly isSet: boolean }[] = []
  for (let plane = RISK_PLANES - 1; plane >= lowest; plane--) {
    planes.push({ bits: index.bits(planeKey(plane)), isSet: (code & (1 << plane)) !== 0 })
  }
  for (let word = 0; word < rows.length; word++) {
    let equal = rows[word] ?? 0
    if (equal === 0) continue
    let greater = 0
    for (const { bits, isSet } of planes) {
      const plane = bits[word] ?? 0
      if (isSet) equal &= plane
      else {
        greater |= equal & plane
        equal &= ~plane
      }
      if (equal === 0) break
    }
    rows[word] = greater | equal
  }
  return rows
}
