import { ClientQueues } from '../client-queues.ts'

/** What waits for its turn, and whose it is. */
export interface Waiting {
  readonly client: string
  /** What it is thought to cost, in decoded bytes; `FairQueue.charge` settles the difference. */
  readonly cost: number
}

interface Account {
  /** Decoded bytes served so far, on the clock that all accounts share. */
  served: number
  running: number
}

const MAX_IDLE_ACCOUNTS = 1000

/**
 * Takes turns between clients by what they have been served (start-time fair queueing): of those that wait, the one that
 * has had least is next, so that a client with many large bodies delays itself and not the others. A client that comes
 * back after a pause starts level with the rest; it cannot save up turns.
 */
export class FairQueue<T extends Waiting> {
  readonly #waiting = new ClientQueues<T>()
  readonly #accounts = new Map<string, Account>()
  /** What had been served to the client whose turn came last. */
  #clock = 0

  get size(): number {
    return this.#waiting.size
  }

  add(item: T): void {
    const { client } = item
    const account = this.#accounts.get(client) ?? { served: this.#clock, running: 0 }
    if (!this.#isBusy(client, account)) account.served = Math.max(account.served, this.#clock)
    this.#accounts.set(client, account)
    this.#waiting.add(client, item)
  }

  /**
   * The next item, counted as running from now on. `onlyIdle`: only of a client of which nothing runs; a second turn for
   * one that is being served already can wait.
   */
  take(onlyIdle = false): T | undefined {
    let next: { readonly client: string; readonly account: Account } | undefined
    for (const [client, account] of this.#accounts) {
      if (this.#waiting.sizeFor(client) === 0 || (onlyIdle && account.running > 0)) continue
      if (next === undefined || account.served < next.account.served) next = { client, account }
    }
    const item = next && this.#waiting.take(next.client)
    if (next === undefined || item === undefined) return undefined
    const { account } = next
    this.#clock = Math.max(this.#clock, account.served)
    account.served += item.cost
    account.running++
    return item
  }

  /** How many `take` would give away now, one after the other. */
  countReady(onlyIdle = false): number {
    if (!onlyIdle) return this.size
    let ready = 0
    for (const [client, { running }] of this.#accounts) if (running === 0 && this.#waiting.sizeFor(client) > 0) ready++
    return ready
  }

  /** `item` is no longer running; `cost` is what it really cost, where that is known. */
  charge(item: T, cost: number | undefined): void {
    const account = this.#accounts.get(item.client)
    if (account === undefined) return
    account.running--
    if (cost !== undefined) account.served += cost - item.cost
    this.#forget(item.client, account)
  }

  /** Takes an item out that has waited too long; false where it does not wait any more. */
  remove(item: T): boolean {
    if (!this.#waiting.delete(item.client, item)) return false
    const account = this.#accounts.get(item.client)
    if (account !== undefined) this.#forget(item.client, account)
    return true
  }

  /** Takes everything out that waits. */
  drain(): T[] {
    return this.#waiting.drain()
  }

  #isBusy(client: string, { running }: Account): boolean {
    return running > 0 || this.#waiting.sizeFor(client) > 0
  }

  /** What an account of a client without work would start with is not worth keeping. */
  #forget(client: string, account: Account): void {
    if (!this.#isBusy(client, account) && account.served <= this.#clock) this.#accounts.delete(client)
    if (this.size > 0 || this.#accounts.size <= MAX_IDLE_ACCOUNTS) return
    for (const [name, one] of this.#accounts) if (!this.#isBusy(name, one)) this.#accounts.delete(name)
  }
}
