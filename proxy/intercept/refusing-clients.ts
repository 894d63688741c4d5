/** As many pairs of client and host are remembered; those that refused longest ago go first. */
const PAIRS_MAX = 5000
const CLIENTS_MAX = 1000
/** Refusals further apart than this are no habit. */
const WINDOW_MS = 10 * 60_000
/** One refusal may be a person who clicks a warning away, or a connection that a browser opened in vain. */
const HABIT = 3

interface Options {
  /** For how long a client that always refuses passes through to that host; undefined: never (WEIR_AUTO_BYPASS). */
  readonly passMs: number | undefined
  /** The id of the AI service that is intercepted at a host. */
  readonly platformAt: (host: string) => string | undefined
  /** Whether a service may pass through: one of the catalogue never does, since a client could refuse on purpose. */
  readonly mayPass: (host: string) => boolean
  /** Milliseconds, monotonic. */
  readonly now?: () => number
}

interface Pair {
  count: number
  last: number
  passesUntil: number
}

/** What a refusal leads to. */
interface Noted {
  /** Undefined if no AI service is intercepted there. */
  readonly platform: string | undefined
  /** How many clients have refused this service, as far as they are remembered. */
  readonly clients: number
  /** Whether from now on the client passes through to the host. */
  readonly isPassing: boolean
}

/**
 * Clients that do not take our certificate: they pin another, or do not trust the CA. Counted by client and host. With
 * WEIR_AUTO_BYPASS such a client passes through to such a host for a time, and nobody else does.
 */
export class RefusingClients {
  readonly #options: Options
  readonly #now: () => number
  readonly #pairs = new Map<string, Pair>()
  readonly #clients = new Map<string, Set<string>>()

  constructor(options: Options) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
  }

  refused(client: string, host: string): Noted {
    const { passMs, platformAt, mayPass } = this.#options
    const now = this.#now()
    const key = keyOf(client, host)
    const known = this.#pairs.get(key)
    const isRecent = known !== undefined && now - known.last < WINDOW_MS
    const pair = { count: isRecent ? known.count + 1 : 1, last: now, passesUntil: known?.passesUntil ?? 0 }
    const isPassing = passMs !== undefined && pair.count >= HABIT && pair.passesUntil <= now && mayPass(host)
    if (isPassing) pair.passesUntil = now + passMs
    this.#pairs.delete(key)
    this.#pairs.set(key, pair)
    if (this.#pairs.size > PAIRS_MAX) this.#pairs.delete(this.#pairs.keys().next().value ?? '')
    const platform = platformAt(host)
    return { platform, clients: platform === undefined ? 0 : this.#countClient(platform, client), isPassing }
  }

  /** It has taken our certificate and sent something. */
  accepted(client: string, host: string): void {
    if (this.#pairs.size > 0) this.#pairs.delete(keyOf(client, host))
  }

  /** Whether a client passes through to an intercepted host now. */
  passes(client: string, host: string): boolean {
    if (this.#pairs.size === 0 || this.#options.passMs === undefined) return false
    const pair = this.#pairs.get(keyOf(client, host))
    return pair !== undefined && this.#now() < pair.passesUntil
  }

  #countClient(platform: string, client: string): number {
    const clients = this.#clients.get(platform) ?? new Set()
    this.#clients.set(platform, clients)
    if (clients.size < CLIENTS_MAX) clients.add(client)
    return clients.size
  }
}

function keyOf(client: string, host: string): string {
  return `${client} ${host}`
}
