import { ClientQueues } from '../client-queues.ts'
import { AdmissionError, type AdmissionRefusal, type Resource } from '../errors.ts'
import { type Holding, Holdings } from '../holdings.ts'
import { type Holder, Lease } from './lease.ts'

export interface FairShareOptions {
  readonly resource: Resource
  /** What all clients together may hold. */
  readonly capacity: number
  /** How long a client waits for its turn, in milliseconds. */
  readonly waitMs: number
  /** A holder without progress for this long may lose its lease to a client that waits. */
  readonly stallMs: number
  /** How many may wait, a quarter of them for one client; one more is refused at once. */
  readonly maxWaiting: number
  /** A granted portion can neither be taken back nor ended by its client: beyond half of the capacity a client gets an eighth. */
  readonly isScarce?: boolean
  readonly onRefused?: (reason: AdmissionRefusal) => void
}

/** Somebody who waits for a portion. */
interface Waiter {
  readonly client: string
  readonly amount: number
  /** Milliseconds of performance.now(). */
  readonly since: number
  grant(): void
  refuse(error: AdmissionError): void
}

/** While others wait, a client holds at most this part of the whole. */
const SHARE = 1 / 4
/**
 * The last part of the whole is for clients that hold almost nothing: such a client does not wait for greedy ones, however many
 * they are and however long they hold the rest.
 */
const RESERVE = 1 / 8
/** What "almost nothing" means: this part of the whole, or one. */
const MODEST = 1 / 256
/** For scarce resources: once `from` of the whole is held, a client holds at most `each` of it. */
const SCARCE = { from: 1 / 2, each: 1 / 8 } as const
const CHECK_MS = 250

/**
 * One bounded resource, shared between clients. If there is room, a portion is granted synchronously. If not, the client that
 * holds least is next, and the requests of one client are served in order. No client is refused because of what others hold
 * before it has waited for `waitMs`.
 */
