import type { Http2Stream } from 'node:http2'
import { Stretch } from '../stretch.ts'
import { h2Limits } from './limits.ts'

/** What a piece costs besides its bytes: a peer may send one byte in each. */
const PIECE_BYTES = 256

/**
 * What has come on a stream and is not read. The peer may always send as much as its window, and Node takes it over at once, whether anybody
 * reads or not: a hundred streams of one connection hold 25 MB so, which nobody has asked for.
 */
export class UnreadBytes {
  readonly #stream: Http2Stream
  readonly #onChange: (bytes: number) => void
  #bytes = 0
  /** What is not read, and whether somebody was given some of it. */
  #stretch: Stretch | undefined
  #isShown = false

  /** @param onChange called when there are more of them, and when there are none any more */
  constructor(stream: Http2Stream, onChange: (bytes: number) => void) {
    this.#stream = stream
    this.#onChange = onChange
    const push = stream.push
    const take: Http2Stream['push'] = (chunk: unknown, encoding) => {
      const isRead = stream.readableFlowing === true && stream.readableLength === 0
      if (isRead || !Buffer.isBuffer(chunk)) return push.call(stream, chunk, encoding)
      const isWanted = push.call(stream, this.#alone(chunk), encoding)
      this.#add(chunk.length)
      return isWanted
    }
    stream.push = take
    stream.once('close', () => {
      if (!this.#isShown) this.#stretch?.free()
    })
  }

  get bytes(): number {
    return this.#bytes
  }

  /** A piece was handed over. */
  read(piece: Buffer): void {
    if (this.#bytes === 0) return
    this.#isShown = true
    this.#bytes = this.#stream.readableLength === 0 ? 0 : Math.max(1, this.#bytes - piece.length - PIECE_BYTES)
    if (this.#bytes > 0) return
    this.#stretch = undefined
    this.#onChange(0)
  }

  /** A copy: what came beside it for other streams would be kept with it, and small pieces of memory are hard to give back. */
  #alone(piece: Buffer): Buffer {
    if (this.#bytes === 0 || this.#stretch?.fits(piece.length) !== true) {
      this.#stretch = new Stretch(h2Limits.streamWindow + piece.length)
      this.#isShown = false
    }
    return this.#stretch.append(piece)
  }

  #add(bytes: number): void {
    this.#bytes += bytes + PIECE_BYTES
    this.#onChange(this.#bytes)
  }
}
