import type { Socket } from 'node:net'
import { liesBehind } from '../memory.ts'

/**
 * Up to this many bytes are joined here for one write: no more than a TLS record holds. What is longer is joined by Node
 * itself, outside of the heap: such a buffer of ours would only bring the next full collection nearer.
 */
const JOIN_BYTES = 16_384

/** Collects what belongs together (a head, the first pieces of a body), so that it leaves in one write. */
export class Outgoing {
  readonly #socket: Socket
  #head = ''
  #pieces: Buffer[] = []
  #bytes = 0

  constructor(socket: Socket) {
    this.#socket = socket
  }

  /** ISO 8859-1; only before the first piece of what leaves together. */
  text(text: string): void {
    if (this.#pieces.length === 0) this.#head += text
    else this.piece(Buffer.from(text, 'latin1'))
  }

  piece(bytes: Buffer): void {
    this.#pieces.push(bytes)
    this.#bytes += bytes.length
  }

  /**
   * A piece, with what was given as text before it in one write. Two would be copied together by Node.
   * @param room is written over where it lies before the piece and is large enough
   */
  pieceInRoom(bytes: Buffer, room: Buffer): void {
    const head = this.#head
    if (head.length > room.length || this.#pieces.length > 0 || !liesBehind(bytes, room)) this.piece(bytes)
    else {
      const whole = Buffer.from(bytes.buffer, bytes.byteOffset - head.length, head.length + bytes.length)
      whole.write(head, 0, 'latin1')
      this.#head = ''
      this.piece(whole)
    }
  }

  chunk(bytes: Buffer): void {
    if (bytes.length === 0) return
    this.text(`${bytes.length.toString(16)}\r\n`)
    this.piece(bytes)
    this.piece(CRLF)
  }

  lastChunk(trailers: string): void {
    this.text(`0\r\n${trailers}\r\n`)
  }

  /** @returns false where the other side cannot follow: the socket emits `drain` when it can again */
  flush(): boolean {
    const head = this.#head
    const pieces = this.#pieces
    const [first] = pieces
    if (first === undefined) {
      if (head === '') return !this.#socket.writableNeedDrain
      this.#head = ''
      return this.#socket.write(head, 'latin1')
    }
    const total = head.length + this.#bytes
    this.#head = ''
    this.#pieces = []
    this.#bytes = 0
    if (head === '' && pieces.length === 1) return this.#socket.write(first)
    if (total > JOIN_BYTES) return this.#writeApart(head, pieces)
    const joined = Buffer.allocUnsafe(total)
    let at = joined.write(head, 'latin1')
    for (const piece of pieces) {
      joined.set(piece, at)
      at += piece.length
    }
    return this.#socket.write(joined)
  }

  #writeApart(head: string, pieces: readonly Buffer[]): boolean {
    this.#socket.cork()
    if (head !== '') this.#socket.write(head, 'latin1')
    let takesMore = true
    for (const piece of pieces) takesMore = this.#socket.write(piece)
    this.#socket.uncork()
    return takesMore
  }
}

const CRLF = Buffer.from('\r\n')
