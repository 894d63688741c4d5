/** What the API said of one name, or of one pair of name and token. */
interface Known {
  /** Undefined for a name that is nobody's in the tenant. */
  readonly userId: string | undefined
  /** In the clock's milliseconds. Until then nobody is asked. */
  freshUntil: number
  /** Until then it holds while the API cannot be asked. */
  readonly lastsUntil: number
}

export interface KnownUsersOptions {
  /** Whether the API tells of changes as they happen. */
  readonly isPushed: () => boolean
  /** Milliseconds, monotonic. */
  readonly now: () => number
  readonly max?: number
}

const MAX = 20_000
const FRESH_MS = 10 * 60_000
/** Where nobody tells of a revocation, it must not hold for long. */
const FRESH_UNTOLD_MS = 5_000
/** As policies do, what was known last holds while the API is away; not for ever, since it may be a revocation that is missed. */
const LASTS_MS = 24 * 3_600_000
/** While the API is away, it is asked no more often than this for one user. */
const RETRY_MS = 5_000
const WRONG_MS = 60_000

/** Who is known, by a keyed hash of what they showed, and what is known to be wrong. Both are bounded: the oldest makes room. */
export class KnownUsers {
  readonly #options: Required<KnownUsersOptions>
  readonly #known = new Map<string, Known>()
  /** Apart, so that no number of guesses pushes out who is known. */
  readonly #wrong = new Map<string, number>()

  constructor(options: KnownUsersOptions) {
    this.#options = { max: MAX, ...options }
  }

  /** @returns what the API said not long ago; undefined if it is to be asked */
  fresh(key: string): { readonly userId: string | undefined } | undefined {
    const known = this.#known.get(key)
    return known !== undefined && known.freshUntil > this.#options.now() ? known : undefined
  }

  /** Used while the API cannot be asked. */
  lasting(key: string): { readonly userId: string | undefined } | undefined {
    const known = this.#known.get(key)
    const now = this.#options.now()
    if (known === undefined || known.lastsUntil <= now) return undefined
    known.freshUntil = now + RETRY_MS
    return known
  }

  has(key: string): boolean {
    return this.#known.has(key)
  }

  isWrong(key: string): boolean {
    return (this.#wrong.get(key) ?? 0) > this.#options.now()
  }

  remember(key: string, userId: string | undefined): void {
    const { now, isPushed, max } = this.#options
    const freshUntil = now() + (isPushed() ? FRESH_MS : FRESH_UNTOLD_MS)
    put(this.#known, key, { userId, freshUntil, lastsUntil: now() + LASTS_MS }, max)
  }

  rememberWrong(key: string): void {
    const { now, max } = this.#options
    this.#known.delete(key)
    put(this.#wrong, key, now() + WRONG_MS, max)
  }

  /** A user has changed: what is known of them is forgotten, and what was wrong may be right now. */
  forget(userId: string): void {
    for (const [key, known] of this.#known) {
      if (known.userId === userId || known.userId === undefined) this.#known.delete(key)
    }
    this.#wrong.clear()
  }

  /** Anyone may have changed: everyone is asked for again, and holds meanwhile only where the API cannot be asked. */
  doubt(): void {
    for (const known of this.#known.values()) known.freshUntil = 0
    this.#wrong.clear()
  }
}

function put<Value>(map: Map<string, Value>, key: string, value: Value, max: number): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= max) break
    map.delete(oldest)
  }
}
