/** First in, first out; removing one costs the same for any length. */
export class Fifo<T> {
  #items: (T | undefined)[] = []
  /** Items before it have been taken. */
  #head = 0

  get length(): number {
    return this.#items.length - this.#head
  }

  push(item: T): void {
    this.#items.push(item)
  }

  /** The first ones, which stay. */
  peek(count: number): readonly T[] {
    return this.#items.slice(this.#head, this.#head + count) as T[]
  }

  /** Puts something else in the place of each that waits. */
  replace(by: (item: T) => T): void {
    for (let place = this.#head; place < this.#items.length; place += 1)
      this.#items[place] = by(this.#items[place] as T)
  }

  /** Takes the first ones away. */
  skip(count: number): void {
    const end = Math.min(this.#head + count, this.#items.length)
    this.#items.fill(undefined, this.#head, end)
    this.#head = end
    // Moved together once half is empty: each item is moved once at most, on average.
    if (this.#head * 2 <= this.#items.length) return
    this.#items = this.#items.slice(this.#head)
    this.#head = 0
  }
}
