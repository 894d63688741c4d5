import type { AdmissionError } from '../errors.ts'

/** A request or connection that waits for a portion of a resource. */
export interface Waiter {
  readonly client: string
  readonly amount: number
  /** Milliseconds of performance.now(). */
  readonly since: number
  grant(): void
  refuse(error: AdmissionError): void
}

/** The waiters by client, in the order they came. */
export class Queue {
  /** A client is here only while it waits, so that asking is cheap when none does. */
  readonly #byClient = new Map<string, Set<Waiter>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  sizeFor(client: string): number {
    return this.#byClient.get(client)?.size ?? 0
  }

  has(waiter: Waiter): boolean {
    return this.#byClient.get(waiter.client)?.has(waiter) === true
  }

  hasForOthers(client: string): boolean {
    return this.#byClient.size > (this.#byClient.has(client) ? 1 : 0)
  }

  add(waiter: Waiter): void {
    const waiters = this.#byClient.get(waiter.client) ?? new Set()
    waiters.add(waiter)
    this.#byClient.set(waiter.client, waiters)
    this.#size += 1
  }

  delete(waiter: Waiter): void {
    const waiters = this.#byClient.get(waiter.client)
    if (waiters?.delete(waiter) !== true) return
    this.#size -= 1
    if (waiters.size === 0) this.#byClient.delete(waiter.client)
  }

  /** The first of each client. */
  heads(): Waiter[] {
    return [...this.#byClient.values()].flatMap((waiters) => waiters.values().next().value ?? [])
  }

  all(): Waiter[] {
    return [...this.#byClient.values()].flatMap((waiters) => [...waiters])
  }
}
