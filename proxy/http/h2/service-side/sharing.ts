import { Holdings } from '../../../holdings.ts'
import { Calm } from '../calm.ts'
import { h2Limits } from '../limits.ts'

/**
 * Which clients share connections to a service with others, and which get connections of their own. A service counts what happens on a
 * connection and ends it for all that are on it, so nobody who does much of what services count is on one with others
 * (docs/decisions/0022).
 */
export class Sharing {
  readonly #held = new Holdings()
  /** How many more of its requests each client may have broken off. */
  readonly #calm = new Map<string, Calm>()
  /** Until when, in milliseconds of performance.now(); the one that was put here last is last. */
  readonly #apartUntil = new Map<string, number>()

  mayShare(client: string): boolean {
    return !this.#isApart(client) && this.#held.heldBy(client) < h2Limits.clientStreams
  }

  /** Places on shared connections that the client holds. */
  add(client: string, amount: 1 | -1): void {
    this.#held.add(this.#held.of(client), amount)
  }

  /** A request of the client ended with a reset. */
  wasReset(client: string): void {
    const now = performance.now()
    let calm = this.#calm.get(client)
    if (calm === undefined) {
      calm = new Calm(h2Limits.clientResets, h2Limits.clientResetRate, now)
      forgetOldest(this.#calm)
      this.#calm.set(client, calm)
    }
    if (!calm.spend(now)) this.setApart(client)
  }

  /** It gets connections of its own for a while. */
  setApart(client: string): void {
    this.#apartUntil.delete(client)
    forgetOldest(this.#apartUntil)
    this.#apartUntil.set(client, performance.now() + h2Limits.apartMs)
  }

  #isApart(client: string): boolean {
    const until = this.#apartUntil.get(client)
    if (until === undefined) return false
    if (performance.now() < until) return true
    this.#apartUntil.delete(client)
    return false
  }
}

export function forgetOldest<Key>(clients: Map<Key, unknown>): void {
  if (clients.size < h2Limits.clients) return
  const oldest = clients.keys().next()
  if (oldest.done !== true) clients.delete(oldest.value)
}
