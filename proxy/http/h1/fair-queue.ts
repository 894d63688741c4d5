/**
 * What waits, in turns: one of each client after the other, and each client's own in the order they came. Nobody gets ahead
 * by asking more often.
 */
export class FairQueue<T> {
  readonly #clients = new Map<string, T[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(client: string, item: T): void {
    const own = this.#clients.get(client)
    if (own === undefined) this.#clients.set(client, [item])
    else own.push(item)
    this.#size++
  }

  /** The next one; its client is last in the line again. */
  take(): T | undefined {
    const next = this.#clients.entries().next().value
    if (next === undefined) return undefined
    const [client, own] = next
    const item = own.shift()
    this.#clients.delete(client)
    if (own.length > 0) this.#clients.set(client, own)
    this.#size--
    return item
  }

  remove(client: string, item: T): void {
    const own = this.#clients.get(client)
    const at = own?.indexOf(item) ?? -1
    if (own === undefined || at === -1) return
    own.splice(at, 1)
    if (own.length === 0) this.#clients.delete(client)
    this.#size--
  }
}
