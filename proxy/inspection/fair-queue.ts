/** What waits for its turn, and whose it is. */
export interface Waiting {
  readonly client: string
  /** What it is thought to cost, in decoded bytes; `FairQueue.charge` settles the difference. */
  readonly cost: number
}

interface Account<T> {
  /** Decoded bytes served so far, on the clock that all accounts share. */
  served: number
  running: number
  readonly waiting: T[]
}

/**
 * Takes turns between clients by what they have been served (start-time fair queueing): of those that wait, the one that
 * has had least is next, so that a client with many large bodies delays itself and not the others. A client that comes
 * back after a pause starts level with the rest; it cannot save up turns.
 */
export class FairQueue<T extends Waiting> {
  readonly #accounts = new Map<string, Account<T>>()
  /** What had been served to the client whose turn came last. */
  #clock = 0
  #size = 0

  get size(): number {
    return this.#size
  }

  add(item: T): void {
    const account = this.#accounts.get(item.client) ?? { served: this.#clock, running: 0, waiting: [] }
    if (account.waiting.length === 0 && account.running === 0) account.served = Math.max(account.served, this.#clock)
    this.#accounts.set(item.client, account)
    account.waiting.push(item)
    this.#size++
  }

  /**
   * The next item, counted as running from now on. `onlyIdle`: only of a client of which nothing runs; a second turn for
   * one that is being served already can wait.
   */
  take(onlyIdle = false): T | undefined {
    let next: Account<T> | undefined
    for (const account of this.#accounts.values()) {
      if (account.waiting.length === 0 || (onlyIdle && account.running > 0)) continue
      if (next === undefined || account.served < next.served) next = account
    }
    const item = next?.waiting.shift()
    if (next === undefined || item === undefined) return undefined
    this.#clock = Math.max(this.#clock, next.served)
    next.served += item.cost
    next.running++
    this.#size--
    return item
  }

  /** `item` is no longer running; `cost` is what it really cost, where that is known. */
  charge(item: T, cost: number | undefined): void {
    const account = this.#accounts.get(item.client)
    if (account === undefined) return
    account.running--
    if (cost !== undefined) account.served += cost - item.cost
    this.#forget(item.client, account)
  }

  /** Takes an item out that has waited too long; false if it does not wait any more. */
  remove(item: T): boolean {
    const account = this.#accounts.get(item.client)
    const index = account?.waiting.indexOf(item) ?? -1
    if (account === undefined || index === -1) return false
    account.waiting.splice(index, 1)
    this.#size--
    this.#forget(item.client, account)
    return true
  }

  /** Takes everything out that waits. */
  drain(): T[] {
    const all = [...this.#accounts.values()].flatMap(({ waiting }) => waiting.splice(0))
    this.#size = 0
    return all
  }

  /** What an account of a client without work would start with is not worth keeping. */
  #forget(client: string, { waiting, running, served }: Account<T>): void {
    if (waiting.length === 0 && running === 0 && served <= this.#clock) this.#accounts.delete(client)
    if (this.#size > 0 || this.#accounts.size <= MAX_IDLE_ACCOUNTS) return
    for (const [name, account] of this.#accounts) {
      if (account.waiting.length === 0 && account.running === 0) this.#accounts.delete(name)
    }
  }
}

const MAX_IDLE_ACCOUNTS = 1000
