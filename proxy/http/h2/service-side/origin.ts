import type { OpenChannel } from '../../service-channel.ts'
import { Fallback } from './fallback.ts'
import type { ServiceSession } from './service-session.ts'
import { Sharing } from './sharing.ts'

/** Connections that serve the same clients: those that share, or one that does not. */
export class Lane {
  /** The one client that they serve; undefined where clients share them. */
  readonly client: string | undefined
  readonly sessions = new Set<ServiceSession>()
  /** A connection that others wait for, as it is likely to serve them too. */
  opening: Promise<unknown> | undefined
  /** Connections that are being made. */
  dials = 0

  constructor(client: string | undefined) {
    this.client = client
  }

  get isUnused(): boolean {
    return this.sessions.size === 0 && this.dials === 0
  }

  /** A place for the client's next request. */
  findRoom(client: string): OpenChannel | undefined {
    for (const session of this.sessions) if (session.hasRoomFor(client)) return session.reserve(client)
    return undefined
  }

  /** Others wait for this as well, until it is settled. */
  waitFor(opening: Promise<unknown>): void {
    const done = () => {
      if (this.opening === opening) this.opening = undefined
    }
    this.opening = opening
    opening.then(done, done)
  }
}

/** What is known of the service at one origin. */
export class Origin {
  readonly sharing = new Sharing()
  readonly fallback = new Fallback()
  /** By client; undefined for the one that is shared. */
  readonly #lanes = new Map<string | undefined, Lane>()
  /** undefined until it has been asked. */
  speaksH2: boolean | undefined
  /** On HTTP/2 it takes no WebSockets, so that they need HTTP/1.1. */
  wantsH1ForWebSockets = false
  /** In milliseconds of performance.now(): until then it wants HTTP/1.1 only. */
  wantsH1Until = 0

  get isUnused(): boolean {
    return [...this.#lanes.values()].every(({ isUnused }) => isUnused)
  }

  *sessions(): Iterable<ServiceSession> {
    for (const { sessions } of this.#lanes.values()) yield* sessions
  }

  laneOf(client: string): Lane {
    const owner = this.sharing.mayShare(client) ? undefined : client
    const known = this.#lanes.get(owner)
    if (known !== undefined) return known
    const lane = new Lane(owner)
    this.#lanes.set(owner, lane)
    return lane
  }

  /** Forgets a lane on which nothing is open any more. */
  tidy(lane: Lane): void {
    if (lane.isUnused && this.#lanes.get(lane.client) === lane) this.#lanes.delete(lane.client)
  }
}
