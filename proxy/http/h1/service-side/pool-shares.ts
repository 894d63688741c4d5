/** A client never holds more of a pool than this part: the rest is for others, however long it keeps what it has. */
const MOST = 3 / 4

/** How many connections of one pool each client holds, and how many it may. */
export class PoolShares {
  readonly #capacity: number
  readonly #held = new Map<string, number>()

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  heldBy(client: string): number {
    return this.#held.get(client) ?? 0
  }

  add(client: string, amount: 1 | -1): void {
    const held = this.heldBy(client) + amount
    if (held === 0) this.#held.delete(client)
    else this.#held.set(client, held)
  }

  /** Whether the client may have one more, as long as one is there. */
  mayHoldMore(client: string): boolean {
    return this.heldBy(client) < Math.ceil(this.#capacity * MOST)
  }

  /** The connections that each client may hold while others wait, at least one. @param waiting the clients that wait */
  fairShare(waiting: Iterable<string>): number {
    const clients = new Set([...this.#held.keys(), ...waiting]).size
    return Math.max(1, Math.floor(this.#capacity / Math.max(1, clients)))
  }
}
