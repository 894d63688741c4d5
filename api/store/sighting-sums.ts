import type { NotInspected } from '../../core/model/inventory.ts'
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
  /** Undefined if no client has refused our certificate. */
  readonly refused: RefusalSum | undefined
}

/** That clients refused our certificate; where, how and when last. */
export interface RefusalSum {
  readonly count: number
  readonly clients: number
  readonly host: string | null
  readonly reason: string | null
  readonly last: string
}

/** A handshake that failed is no use of a service, but it was seen. */
export function sumSightings(sightings: readonly Sighting[]): SightingSum[] {
  const sums = new Map<string, SightingSum>()
  for (const sighting of sightings) {
    const { platform_id, kind, count, first_seen, last_seen } = sighting
    const { first = first_seen, last = last_seen, tunnelled = 0, refused } = sums.get(platform_id) ?? {}
    sums.set(platform_id, {
      platform_id,
      first: [first, first_seen, last_seen].reduce((a, b) => (a < b ? a : b)),
      last: [last, first_seen, last_seen].reduce((a, b) => (a > b ? a : b)),
      tunnelled: addCounts(tunnelled, kind === 'tunnelled' ? count : 0),
      refused: kind === 'client_refused' ? addRefusals(refused, sighting) : refused,
    })
  }
  return [...sums.values()]
}

function addRefusals(sum: RefusalSum | undefined, sighting: Sighting): RefusalSum {
  const { count, clients = 1, host = null, reason = null, last_seen } = sighting
  return joinRefusals(sum, { count, clients, host, reason, last: last_seen })
}

/** Both together; where and how is that of the later one. */
export function joinRefusals(a: RefusalSum | undefined, b: RefusalSum): RefusalSum {
  if (a === undefined) return b
  const { host, reason, last } = b.last >= a.last ? b : a
  return { count: addCounts(a.count, b.count), clients: Math.max(a.clients, b.clients), host, reason, last }
}

/** What the inventory says of a service whose certificate clients refuse. */
export function notInspected({ count, clients, host, reason, last }: RefusalSum): NotInspected {
  return {
    refusals: Math.min(count, COUNT_MAX),
    clients,
    host,
    reason,
    last_refused: last,
    proposed_bypass: host === null ? [] : [host],
  }
}
