/** Something that waits, and the memory it takes. */
interface Waiting<T> {
  readonly item: T
  readonly bytes: number
}

/** Where the queue is compacted: a thousand places behind the head. */
const COMPACT_AT = 1024

/** First in, first out, bounded in number and in bytes: for one more the oldest give way. */
export class TextQueue<T> {
  readonly #maxLength: number
  readonly #maxBytes: number
  #waiting: (Waiting<T> | undefined)[] = []
  #head = 0
  #bytes = 0

  constructor(maxLength: number, maxBytes: number) {
    this.#maxLength = maxLength
    this.#maxBytes = maxBytes
  }

  get length(): number {
    return this.#waiting.length - this.#head
  }

  get bytes(): number {
    return this.#bytes
  }

  /** @returns how many gave way; an item that is larger than the whole queue is not taken, and counts as one */
  push(item: T, bytes: number): number {
    if (bytes > this.#maxBytes) return 1
    let dropped = 0
    while (this.length >= this.#maxLength || this.#bytes + bytes > this.#maxBytes) {
      this.shift()
      dropped++
    }
    this.#waiting.push({ item, bytes })
    this.#bytes += bytes
    return dropped
  }

  /** The oldest; undefined if nothing waits. */
  shift(): T | undefined {
    const first = this.#waiting[this.#head]
    if (first === undefined) return undefined
    this.#waiting[this.#head++] = undefined
    this.#bytes -= first.bytes
    if (this.#head >= COMPACT_AT || this.#head === this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#head)
      this.#head = 0
    }
    return first.item
  }

  /** @returns how many were dropped */
  clear(): number {
    const dropped = this.length
    this.#waiting = []
    this.#head = 0
    this.#bytes = 0
    return dropped
  }
}
