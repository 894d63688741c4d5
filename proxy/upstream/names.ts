import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { errorCode, UpstreamError } from '../errors.ts'

/** Resolves a name as the system does: hosts file, search list and all. In the system's order (RFC 6724). */
export type Lookup = (host: string) => Promise<readonly string[]>

export const systemLookup: Lookup = async (host) => {
  return (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address)
}

/** One look-up in progress, until it is released. */
interface Lease {
  release(): void
}

/** Look-ups under way at once, shared between clients; see listen/fair-share.ts. */
export interface LookupShare {
  tryTake(client: string): Lease | undefined
  take(client: string): Promise<Lease>
}

export interface NamesOptions {
  readonly lookup: Lookup
  /** Look-ups under way at once: each occupies a thread until the system gives up, which is long after our deadline. */
  readonly share: LookupShare
  readonly timeoutMs: number
  readonly onLookup?: (outcome: 'found' | 'failed' | 'timeout') => void
  /** Milliseconds, monotonic. */
  readonly now?: () => number
}

/** How long an answer is believed. The system's resolver has a cache of its own; this one only takes the bursts off it. */
const FOUND_MS = 5000
const FAILED_MS = 1000
const MAX_CACHED = 2000

interface Cached {
  readonly until: number
  readonly answer: readonly string[] | UpstreamError
}

/** Names to addresses: one look-up for everyone who asks for a name at the same time, a deadline, and a short memory. */
export class Names {
  readonly #options: NamesOptions
  readonly #cache = new Map<string, Cached>()
  readonly #flights = new Map<string, Promise<readonly string[]>>()
  readonly #now: () => number

  constructor(options: NamesOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
  }

  /**
   * @param client whose portion of the look-ups this one takes
   * Rejects with UpstreamError (dns) or AdmissionError.
   */
  async resolve(host: string, client: string): Promise<readonly string[]> {
    if (isIP(host) !== 0) return [host]
    const cached = this.#cache.get(host)
    if (cached !== undefined && cached.until > this.#now()) {
      if (cached.answer instanceof UpstreamError) throw cached.answer
      return cached.answer
    }
    const flight = this.#flights.get(host)
    if (flight !== undefined) return flight
    const { share } = this.#options
    const lease = share.tryTake(client)
    if (lease === undefined) {
      const waited = await share.take(client)
      // Meanwhile another caller may have asked for the same name.
      const other = this.#flights.get(host)
      if (other !== undefined) {
        waited.release()
        return other
      }
      return this.#fly(host, waited)
    }
    return this.#fly(host, lease)
  }

  #fly(host: string, lease: Lease): Promise<readonly string[]> {
    const flight = this.#ask(host, lease)
    this.#flights.set(host, flight)
    const land = () => this.#flights.delete(host)
    flight.then(land, land)
    return flight
  }

  async #ask(host: string, lease: Lease): Promise<readonly string[]> {
    const { timeoutMs, onLookup } = this.#options
    const asked = this.#options.lookup(host)
    // The thread is busy until the system has given up, whether or not anybody still waits for it.
    const free = () => lease.release()
    asked.then(free, free)
    let timer: NodeJS.Timeout | undefined
    const deadline = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        onLookup?.('timeout')
        reject(new UpstreamError('dns', `the name ${host} was not resolved within ${timeoutMs} ms`))
      }, timeoutMs)
    })
    try {
      const addresses = await Promise.race([asked, deadline])
      onLookup?.('found')
      if (addresses.length === 0) throw new UpstreamError('dns', `the name ${host} has no address`)
      this.#remember(host, addresses, FOUND_MS)
      return addresses
    } catch (error) {
      const failure = error instanceof UpstreamError ? error : this.#failed(host, error)
      this.#remember(host, failure, FAILED_MS)
      throw failure
    } finally {
      clearTimeout(timer)
    }
  }

  #failed(host: string, error: unknown): UpstreamError {
    this.#options.onLookup?.('failed')
    return new UpstreamError('dns', `the name ${host} cannot be resolved (${errorCode(error) ?? 'no answer'})`)
  }

  #remember(host: string, answer: Cached['answer'], milliseconds: number): void {
    // The oldest entry makes room: those that matter are asked for again soon.
    if (this.#cache.size >= MAX_CACHED) this.#cache.delete(this.#cache.keys().next().value ?? '')
    this.#cache.delete(host)
    this.#cache.set(host, { until: this.#now() + milliseconds, answer })
  }
}
