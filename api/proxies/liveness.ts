import type { ProxyState } from '../../core/model/proxy-instance.ts'
import type { ProxyInstanceRecord } from '../store/proxy-instance-store.ts'

/** How often a proxy is asked to report. */
export const HEARTBEAT_SECONDS = 30
const MINUTE_MS = 60_000
/** More than this between two calls of look() means that the machine slept, and its proxies with it, or that its clock was set. */
const ASLEEP_MS = 2 * MINUTE_MS

interface Options {
  readonly silentMinutes: number
  readonly now: () => Date
}

/**
 * Whether proxies are alive. Silence counts only while this process listens: from its start, and anew after the machine slept or
 * its clock was set.
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

  /** In milliseconds since 1970. */
  get listeningSince(): number {
    return this.#listeningSince
  }

  /** Notes that this process hears proxies now; to be called more often than every two minutes. @returns the time */
  look(): Date {
    const now = this.#options.now()
    const passed = now.getTime() - this.#lookedAt
    // A clock that was set back must not make silence count only from the time that it showed before.
    if (passed > ASLEEP_MS || passed < 0) this.#listeningSince = now.getTime()
    this.#lookedAt = now.getTime()
    return now
  }

  /** @returns the time, in ISO 8601, since when a proxy that did not report is silent; undefined if this process has not listened so long */
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
