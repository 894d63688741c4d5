/** Keeps what was used last, up to a number of entries. */
export class RecentlyUsed<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #max: number
  #newest: { readonly key: K; readonly value: V } | undefined

  constructor(max: number) {
    this.#max = max
  }

  getOrCreate(key: K, create: () => V): V {
    if (this.#newest !== undefined && this.#newest.key === key) return this.#newest.value
    const known = this.#entries.get(key)
    // A map keeps its order of insertion: taken out and put back, an entry is the newest again.
    if (known !== undefined) this.#entries.delete(key)
    const value = known ?? create()
    this.#entries.set(key, value)
    this.#newest = { key, value }
    if (this.#entries.size > this.#max) {
      const [oldest] = this.#entries.keys()
      if (oldest !== undefined) this.#entries.delete(oldest)
    }
    return value
  }

  values(): Iterable<V> {
    return this.#entries.values()
  }

  delete(key: K): void {
    if (this.#newest?.key === key) this.#newest = undefined
    this.#entries.delete(key)
  }

  clear(): void {
    this.#newest = undefined
    this.#entries.clear()
  }
}
