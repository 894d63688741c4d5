import type { Redis } from 'ioredis'
import type { RedisConnections } from './connections.ts'

/** A connection that only listens does not notice that the other end is gone. */
const HEARTBEAT_MS = 5000
const RETRY_MS = 1000

export interface LinkOptions {
  /** Both connections are there: whatever has to be done before the link counts as up. May throw. */
  readonly prepare: () => Promise<void>
  /** Called in the moment in which it is up. */
  readonly onUp: () => void
  readonly onDown: () => void
}

/** Two connections to Redis, one that asks and one that listens, which are of use only together. */
export class RedisLink {
  readonly asking: Redis
  readonly listening: Redis
  readonly #options: LinkOptions
  readonly #heartbeat: NodeJS.Timeout
  #state: 'down' | 'rising' | 'up' = 'down'
  /** Of preparing; what an earlier one has prepared may be lost by now. */
  #attempt = 0
  #retry: NodeJS.Timeout | undefined
  #closed = false

  constructor(connections: RedisConnections, name: string, options: LinkOptions) {
    this.#options = options
    this.asking = connections.open(name, 'prompt')
    this.listening = connections.open(`${name}-listening`, 'prompt')
    for (const connection of [this.asking, this.listening]) {
      connection.on('ready', () => void this.#rise())
      connection.on('close', () => this.#fall())
    }
    this.#heartbeat = setInterval(() => {
      if (this.#state === 'up') this.listening.ping().catch(() => this.fail())
    }, HEARTBEAT_MS).unref()
  }

  get isUp(): boolean {
    return this.#state === 'up'
  }

  /** Something did not work: it counts as down until it has been prepared again. */
  fail(): void {
    this.#fall()
    if (this.#closed) return
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => void this.#rise(), RETRY_MS).unref()
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#heartbeat)
    clearTimeout(this.#retry)
    this.asking.disconnect()
    this.listening.disconnect()
  }

  async #rise(): Promise<void> {
    const areReady = [this.asking, this.listening].every(({ status }) => status === 'ready')
    if (this.#closed || !areReady || this.#state !== 'down') return
    this.#state = 'rising'
    this.#attempt += 1
    const attempt = this.#attempt
    try {
      await this.#options.prepare()
    } catch {
      // Lost again, which the connections log, or not answered in time.
      if (attempt === this.#attempt) this.fail()
      return
    }
    if (attempt !== this.#attempt || this.#state !== 'rising') return
    this.#state = 'up'
    this.#options.onUp()
  }

  #fall(): void {
    const wasUp = this.#state === 'up'
    this.#state = 'down'
    if (wasUp) this.#options.onDown()
  }
}
