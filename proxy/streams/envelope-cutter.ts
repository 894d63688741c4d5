import { ENVELOPE_HEAD } from '../body/envelopes.ts'
import { Pieces } from '../http/memory.ts'

/** Cuts the messages out of a body of gRPC or Connect, each with the five bytes before it. It holds no more than one. */
export class EnvelopeCutter {
  readonly #pieces: Pieces
  /** The bytes of the message under way and of what stands before it; undefined until that is known. */
  #wanted: number | undefined

  /** @param most how many bytes it takes at most */
  constructor(most: number) {
    this.#pieces = new Pieces({ most, room: 0 })
  }

  /** Takes what belongs to the message under way, until it holds `most` bytes. @returns the number of bytes that it took */
  take(bytes: Buffer, most: number): number {
    let taken = 0
    if (this.#wanted === undefined) {
      taken = this.#keep(bytes.subarray(0, ENVELOPE_HEAD - this.held))
      if (this.held < ENVELOPE_HEAD) return taken
      const head = this.#pieces.join().bytes
      this.#keep(head)
      this.#wanted = ENVELOPE_HEAD + head.readUInt32BE(1)
    }
    const more = Math.max(0, Math.min(this.#wanted, most) - this.held)
    return taken + this.#keep(bytes.subarray(taken, taken + more))
  }

  get held(): number {
    return this.#pieces.length
  }

  get isWhole(): boolean {
    return this.held === this.#wanted
  }

  /** What is still to come of the message under way, in bytes. */
  get missing(): number {
    return this.#wanted === undefined ? 0 : this.#wanted - this.held
  }

  /** What was taken; the next byte begins another message. */
  cut(): Buffer {
    this.#wanted = undefined
    return this.#pieces.join().bytes
  }

  #keep(bytes: Buffer): number {
    if (bytes.length > 0) this.#pieces.add(bytes, undefined)
    return bytes.length
  }
}
