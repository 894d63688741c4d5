import type { FileProblem } from './file-reading.ts'
import { HARMLESS_BYTES, MAX_ENTRIES, MAX_RATIO } from './limits.ts'

/** A bound was reached: reading of this file goes no further. */
export class FileBoundError extends Error {
  readonly problem: FileProblem

  constructor(problem: FileProblem) {
    super(`a file is beyond a bound: ${problem}`)
    this.problem = problem
  }
}

export interface AllowanceOptions {
  /** Bytes that may be unpacked. */
  readonly unpackedBytes: number
  /** Characters of text that may come out. */
  readonly textLength: number
  readonly isOverBudget: () => boolean
}

/** What reading one file may cost, over all that is packed in it. */
export class Allowance {
  readonly #isOverBudget: () => boolean
  #unpackedBytes: number
  #textLength: number
  #entries = MAX_ENTRIES

  constructor({ unpackedBytes, textLength, isOverBudget }: AllowanceOptions) {
    this.#unpackedBytes = unpackedBytes
    this.#textLength = textLength
    this.#isOverBudget = isOverBudget
  }

  get unpackedBytesLeft(): number {
    return this.#unpackedBytes
  }

  get textLengthLeft(): number {
    return this.#textLength
  }

  /** How much `packedBytes` may unpack to. */
  mostOf(packedBytes: number): number {
    return Math.min(this.#unpackedBytes, Math.max(HARMLESS_BYTES, packedBytes * MAX_RATIO))
  }

  /** @throws FileBoundError */
  unpacked(bytes: number): void {
    this.#unpackedBytes -= bytes
    if (this.#unpackedBytes < 0) throw new FileBoundError('too_large')
    this.check()
  }

  /** @throws FileBoundError */
  entry(): void {
    if (this.#entries-- <= 0) throw new FileBoundError('too_many')
    this.check()
  }

  /** As much of a text as there is room for. */
  take(text: string): { readonly text: string; readonly isWhole: boolean } {
    const isWhole = text.length <= this.#textLength
    const taken = isWhole ? text : text.slice(0, this.#textLength)
    this.#textLength -= taken.length
    return { text: taken, isWhole }
  }

  /** Called in every loop whose length a file chooses. @throws FileBoundError where the time is over */
  check(): void {
    if (this.#isOverBudget()) throw new FileBoundError('over_budget')
  }
}
