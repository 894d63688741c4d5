import type { Transform } from 'node:stream'
import zlib from 'node:zlib'
import { answerLimits } from './limits.ts'

/** Undoes the content coding of an answer as it comes. */
export interface StreamDecoder {
  push(bytes: Buffer): void
  end(): void
  destroy(): void
}

interface Listener {
  /** Some of it, in a turn that it may use. */
  data(bytes: Buffer): void
  /** Called once. @param isWhole all of it was decoded */
  end(isWhole: boolean): void
}

type Soon = (work: () => void) => void

/** The window of a frame is what every decoder has to support (RFC 8878 section 3.1.1.1.2). */
const ZSTD_WINDOW_LOG = 23

/**
 * @param soon has work done in a turn of its own, bounded for all answers together: what is decoded is a thousand times what came
 * @returns undefined where there is nothing to undo; a coding that is not known says nothing.
 */
export function openDecoder(coding: string, listener: Listener, soon: Soon): StreamDecoder | undefined {
  if (coding === '' || coding === 'identity') return undefined
  const engine = engineOf(coding)
  if (engine === undefined) return new Silent(listener)
  return new ZlibDecoder(engine, listener, soon)
}

function engineOf(coding: string): Transform | undefined {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip({ finishFlush: zlib.constants.Z_SYNC_FLUSH })
    case 'br':
      return zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH })
    case 'zstd':
      return zlib.createZstdDecompress({ params: { [zlib.constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } })
    case 'deflate':
      return zlib.createInflate({ finishFlush: zlib.constants.Z_SYNC_FLUSH })
    default:
      return undefined
  }
}

class ZlibDecoder implements StreamDecoder {
  readonly #engine: Transform
  readonly #listener: Listener
  /** Waits for its turn; nothing more is decoded meanwhile. */
  #piece: Buffer | undefined
  #decoded = 0
  #isOver = false

  constructor(engine: Transform, listener: Listener, soon: Soon) {
    this.#engine = engine
    this.#listener = listener
    engine.on('data', (bytes: Buffer) => {
      this.#decoded += bytes.length
      if (this.#decoded > answerLimits.decodedBytes) this.#finish(false)
      else if (!this.#isOver) {
        this.#piece = bytes
        engine.pause()
        soon(this.#handOver)
      }
    })
    engine.on('error', () => this.#finish(false))
    engine.on('end', () => this.#finish(true))
  }

  push(bytes: Buffer): void {
    if (this.#isOver) return
    if (this.#engine.writableLength + bytes.length > answerLimits.queuedBytes) this.#finish(false)
    else this.#engine.write(bytes)
  }

  end(): void {
    if (!this.#isOver) this.#engine.end()
  }

  destroy(): void {
    this.#isOver = true
    this.#engine.destroy()
  }

  readonly #handOver = (): void => {
    const piece = this.#piece
    this.#piece = undefined
    if (piece === undefined || this.#isOver) return
    this.#listener.data(piece)
    this.#engine.resume()
  }

  #finish(isWhole: boolean): void {
    if (this.#isOver) return
    // What was decoded before a fault counts.
    this.#handOver()
    if (this.#isOver) return
    this.#isOver = true
    this.#engine.destroy()
    this.#listener.end(isWhole)
  }
}

/** What cannot be decoded is not read. */
class Silent implements StreamDecoder {
  readonly #listener: Listener

  constructor(listener: Listener) {
    this.#listener = listener
  }

  push(): void {}

  end(): void {
    this.#listener.end(false)
  }

  destroy(): void {}
}
