import { type Bits, newBits, SEGMENT_ROWS, setBit } from './bits.ts'

/** What a list can be filtered and sorted by; everything else of an interaction is read when it is shown. */
export interface IndexedRow {
  /** The row's number in the table. */
  readonly number: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly platform: string
  readonly source: string
  readonly direction: string
  readonly risk: number
  /** The user's number (user-numbers.ts); 0 where there is none. */
  readonly user: number
  readonly types: readonly string[]
}

/** Risk in ten-thousandths, which is what core/risk.ts computes: 0 to 10,000, in 14 bits. */
export const RISK_SCALE = 10_000
export const RISK_PLANES = 14

/** The rows whose risk has more than four decimals: their code is near, not equal. */
export const INEXACT = 'inexact'

export function riskCode(risk: number): number {
  return Math.round(risk * RISK_SCALE)
}

/** Up to SEGMENT_ROWS rows, ordered by time, with a bitmap for each value that occurs. */
export interface BuiltSegment {
  readonly rows: readonly IndexedRow[]
  /** Ascending, like all that follows. */
  readonly times: Float64Array
  readonly numbers: Float64Array
  readonly bits: ReadonlyMap<string, Bits>
}

/** The name of a bitmap: the rows with this value. */
export function keyOf(dimension: 'platform' | 'source' | 'direction' | 'type', value: string): string {
  return `${dimension} ${value}`
}

/** The rows whose risk code has this bit. */
export function planeKey(plane: number): string {
  return `risk ${plane}`
}

/** The rows whose user's number has this bit. */
export function userKey(digit: number): string {
  return `user ${digit}`
}

/** How many binary digits a number has. */
export function digitsOf(number: number): number {
  return 32 - Math.clz32(number)
}

export function buildSegments(rows: readonly IndexedRow[]): BuiltSegment[] {
  const ordered = rows.toSorted((a, b) => a.at - b.at || a.number - b.number)
  const segments: BuiltSegment[] = []
  for (let start = 0; start < ordered.length; start += SEGMENT_ROWS) {
    segments.push(buildSegment(ordered.slice(start, start + SEGMENT_ROWS)))
  }
  return segments
}

function buildSegment(rows: readonly IndexedRow[]): BuiltSegment {
  const bits = new Map<string, Bits>()
  for (const [position, row] of rows.entries()) for (const key of keysOf(row)) setBit(bitsOf(bits, key), position)
  return {
    rows,
    times: Float64Array.from(rows, ({ at }) => at),
    numbers: Float64Array.from(rows, ({ number }) => number),
    bits,
  }
}

function keysOf(row: IndexedRow): string[] {
  const keys = [keyOf('platform', row.platform), keyOf('source', row.source), keyOf('direction', row.direction)]
  for (const type of row.types) keys.push(keyOf('type', type))
  const code = riskCode(row.risk)
  for (let plane = 0; plane < RISK_PLANES; plane++) if ((code & (1 << plane)) !== 0) keys.push(planeKey(plane))
  if (code / RISK_SCALE !== row.risk) keys.push(INEXACT)
  for (let digit = 0; digit < digitsOf(row.user); digit++)
    if ((row.user & (1 << digit)) !== 0) keys.push(userKey(digit))
  return keys
}

function bitsOf(bits: Map<string, Bits>, key: string): Bits {
  const known = bits.get(key)
  if (known !== undefined) return known
  const created = newBits(1)
  bits.set(key, created)
  return created
}
