/** What waits, each client's own in the order they came. Nobody gets ahead by asking more often. */
export class FairQueue<T> {
  readonly #clients = new Map<string, T[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** The clients that wait, the one whose turn is the longest ago first. */
  get clients(): Iterable<string> {
    return this.#clients.keys()
  }

  sizeFor(client: string): number {
    return this.#clients.get(client)?.length ?? 0
  }

  add(client: string, item: T): void {
    const own = this.#clients.get(client)
    if (own === undefined) this.#clients.set(client, [item])
    else own.push(item)
    this.#size++
  }

  /** The client's next one, which stays where it is. */
  first(client: string): T | undefined {
    return this.#clients.get(client)?.[0]
  }

  /** The client's next one; it is last in the line again. */
  take(client: string): T | undefined {
    const own = this.#clients.get(client)
    const item = own?.shift()
    if (own === undefined || item === undefined) return undefined
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
