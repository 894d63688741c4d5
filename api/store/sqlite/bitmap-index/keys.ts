import type { IndexedRow } from './indexed-row.ts'

/** The dimensions with a bitmap for each value. The last six are the facets (api/store/facets.ts). */
type Dimension = 'platform' | 'source' | 'direction' | 'type'

/** The name of a bitmap: the rows with this value. */
export function keyOf(dimension: Dimension, value: string): string {
  return `${dimension} ${value}`
}

/**
 * Risk as the index knows it: rounded, to ten-thousandths, which is what core/risk.ts computes, and within each to 65,535
 * steps, about 1.5e-9. Two risks that are nearer than that are equal here; the record keeps what it was given.
 */
const RISK_SCALE = 10_000
const COARSE_PLANES = 14
const FINE_PLANES = 16
/** The fine part of a risk with at most four decimals: the middle of the steps. */
const EXACT_FINE = 2 ** (FINE_PLANES - 1)
/** The fine part goes from 1 to this. */
const FINE_MAX = 2 ** FINE_PLANES - 1

/** The rows whose risk has more than four decimals. Only they have bits in the fine planes. */
export const INEXACT = 'inexact'

/** A whole number that orders as risk does. It takes 30 bits. */
export function riskCode(risk: number): number {
  const scaled = risk * RISK_SCALE
  const coarse = Math.round(scaled)
  const isExact = coarse / RISK_SCALE === risk
  const fine = isExact ? EXACT_FINE : EXACT_FINE + Math.round((scaled - coarse) * (FINE_MAX - 1))
  return coarse * 2 ** FINE_PLANES + Math.min(FINE_MAX, Math.max(1, fine))
}

/** One binary digit of the risk code: the bitmap that has it, and whether the bitmap holds its opposite. */
export interface Plane {
  readonly key: string
  readonly inverted: boolean
  /** Its bit in the risk code. */
  readonly bit: number
}

/**
 * The digits of the risk code, the highest first. The fine ones are stored as they differ from those of a risk of four
 * decimals, so that a company whose clients all round has none of them.
 */
export const COARSE: readonly Plane[] = planes('risk', COARSE_PLANES, FINE_PLANES)
export const FINE: readonly Plane[] = planes('fine', FINE_PLANES, 0)

function planes(name: string, count: number, shift: number): Plane[] {
  return Array.from({ length: count }, (_, index) => {
    const digit = count - 1 - index
    const bit = 2 ** (shift + digit)
    return { key: `${name} ${digit}`, bit, inverted: bit === EXACT_FINE }
  })
}

/** The lowest code, of those that risks of four decimals have, that is not below this one: without its fine part. */
export function coarseAtLeast(code: number): number {
  const coarse = Math.floor(code / 2 ** FINE_PLANES)
  return (code % 2 ** FINE_PLANES > EXACT_FINE ? coarse + 1 : coarse) * 2 ** FINE_PLANES
}

/** The rows whose user's number has this bit. */
export function userKey(digit: number): string {
  return `user ${digit}`
}

/** How many binary digits a number has. */
export function digitsOf(number: number): number {
  return 32 - Math.clz32(number)
}

/** Some of the bitmaps that a row has a bit in: those that follow from one of its values. */
interface Facet {
  readonly valueIn: (row: IndexedRow) => unknown
  readonly keysOf: (row: IndexedRow) => readonly string[]
}

/** All the bitmaps of a row. Many rows of a segment have equal values, of which the keys need to be made once. */
export const FACETS: readonly Facet[] = [
  { valueIn: ({ keys }) => keys, keysOf: ({ keys }) => keys },
  { valueIn: ({ risk }) => risk, keysOf: ({ risk }) => riskKeys(risk) },
  { valueIn: ({ user }) => user, keysOf: ({ user }) => userKeys(user) },
]

function riskKeys(risk: number): string[] {
  const code = riskCode(risk)
  const keys = COARSE.filter(({ bit }) => (code & bit) !== 0).map(({ key }) => key)
  const fine = (code % 2 ** FINE_PLANES) ^ EXACT_FINE
  if (fine === 0) return keys
  return [...keys, INEXACT, ...FINE.filter(({ bit }) => (fine & bit) !== 0).map(({ key }) => key)]
}

function userKeys(user: number): string[] {
  const keys: string[] = []
  for (let digit = 0; digit < digitsOf(user); digit++) if ((user & (1 << digit)) !== 0) keys.push(userKey(digit))
  return keys
}
