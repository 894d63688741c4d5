import zlib from 'node:zlib'
import { Pieces } from '../http/memory.ts'
import { socketLimits } from './limits.ts'
import type { Room } from './room.ts'
import type { DeflateParameters, Inflate } from './ws-parts.ts'

/** What a sender leaves off the end of each message (RFC 7692 section 7.2.2). */
const TRAILER = Buffer.from([0x00, 0x00, 0xff, 0xff])

/** A message is longer than it may be with its compression undone; named as `ws` names it. */
class MessageLengthError extends RangeError {
  readonly code = 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'
}

interface Options {
  readonly parameters: DeflateParameters
  /** Whether the peer is the client of the handshake. */
  readonly isClient: boolean
  readonly maxMessageBytes: number
  /** What a message unfolds to takes its room here as it grows, and stays there: whoever takes the message gives it back. */
  readonly room: Pick<Room, 'add'>
}

/**
 * Undoes permessage-deflate in place of `ws`, which unfolds a fragment to its end before anybody can say how much there is room
 * for, in one of ten places that all WebSockets share. Here no piece is unfolded before there is room for the last one.
 */
export class Inflater implements Inflate {
  readonly #options: Options
  readonly #isForgetful: boolean
  #engine: zlib.InflateRaw
  /** Of this fragment. */
  readonly #pieces: Pieces
  #messageLength = 0
  #isWaiting = false
  #isFlushed = false
  #isLast = false
  #done: ((error: Error | null, bytes?: Buffer) => void) | undefined

  constructor(options: Options) {
    const { parameters, isClient } = options
    this.#options = options
    this.#pieces = new Pieces({ most: options.maxMessageBytes, room: 0 })
    this.#isForgetful =
      (isClient ? parameters.client_no_context_takeover : parameters.server_no_context_takeover) === true
    this.#engine = this.#open()
  }

  /** One fragment at a time. */
  decompress(data: Buffer, isLast: boolean, done: (error: Error | null, bytes?: Buffer) => void): void {
    this.#done = done
    this.#isLast = isLast
    this.#isFlushed = false
    // A peer may end its compressed data and begin anew (RFC 7692 section 7.2.3.4): nothing more comes out of an engine that is at its end.
    if (this.#engine.readableEnded) {
      this.#engine.destroy()
      this.#engine = this.#open()
    }
    this.#engine.write(data)
    if (isLast) this.#engine.write(TRAILER)
    this.#engine.flush(() => {
      this.#isFlushed = true
      this.#look()
    })
  }

  /** Nothing is called back any more. */
  close(): void {
    this.#done = undefined
    this.#pieces.drop()
    this.#engine.destroy()
  }

  #open(): zlib.InflateRaw {
    const { parameters, isClient } = this.#options
    const bits = isClient ? parameters.client_max_window_bits : parameters.server_max_window_bits
    const engine = zlib.createInflateRaw({
      ...(typeof bits === 'number' && { windowBits: bits }),
      chunkSize: socketLimits.unfoldedPiece,
    })
    engine.on('data', (piece: Buffer) => this.#take(piece))
    engine.on('error', (error) => this.#fail(error))
    return engine
  }

  #take(piece: Buffer): void {
    if (this.#done === undefined) return
    this.#messageLength += piece.length
    if (this.#messageLength > this.#options.maxMessageBytes) {
      this.#fail(new MessageLengthError('the message is too long'))
      return
    }
    this.#pieces.add(piece, undefined)
    const waiting = this.#options.room.add(piece.length)
    if (waiting === undefined) {
      this.#look()
      return
    }
    this.#isWaiting = true
    this.#engine.pause()
    waiting.then(
      () => {
        this.#isWaiting = false
        if (this.#done === undefined) return
        this.#engine.resume()
        // It is known then whether the engine is at its end.
        setImmediate(() => this.#look())
      },
      (error: Error) => this.#fail(error),
    )
  }

  /** All of the fragment is there when the engine has been through it and nothing of it is left in its queue. */
  #look(): void {
    const done = this.#done
    if (!this.#isFlushed || this.#isWaiting || this.#engine.readableLength > 0 || done === undefined) return
    this.#done = undefined
    const { bytes } = this.#pieces.join()
    if (this.#isLast) {
      this.#messageLength = 0
      if (this.#isForgetful) this.#engine.reset()
    }
    done(null, bytes)
  }

  #fail(error: Error): void {
    const done = this.#done
    this.close()
    done?.(error)
  }
}
