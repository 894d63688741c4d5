import type { Framing } from './framing.ts'
import { answerLimits } from './limits.ts'

/** One JSON value, or several without anything between them: read when all of it is there. */
export class WholeJson implements Framing {
  hasDropped = false
  readonly #onValue: (value: unknown) => void
  #chunks: Buffer[] = []
  #bytes = 0

  constructor(onValue: (value: unknown) => void) {
    this.#onValue = onValue
  }

  push(bytes: Buffer): void {
    if (this.hasDropped) return
    this.#bytes += bytes.length
    if (this.#bytes > answerLimits.wholeBytes) {
      this.hasDropped = true
      this.#chunks = []
      return
    }
    this.#chunks.push(bytes)
  }

  end(): void {
    const [first] = this.#chunks
    const bytes = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks)
    this.#chunks = []
    if (bytes.length === 0) return
    let value: unknown
    try {
      value = JSON.parse(bytes.toString())
    } catch (error) {
      if (error instanceof SyntaxError) return
      throw error
    }
    this.#onValue(value)
  }
}
