import { h2Limits } from '../limits.ts'
import { forgetOldest } from './sharing.ts'

interface Trouble {
  /** Connections one after the other that the service ended before it answered anything. */
  times: number
  /** Until when HTTP/1.1 is tried, in milliseconds of performance.now(). */
  until: number
}

/**
 * Where HTTP/2 leads to nothing at a service that has chosen it, HTTP/1.1 is spoken for a while. Clients that share connections have one
 * experience, each of the others its own: what one provokes must not change what others get.
 */
export class Fallback {
  readonly #troubles = new Map<string | undefined, Trouble>()

  isOn(client: string | undefined): boolean {
    return performance.now() < (this.#troubles.get(client)?.until ?? 0)
  }

  fruitless(client: string | undefined): void {
    const trouble = this.#troubles.get(client) ?? { times: 0, until: 0 }
    if (!this.#troubles.has(client)) forgetOldest(this.#troubles)
    this.#troubles.set(client, trouble)
    trouble.times++
    if (trouble.times >= h2Limits.fruitless) trouble.until = performance.now() + h2Limits.fallbackMs
  }

  /** One of both versions works, or the other one works no better. */
  end(client: string | undefined): void {
    this.#troubles.delete(client)
  }
}
