import type { ProxyState } from '../../core/model/proxy-instance.ts'
import type { ProxyInstanceRecord } from '../store/proxy-instance-store.ts'

/** How often a proxy is asked to report. */
export const HEARTBEAT_SECONDS = 30
const MINUTE_MS = 60_000
/** Between two looks at the clock: a longer time means that the machine slept, and its proxies with it, or that its clock was set. */
const ASLEEP_MS = 2 * MINUTE_MS

interface Options {
  readonly silentMinutes: number
  readonly now: () => Date
}

/**
 * Whether proxies are alive. While this process was not there to hear them, nobody was silent: that time is counted from its
 * start, and anew after the machine slept or its clock was set.
 */
export class Liveness {
  readonly #options: Options
  #listeningSince: number
  #lookedAt: number

  constructor(options: Options) {
    this.#options = options
    this.#listeningSince = options.now().getTime()
    this.#lookedAt = this.#listeningSince
  }

  /** Called more often than every two minutes. @returns the time */
  look(): Date {
    const now = this.#options.now()
    const passed = now.getTime() - this.#lookedAt
    // A clock that was set back would have the time it went back pass again before anybody is silent.
    if (passed > ASLEEP_MS || passed < 0) this.#listeningSince = now.getTime()
    this.#lookedAt = now.getTime()
    return now
  }

  /** Who said nothing since this time, in ISO 8601, is silent; undefined where nobody can be yet. */
  silentSince(now: Date): string | undefined {
    const since = now.getTime() - this.#options.silentMinutes * MINUTE_MS
    return since < this.#listeningSince ? undefined : new Date(since).toISOString()
  }

  stateOf({ stopping, last_seen }: Pick<ProxyInstanceRecord, 'stopping' | 'last_seen'>, now: Date): ProxyState {
    if (stopping) return 'stopped'
    const since = this.silentSince(now)
    return since !== undefined && last_seen < since ? 'silent' : 'alive'
  }
}
