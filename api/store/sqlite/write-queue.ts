import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailableError } from '../errors.ts'
import { isBusy, toStoreError } from './failures.ts'

/** How long a write waits for another process to finish its own, such as an administrator's command. */
const WAIT_MAX_MS = 5000
/** Between two tries; each may hold up the thread for the connection's busy timeout. */
const PAUSE_MS = 25
/** Writes that may wait at once; one more is refused. */
const WAITING_MAX = 1000

/**
 * Runs writes in the order they came. Where another process holds the database, the thread does not wait with them: the
 * first one tries again from time to time, the others stand behind it, and whatever only reads goes on.
 */
export class WriteQueue {
  #last: Promise<unknown> | undefined
  #waiting = 0

  /**
   * @param write done at once where nothing waits; has done nothing if it fails because the database is busy
   * @throws StoreUnavailableError
   */
  async run<T>(write: () => T): Promise<T> {
    if (this.#last === undefined) {
      try {
        return write()
      } catch (error) {
        if (!isBusy(error)) throw toStoreError(error)
      }
    }
    if (this.#waiting >= WAITING_MAX) throw new StoreUnavailableError('Too many writes wait for the database')
    this.#waiting += 1
    const deadline = performance.now() + WAIT_MAX_MS
    const turn = (this.#last ?? Promise.resolve()).then(() => this.#retry(write, deadline))
    const settled = turn.then(
      () => {},
      () => {},
    )
    this.#last = settled
    try {
      return await turn
    } finally {
      this.#waiting -= 1
      if (this.#last === settled) this.#last = undefined
    }
  }

  async #retry<T>(write: () => T, deadline: number): Promise<T> {
    for (;;) {
      try {
        return write()
      } catch (error) {
        if (!isBusy(error) || performance.now() >= deadline) throw toStoreError(error)
      }
      await sleep(PAUSE_MS)
    }
  }
}
