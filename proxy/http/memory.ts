import { Stretch } from './stretch.ts'

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

/** Longer bodies are put together as they come, in memory that the system has back afterwards. */
const SHORT_BYTES = 65_536
/** What a piece costs besides its bytes is more than a piece of this size: a body may come byte by byte. */
const SMALL_BYTES = 1024

interface PiecesOptions {
  /** How long the body may become, in bytes, the last piece apart. */
  readonly most: number
  /** How much room what was put together is to have in front of it. */
  readonly room: number
}

/** The pieces of a body, in their order. */
export class Pieces {
  readonly #options: PiecesOptions
  #pieces: Buffer[] = []
  #room: Buffer = NOTHING
  #length = 0
  #isTogether = true
  /** Has all of them, of a body that is long or comes in small pieces. */
  #stretch: Stretch | undefined

  constructor(options: PiecesOptions) {
    this.#options = options
  }

  get length(): number {
    return this.#length
  }

  /** @param room memory before the first piece that nobody needs any more */
  add(piece: Buffer, room: Buffer | undefined): void {
    const last = this.#pieces.at(-1)
    this.#length += piece.length
    if (this.#stretch !== undefined) this.#append(piece)
    else if (last === undefined) {
      this.#room = room ?? NOTHING
      this.#pieces.push(piece)
    } else {
      if (!liesBehind(piece, last)) this.#isTogether = false
      this.#pieces.push(piece)
      const isShort = this.#length <= SHORT_BYTES && this.#length >= (this.#pieces.length - 2) * SMALL_BYTES
      if (!isShort) this.#putTogether()
    }
  }

  /** A copy of the first ones. */
  first(most: number): Buffer {
    if (this.#stretch === undefined) return Buffer.concat(this.#pieces).subarray(0, most)
    return Buffer.from(this.#stretch.bytes(this.#options.room).subarray(0, most))
  }

  /** Nobody wants them. */
  drop(): void {
    this.#stretch?.free()
    this.#forget()
  }

  /**
   * Gives all pieces as one and forgets them: a body may wait long for its answer. It is no copy where they lie together and are at least
   * half of their memory, so that what is kept is never much more than what is counted.
   */
  join(): Joined {
    const pieces = this.#pieces
    const length = this.#length
    const stretch = this.#stretch
    const isTogether = this.#isTogether
    const [first = NOTHING] = pieces
    this.#forget()
    const { room } = this.#options
    if (stretch !== undefined) return { bytes: stretch.bytes(room), room: stretch.before(room) }
    if (pieces.length < 2) return { bytes: first, room: this.#room }
    if (isTogether && length * 2 >= first.buffer.byteLength) {
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

  #forget(): void {
    this.#pieces = []
    this.#stretch = undefined
    this.#length = 0
    this.#isTogether = true
  }

  #putTogether(): void {
    const { most, room } = this.#options
    this.#stretch = new Stretch(room + Math.max(most, this.#length) + SHORT_BYTES)
    this.#stretch.skip(room)
    for (const piece of this.#pieces.splice(0)) this.#stretch.append(piece)
  }

  #append(piece: Buffer): void {
    const stretch = this.#stretch
    if (stretch?.fits(piece.length) === true) stretch.append(piece)
    else if (stretch !== undefined) {
      // The last piece may be longer than what was thought of.
      const longer = new Stretch(stretch.length + piece.length)
      longer.append(stretch.bytes())
      longer.append(piece)
      stretch.free()
      this.#stretch = longer
    }
  }
}
