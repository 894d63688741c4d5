import { ENVELOPE_HEAD } from '../body/envelopes.ts'

const BYTE = 256

/** Follows the messages of an answer that is passed on, without keeping any, to tell where one ends. */
export class MessageEnds {
  /** What was read of the head of a message. */
  #headBytes = 0
  #length = 0
  /** What is still to come of its content. */
  #left = 0

  /** Whether what came so far ends with a message, or nothing has come. */
  get isAtEnd(): boolean {
    return this.#headBytes === 0 && this.#left === 0
  }

  pass(bytes: Buffer): void {
    let at = 0
    while (at < bytes.length) at = this.#pass(bytes, at)
  }

  /** Passes bytes up to the end of the message under way. @returns their number, or undefined if that does not end in them */
  passToEnd(bytes: Buffer): number | undefined {
    let at = 0
    while (!this.isAtEnd && at < bytes.length) at = this.#pass(bytes, at)
    return this.isAtEnd ? at : undefined
  }

  #pass(bytes: Buffer, at: number): number {
    if (this.#left > 0) {
      const passed = Math.min(this.#left, bytes.length - at)
      this.#left -= passed
      return at + passed
    }
    // The first byte of a head holds flags.
    this.#length = this.#headBytes === 0 ? 0 : this.#length * BYTE + (bytes[at] ?? 0)
    this.#headBytes++
    if (this.#headBytes === ENVELOPE_HEAD) {
      this.#left = this.#length
      this.#headBytes = 0
    }
    return at + 1
  }
}