export class FairShare {
  readonly #options: FairShareOptions
  readonly #held = new Holdings()
  /** Those that may be taken back: an array, for the same reason as Holdings. */
  readonly #leases: Lease[] = []
  readonly #queue = new ClientQueues<Waiter>()
  #total = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: FairShareOptions) {
    this.#options = options
  }

  /** What all clients together may hold. */
  get capacity(): number {
    return this.#options.capacity
  }

  /** What is held now, by everyone. */
  get held(): number {
    return this.#total
  }

  get waiting(): number {
    return this.#queue.size
  }

  /** @returns undefined if the client has to wait: see `take` */
  tryTake(client: string, amount = 1, holder?: Holder): Lease | undefined {
    const portion = this.#portion(amount)
    const holding = this.#held.of(client)
    return this.#mayTake(holding, portion) ? this.#grant(holding, portion, holder) : undefined
  }

  /**
   * Waits for its turn where it must. The caller stops reading from the client meanwhile.
   * @param gone aborted where the client has gone: it waits no longer
   * Rejects with AdmissionError.
   */
  take(client: string, amount = 1, holder?: Holder, gone?: AbortSignal): Promise<Lease> {
    const lease = this.tryTake(client, amount, holder)
    if (lease !== undefined) return Promise.resolve(lease)
    return this.#wait(client, amount, gone, (portion) => this.#grant(this.#held.of(client), portion, holder))
  }

  /** @internal A lease grows; false if it has to wait. */
  tryGrow(lease: Lease, amount: number): boolean {
    const holding = this.#held.of(lease.client)
    if (!this.#mayTake(holding, amount)) return false
    this.#add(holding, amount)
    return true
  }

  /** @internal */
  grow(lease: Lease, amount: number, gone?: AbortSignal): Promise<void> {
    return this.#wait(lease.client, amount, gone, (portion) => {
      if (lease.released) return
      this.#add(this.#held.of(lease.client), portion)
      lease.grown(portion)
    })
  }

  /** @internal Gives back a part. */
  shrink({ client }: Lease, amount: number): void {
    this.#add(this.#held.of(client), -amount)
    if (this.#queue.size > 0) this.#serve()
  }

  /** @internal Gives back; called once for each portion. */
  giveBack(lease: Lease, amount: number): void {
    this.#drop(lease)
    this.shrink(lease, amount)
  }

  /** The error for one that cannot wait for room, and finds none. */
  noRoom(): AdmissionError {
    this.#options.onRefused?.('queue_full')
    return new AdmissionError(this.#options.resource, 'queue_full')
  }

  /** Refuses all that wait: the proxy stops. */
  close(): void {
    for (const waiter of this.#queue.all()) this.#refuse(waiter, 'closing')
  }

  /** Even the largest portion is granted at some time: when nothing else is held. */
  #portion(amount: number): number {
    return Math.min(amount, this.#options.capacity)
  }

  #heldBy(client: string): number {
    return this.#held.heldBy(client)
  }

  #mayTake({ client, held }: Holding, amount: number): boolean {
    if (!this.#fits(held, amount)) return false
    // One of its own that waits for more than there is does not hold up the smaller ones behind it.
    return !this.#queue.hasForOthers(client) || held + amount <= this.#fairShare()
  }

  /** @param before what the client holds already */
  #fits(before: number, amount: number): boolean {
    if (this.#total === 0) return true
    const { capacity, isScarce = false } = this.#options
    const total = this.#total + amount
    if (total > capacity) return false
    const held = before + amount
    if (total > capacity - Math.floor(capacity * RESERVE)) return held <= Math.max(1, capacity * MODEST)
    return !isScarce || total <= capacity * SCARCE.from || held <= Math.max(1, capacity * SCARCE.each)
  }

  /** A quarter, or less where more than four clients hold something. */
  #fairShare(): number {
    return this.#options.capacity * Math.min(SHARE, 1 / Math.max(1, this.#held.holders))
  }

  #grant(holding: Holding, amount: number, holder: Holder | undefined): Lease {
    this.#add(holding, amount)
    const lease = new Lease(this, holding.client, amount, holder)
    if (holder !== undefined) this.#keep(lease)
    return lease
  }

  #keep(lease: Lease): void {
    lease.place = this.#leases.push(lease) - 1
  }

  #drop(lease: Lease): void {
    const last = lease.place === -1 ? undefined : this.#leases.pop()
    if (last === undefined) return
    if (last !== lease) {
      this.#leases[lease.place] = last
      last.place = lease.place
    }
    lease.place = -1
  }

  #add(holding: Holding, amount: number): void {
    this.#total += amount
    this.#held.add(holding, amount)
  }

  #wait<T>(client: string, amount: number, gone: AbortSignal | undefined, grant: (portion: number) => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const portion = this.#portion(amount)
    const waiter: Waiter = {
      client,
      amount: portion,
      since: performance.now(),
      grant: () => resolve(grant(portion)),
      refuse: reject,
    }
    const { maxWaiting } = this.#options
    if (this.#queue.size >= maxWaiting || this.#queue.sizeFor(client) >= Math.max(1, maxWaiting * SHARE)) {
      reject(this.noRoom())
      return promise
    }
    if (gone?.aborted === true) {
      reject(new AdmissionError(this.#options.resource, 'gone'))
      return promise
    }
    this.#queue.add(client, waiter)
    gone?.addEventListener('abort', () => this.#refuse(waiter, 'gone'), { once: true })
    this.#watch()
    return promise
  }

  /** The client that holds least is next. Where its portion does not fit, others pass it only within their share. */
  #serve(): void {
    for (;;) {
      const [next, ...others] = this.#queue.firsts().sort((a, b) => this.#heldBy(a.client) - this.#heldBy(b.client))
      if (next === undefined) return
      const share = this.#fairShare()
      const served = this.#fits(this.#heldBy(next.client), next.amount)
        ? next
        : others.find(({ client, amount }) => {
            const held = this.#heldBy(client)
            return held + amount <= share && this.#fits(held, amount)
          })
      if (served === undefined) return
      this.#queue.delete(served.client, served)
      served.grant()
    }
  }

  #watch(): void {
    this.#timer ??= setInterval(() => this.#check(), Math.min(CHECK_MS, this.#options.waitMs)).unref()
  }

  #check(): void {
    const { waitMs } = this.#options
    const now = performance.now()
    for (const waiter of this.#queue.all()) if (now - waiter.since >= waitMs) this.#refuse(waiter, 'waited_too_long')
    if (this.#queue.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
      for (const lease of this.#leases) lease.forget()
      return
    }
    this.#serve()
    if (this.#queue.size > 0) this.#revokeStalled(now)
  }

  /** One at a time: the largest of those that do not get on, of a client that holds more than its share. */
  #revokeStalled(now: number): void {
    const share = this.#fairShare()
    let victim: Lease | undefined
    for (const lease of this.#leases) {
      const stalled = lease.stalledFor(now) >= this.#options.stallMs
      if (!stalled || this.#heldBy(lease.client) <= share) continue
      if (victim === undefined || lease.amount > victim.amount) victim = lease
    }
    if (victim === undefined) return
    this.#options.onRefused?.('stalled')
    victim.revoke(new AdmissionError(this.#options.resource, 'stalled'))
  }

  #refuse(waiter: Waiter, reason: AdmissionRefusal): void {
    if (!this.#queue.delete(waiter.client, waiter)) return
    this.#options.onRefused?.(reason)
    waiter.refuse(new AdmissionError(this.#options.resource, reason))
  }
}
