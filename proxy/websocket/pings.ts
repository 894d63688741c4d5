const EMPTY = Buffer.alloc(0)
/** Pings whose pong has not come yet: a peer answers the newest of them at least (RFC 6455 section 5.5.3). */
const OUTSTANDING_MAX = 64

/**
 * What a client writes into its pings and pongs may be anything, and nobody reads it: its service gets pings with a number of ours in its
 * place, and pongs with what it has sent itself. The client gets its own pings back, as if they had been there.
 */
export class Pings {
  /** By the number that the service was sent. */
  readonly #ofClient = new Map<string, Buffer>()
  readonly #ofService = new Map<string, true>()
  #count = 0

  /** @returns what the service is sent in a ping */
  pingOfClient(data: Buffer): Buffer {
    const number = Buffer.alloc(4)
    this.#count = (this.#count + 1) >>> 0
    number.writeUInt32BE(this.#count)
    keep(this.#ofClient, number.toString('latin1'), data)
    return number
  }

  /** @returns what the client is sent in a pong */
  pongOfService(data: Buffer): Buffer {
    const key = data.toString('latin1')
    const own = this.#ofClient.get(key)
    this.#ofClient.delete(key)
    return own ?? data
  }

  pingOfService(data: Buffer): Buffer {
    keep(this.#ofService, data.toString('latin1'), true)
    return data
  }

  /** A pong that nobody asked for says that a peer is there, and no more. */
  pongOfClient(data: Buffer): Buffer {
    return this.#ofService.delete(data.toString('latin1')) ? data : EMPTY
  }
}

function keep<T>(outstanding: Map<string, T>, key: string, value: T): void {
  outstanding.set(key, value)
  for (const oldest of outstanding.keys()) {
    if (outstanding.size <= OUTSTANDING_MAX) return
    outstanding.delete(oldest)
  }
}
