import { leaveBehind } from '../../config/collector.ts'

/** Memory is set aside in steps: each is a call to the system. */
const STEP_BYTES = 65_536
/**
 * Memory that grows where it lies, and that the system has back when nobody needs it any more. A buffer of some kilobytes comes from
 * the heap of the allocator, which never shrinks again once something small lies above it: 4,000 uploads of 64 KiB left 190 MB behind for good.
 * This is an ArrayBuffer that can be resized, for which V8 asks the system itself.
 */
export class Stretch {
  readonly #memory: ArrayBuffer
  #length = 0

  /** @param most how long it may become, in bytes; addresses are set aside for all of it, and memory as it grows */
  constructor(most: number) {
    this.#memory = new ArrayBuffer(0, { maxByteLength: most })
  }

  get length(): number {
    return this.#length
  }

  /** Whether there is room for so many bytes more. */
  fits(bytes: number): boolean {
    return this.#length + bytes <= this.#memory.maxByteLength
  }

  /** Puts a copy behind what is there. @returns it */
  append(piece: Buffer): Buffer {
    const at = this.#length
    this.skip(piece.length)
    const copy = Buffer.from(this.#memory, at, piece.length)
    copy.set(piece)
    leaveBehind(piece.length)
    return copy
  }

  /** Leaves room. */
  skip(bytes: number): void {
    this.#length += bytes
    if (this.#length <= this.#memory.byteLength) return
    const wanted = Math.ceil(this.#length / STEP_BYTES) * STEP_BYTES
    this.#memory.resize(Math.min(wanted, this.#memory.maxByteLength))
  }

  bytes(from = 0): Buffer {
    return Buffer.from(this.#memory, from, this.#length - from)
  }

  /** What lies before a place in it. */
  before(end: number): Buffer {
    return Buffer.from(this.#memory, 0, end)
  }

  /**
   * Gives the memory back at once, instead of when V8 finds that nobody refers to it. Only of what was shown to nobody but JavaScript: what is
   * in the hands of the system or of a thread, such as bytes to be sent, must stay where it is.
   */
  free(): void {
    this.#length = 0
    this.#memory.resize(0)
  }
}
