/** What waits, a queue for each client: its own in the order they came. Whose turn it is, is for the owner to say. */
export class ClientQueues<T> {
  /** A client is here only while something of it waits, so that asking is cheap when nothing does. */
  readonly #byClient = new Map<string, Set<T>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** The clients of which something waits, the one whose turn is the longest ago first. */
  get clients(): Iterable<string> {
    return this.#byClient.keys()
  }

  sizeFor(client: string): number {
    return this.#byClient.get(client)?.size ?? 0
  }

  hasForOthers(client: string): boolean {
    const { size } = this.#byClient
    return size > 1 || (size === 1 && !this.#byClient.has(client))
  }

  /** The client's next one, which stays where it is. */
  first(client: string): T | undefined {
    return this.#byClient.get(client)?.values().next().value
  }

  /** The next one of each client. */
  firsts(): T[] {
    return [...this.#byClient.values()].flatMap((items) => items.values().next().value ?? [])
  }

  all(): T[] {
    return [...this.#byClient.values()].flatMap((items) => [...items])
  }

  add(client: string, item: T): void {
    const items = this.#byClient.get(client)
    if (items === undefined) this.#byClient.set(client, new Set([item]))
    else items.add(item)
    this.#size++
  }

  /** Takes the client's next one out; the client is last in the line again. */
  take(client: string): T | undefined {
    const items = this.#byClient.get(client)
    const item = this.first(client)
    if (items === undefined || item === undefined) return undefined
    this.delete(client, item)
    if (items.size > 0) {
      this.#byClient.delete(client)
      this.#byClient.set(client, items)
    }
    return item
  }

  /** @returns whether it waited */
  delete(client: string, item: T): boolean {
    const items = this.#byClient.get(client)
    if (items?.delete(item) !== true) return false
    this.#size--
    if (items.size === 0) this.#byClient.delete(client)
    return true
  }

  /** Takes everything out. */
  drain(): T[] {
    const all = this.all()
    this.#byClient.clear()
    this.#size = 0
    return all
  }
}
