import type { Span } from './rule.ts'

/** How far around a change a text is searched, and how much of that is only context. No rule looks farther, except the one for keys in PEM. */
const REACH = 512
const MARGIN = 256

/** A part of a text. */
export interface Surroundings {
  readonly from: number
  readonly to: number
  /** Whether a finding stands far enough from where the stretch was cut out to be the same in the whole text; in its own places. */
  isWhole(finding: Span): boolean
}

/**
 * What stands around the changes (start and end, in turn, in order) of a text that long; the whole text as one where that would be
 * most of it.
 */
export function surroundings(changes: ArrayLike<number>, length: number): Surroundings[] {
  const stretches: { from: number; to: number }[] = []
  let covered = 0
  for (let i = 0; i < changes.length; i += 2) {
    const from = Math.max(0, (changes[i] ?? 0) - REACH)
    const to = Math.min(length, (changes[i + 1] ?? 0) + REACH)
    const last = stretches.at(-1)
    covered += to - Math.max(from, last?.to ?? 0)
    if (covered > length / 2) return [{ from: 0, to: length, isWhole: () => true }]
    if (last !== undefined && from <= last.to) last.to = to
    else stretches.push({ from, to })
  }
  return stretches.map(({ from, to }) => {
    const first = from === 0 ? 0 : MARGIN
    const last = to === length ? to - from : to - from - MARGIN
    return { from, to, isWhole: ({ start, end }) => start - from >= first && end - from <= last }
  })
}
