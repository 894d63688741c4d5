import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiError } from '../api-client/errors.ts'

/** Without a channel, a change must still be in force within a second, including the time of the request. */
const POLL_INTERVAL_MS = 800
/** With a channel, asking is only a safety net. */
export const IDLE_POLL_INTERVAL_MS = 30_000
/** Many changes in a row cause five requests a second, not one for each change. */
const MIN_INTERVAL_MS = 200

export interface RefreshOptions {
  /** Reads again. Returns the error if the API did not answer. */
  readonly refresh: (signal: AbortSignal) => Promise<ApiError | undefined>
  /** Whether ask() is called at every change. */
  readonly isPushed: () => boolean
}

/** Reads something from the API repeatedly: soon after news of a change, and otherwise at a fixed interval. */
export class RefreshLoop {
  /** Resolves after the first attempt, successful or not. */
  readonly first: Promise<void>
  readonly #options: RefreshOptions
  readonly #closing = new AbortController()
  readonly #running: Promise<void>
  #asked = Promise.withResolvers<void>()
  #failure: ApiError | undefined

  constructor(options: RefreshOptions) {
    this.#options = options
    this.first = this.#refresh()
    this.#running = this.first.then(() => this.#run())
  }

  get closed(): boolean {
    return this.#closing.signal.aborted
  }

  ask(): void {
    this.#asked.resolve()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.ask()
    await this.#running
  }

  /** One request at a time, so that an older answer never replaces a newer one. */
  async #run(): Promise<void> {
    while (!this.closed) {
      await this.#untilDue()
      if (!this.closed) await this.#refresh()
    }
  }

  async #untilDue(): Promise<void> {
    const quiet = Math.max(MIN_INTERVAL_MS, this.#failure?.retryAfterMs ?? 0)
    await sleep(quiet, undefined, { signal: this.#closing.signal }).catch((error: unknown) => {
      if (!this.closed) throw error
    })
    const pushed = this.#options.isPushed() && this.#failure === undefined
    const timer = setTimeout(() => this.ask(), (pushed ? IDLE_POLL_INTERVAL_MS : POLL_INTERVAL_MS) - MIN_INTERVAL_MS)
    await this.#asked.promise
    clearTimeout(timer)
    this.#asked = Promise.withResolvers()
  }

  async #refresh(): Promise<void> {
    this.#failure = await this.#options.refresh(this.#closing.signal)
  }
}
