import { facetsWanted } from '../../facets.ts'
import type { InteractionFilter } from '../../interaction-store.ts'
import { hashPrefix } from '../interaction-filter.ts'
import { uuidToBytes } from '../sql.ts'
import { and, andNot, type Bits, clearBit, clearRange, countBySegment, forEachBit, SEGMENT_ROWS } from './bits.ts'
import { COARSE, coarseAtLeast, digitsOf, FINE, INEXACT, keyOf, type Plane, riskCode, userKey } from './keys.ts'
import { rankOf } from './rows.ts'
import type { SegmentView, TenantIndex } from './tenant-index.ts'

/** The filters that bitmaps answer. */
export type IndexedFilter = Omit<InteractionFilter, 'reference'>

/** The rows that a filter lets through. */
export function select(index: TenantIndex, filter: IndexedFilter): Bits {
  const selected = index.all()
  const { platform_id, source, direction, classification_type } = filter
  if (platform_id !== undefined) and(selected, index.bits(keyOf('platform', platform_id)))
  if (source !== undefined) and(selected, index.bits(keyOf('source', source)))
  if (direction !== undefined) and(selected, index.bits(keyOf('direction', direction)))
  if (classification_type !== undefined) and(selected, index.bits(keyOf('type', classification_type)))
  for (const facet of facetsWanted(filter)) and(selected, index.bits(facet))
  if (filter.user_id !== undefined) keepUser(index, selected, uuidToBytes(filter.user_id))
  if (filter.start_date !== undefined || filter.end_date !== undefined) {
    const from = filter.start_date === undefined ? -Infinity : Date.parse(filter.start_date)
    const to = filter.end_date === undefined ? Infinity : Date.parse(filter.end_date)
    for (const [segment, range] of index.segments.entries()) keepTimes(selected, segment, range, from, to)
  }
  const { risk_score_min, risk_score_max } = filter
  if (risk_score_min !== undefined) and(selected, atLeast(index, riskCode(risk_score_min)))
  if (risk_score_max !== undefined) andNot(selected, atLeast(index, riskCode(risk_score_max) + 1))
  if (filter.content_hash !== undefined) keepHashes(index, selected, [filter.content_hash].flat().map(hashPrefix))
  return selected
}

/** Keeps the rows of some texts, of those that the other filters have left. */
function keepHashes(index: TenantIndex, selected: Bits, hashes: readonly number[]): void {
  const counts = countBySegment(selected)
  for (const [segment, view] of index.segments.entries()) {
    if (counts[segment] === 0) continue
    const known = view.hashes()
    const start = segment * SEGMENT_ROWS
    forEachBit(selected, start, start + view.size, (row) => {
      if (!hashes.includes(known[row - start] ?? -1)) clearBit(selected, row)
    })
  }
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
  { size, minAt, maxAt, times }: SegmentView,
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

/** The rows whose risk code is at least `code`: bit-sliced comparison (O'Neil and Quass, SIGMOD 1997), in one walk over the words. */
function atLeast(index: TenantIndex, code: number): Bits {
  const rows = index.all()
  const { planes, least } = compared(index, code)
  if (least === 0) return rows
  // With no bit of the code left, whatever was equal so far is at least as great.
  const needed = planes.filter(({ bit }) => bit >= lowestBit(least))
  const maps = needed.map(({ key, bit, inverted }) => ({
    bits: index.bits(key),
    isSet: (least & bit) !== 0,
    flip: inverted ? -1 : 0,
  }))
  for (let word = 0; word < rows.length; word++) {
    let equal = rows[word] ?? 0
    if (equal === 0) continue
    let greater = 0
    for (const { bits, isSet, flip } of maps) {
      const plane = (bits[word] ?? 0) ^ flip
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

/** Where every risk has four decimals at most, only their digits are compared. */
function compared(index: TenantIndex, code: number): { planes: readonly Plane[]; least: number } {
  if (index.find(INEXACT) === undefined) return { planes: COARSE, least: coarseAtLeast(code) }
  return { planes: [...COARSE, ...FINE], least: code }
}

function lowestBit(code: number): number {
  return code & -code
}
