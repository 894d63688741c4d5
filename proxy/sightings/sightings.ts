import { SIGHTINGS_MAX, Sighting } from '../../core/model/sighting.ts'

/** The most pairs of host and reason that are counted separately: clients can invent any number of names below a suffix. */
const DETAILED_MAX = 200

/** One sighting. */
export type Seen = Pick<Sighting, 'platform_id' | 'kind'> & {
  readonly host: string
  /** Of a handshake that failed: the error's code. */
  readonly reason?: string | undefined
  /** How many clients have refused our certificate so far. */
  readonly clients?: number
}

/**
 * What was seen of AI services since the last report, added up: tunnels by service, failed handshakes by service, host and
 * reason. It does not grow with traffic, however long the API is away.
 */
export class Sightings {
  readonly #sums = new Map<string, Sighting>()

  /** How many sums there are. */
  get size(): number {
    return this.#sums.size
  }

  add(seen: Seen, at: Date): void {
    const { platform_id, kind, clients } = seen
    // Names that the API would refuse are left out: a name in a TLS hello may be any bytes.
    const host = Sighting.shape.host.safeParse(seen.host).data
    const reason = Sighting.shape.reason.safeParse(seen.reason).data
    const plain = JSON.stringify([kind, platform_id])
    const detailed = kind === 'tunnelled' ? plain : JSON.stringify([kind, platform_id, host, reason])
    const isKnown = this.#sums.has(detailed) || this.#sums.size < DETAILED_MAX
    const sum = this.#sums.get(isKnown ? detailed : plain)
    const details = isKnown || kind === 'tunnelled' ? { ...(host && { host }), ...(reason && { reason }) } : {}
    const last_seen = at.toISOString()
    this.#sums.set(isKnown ? detailed : plain, {
      platform_id,
      kind,
      count: (sum?.count ?? 0) + 1,
      first_seen: sum?.first_seen ?? last_seen,
      last_seen,
      ...details,
      ...(clients !== undefined && { clients }),
    })
  }

  /** Takes out as many as one report carries, the oldest first. */
  take(): Sighting[] {
    const taken = [...this.#sums].slice(0, SIGHTINGS_MAX)
    for (const [key] of taken) this.#sums.delete(key)
    return taken.map(([, sighting]) => sighting)
  }
}
