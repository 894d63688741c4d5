/**
 * Node decrypts what comes on a connection into one stretch of memory, record behind record, and hands it out in pieces. What
 * is known to lie together there need not be copied to be together.
 */

const NOTHING = Buffer.alloc(0)

/** Whether `second` begins in memory where `first` ends. */
export function liesBehind(second: Buffer, first: Buffer): boolean {
  return first.buffer === second.buffer && first.byteOffset + first.length === second.byteOffset
}

/** Pieces of a body made one. */
export interface Joined {
  readonly bytes: Buffer
  /** Memory that nobody needs any more, to be written over; what is to be sent before `bytes` may be put there. */
  readonly room: Buffer
}

/** The pieces of a body, in their order. */
export class Pieces {
  #pieces: Buffer[] = []
  #room: Buffer = NOTHING
  #length = 0
  #isTogether = true

  get length(): number {
    return this.#length
  }

  /** @param room memory before the first piece that nobody needs any more */
  add(piece: Buffer, room: Buffer | undefined): void {
    const last = this.#pieces.at(-1)
    if (last === undefined) this.#room = room ?? NOTHING
    else if (!liesBehind(piece, last)) this.#isTogether = false
    this.#pieces.push(piece)
    this.#length += piece.length
  }

  /**
   * Gives all pieces as one and forgets them: a body may wait long for its answer. It is no copy where they lie together and are at least
   * half of their memory, so that what is kept is never much more than what is counted.
   * @param room how much room a copy is to have in front of it, in bytes
   */
  join(room: number): Joined {
    const pieces = this.#pieces
    const length = this.#length
    const [first = NOTHING] = pieces
    this.#pieces = []
    this.#length = 0
    if (pieces.length < 2) return { bytes: first, room: this.#room }
    if (this.#isTogether && length * 2 >= first.buffer.byteLength) {
      return { bytes: Buffer.from(first.buffer, first.byteOffset, length), room: this.#room }
    }
    const copy = Buffer.allocUnsafe(room + length)
    let at = room
    for (const piece of pieces) {
      copy.set(piece, at)
      at += piece.length
    }
    return { bytes: copy.subarray(room), room: copy.subarray(0, room) }
  }
}
