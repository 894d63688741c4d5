import type { Socket } from 'node:net'

/**
 * Hands what comes on a socket to one listener at once while the socket flows. Node would add each piece to the socket's queue and emit it, and
 * then have the socket look in the next tick whether it should read on: a twentieth of what forwarding a request of 2 kB costs.
 * Where Node hands over otherwise, or the socket is paused, the piece goes Node's way and comes as `data`.
 */
export class DirectReads {
  readonly #socket: Socket
  readonly #onBytes: (bytes: Buffer) => void
  readonly #push: Socket['push']
  #isOver = false

  constructor(socket: Socket, onBytes: (bytes: Buffer) => void) {
    this.#socket = socket
    this.#onBytes = onBytes
    this.#push = socket.push
    socket.push = this.#take
    socket.on('data', onBytes)
  }

  /** From now on whoever listens to the socket reads it. */
  end(): void {
    this.#isOver = true
    this.#socket.off('data', this.#onBytes)
  }

  /** @returns whether the socket is to read on */
  readonly #take: Socket['push'] = (chunk: unknown, encoding) => {
    const socket = this.#socket
    // What is queued is older.
    const isQueued = socket.readableFlowing !== true || socket.readableLength > 0
    if (this.#isOver || isQueued || !Buffer.isBuffer(chunk)) return this.#push.call(socket, chunk, encoding)
    this.#onBytes(chunk)
    return true
  }
}
