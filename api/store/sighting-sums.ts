import type { Sighting } from '../../core/model/sighting.ts'

/** A number beyond it is not exact, and SQLite's driver refuses to read it. Sums stay there. */
export const COUNT_MAX = Number.MAX_SAFE_INTEGER

export function addCounts(a: number, b: number): number {
  return Math.min(COUNT_MAX, a + b)
}

/** What is to be added to one platform of the inventory. */
export interface SightingSum {
  readonly platform_id: string
  readonly first: string
  readonly last: string
  readonly tunnelled: number
}

/** A handshake that failed is no use of a service, but it was seen. */
export function sumSightings(sightings: readonly Sighting[]): SightingSum[] {
  const sums = new Map<string, SightingSum>()
  for (const { platform_id, kind, count, first_seen, last_seen } of sightings) {
    const { first = first_seen, last = last_seen, tunnelled = 0 } = sums.get(platform_id) ?? {}
    sums.set(platform_id, {
      platform_id,
      first: [first, first_seen, last_seen].reduce((a, b) => (a < b ? a : b)),
      last: [last, first_seen, last_seen].reduce((a, b) => (a > b ? a : b)),
      tunnelled: addCounts(tunnelled, kind === 'tunnelled' ? count : 0),
    })
  }
  return [...sums.values()]
}
