import type { Transform } from 'node:stream'
import { hasRoomFor } from './unfolding.ts'

/** Collects what an engine unpacks, as far as there may be of it; at more the engine is destroyed. */
export class UnpackedBytes {
  isTooLarge = false
  length = 0
  readonly #chunks: Buffer[] = []

  constructor(engine: Transform, most: number) {
    engine.on('data', (chunk: Buffer) => {
      if (engine.destroyed) return
      const taken = chunk.subarray(0, most - this.length)
      if (hasRoomFor(taken.length)) {
        this.#chunks.push(taken)
        this.length += taken.length
        if (taken.length === chunk.length) return
      }
      this.isTooLarge = true
      engine.destroy()
    })
  }

  all(): Buffer {
    return Buffer.concat(this.#chunks, this.length)
  }
}
