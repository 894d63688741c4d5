import { Holdings } from '../../../holdings.ts'

/** A client never holds more of a pool than this part: the rest is for others, however long it keeps what it has. */
const MOST = 3 / 4

/** How many connections of one pool each client holds, and how many it may. */
export class PoolShares {
  readonly #capacity: number
  readonly #held = new Holdings()

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  heldBy(client: string): number {
    return this.#held.heldBy(client)
  }

  add(client: string, amount: 1 | -1): void {
    this.#held.add(this.#held.of(client), amount)
  }

  /** Whether the client may have one more, as long as one is there. */
  mayHoldMore(client: string): boolean {
    return this.heldBy(client) < Math.ceil(this.#capacity * MOST)
  }

  /** The connections that each client may hold while others wait, at least one. @param waiting the clients that wait */
  fairShare(waiting: Iterable<string>): number {
    const clients = new Set([...this.#held.clients(), ...waiting]).size
    return Math.max(1, Math.floor(this.#capacity / Math.max(1, clients)))
  }
}
