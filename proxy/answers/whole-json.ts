import { parseOrUndefined } from '../platforms/json-value.ts'
import type { Framing } from './framing.ts'
import { GOOGLE_PREFIX, googleSnapshots } from './google-arrays.ts'
import { answerLimits } from './limits.ts'

/** One JSON value, or one in each line: read when all of it is there. */
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
    const text = bytes.toString()
    if (text.startsWith(GOOGLE_PREFIX)) {
      for (const snapshot of googleSnapshots(text)) this.#onValue(snapshot)
    } else {
      const value = parseOrUndefined(text)
      // Grok says that its lines of JSON are JSON.
      for (const one of value === undefined ? text.split('\n').map(parseOrUndefined) : [value]) {
        if (one !== undefined) this.#onValue(one)
      }
    }
  }
}
