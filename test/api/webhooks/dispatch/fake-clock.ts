import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../../../../api/webhooks/dispatch/clock.ts'

/** How many turns of the event loop what runs between two timers takes at most: the store answers without leaving it. */
const TURNS = 5

/** A clock that only moves when it is told to, from one timer to the next. */
export class FakeClock implements Clock {
  #now: number
  readonly #timers = new Set<{ readonly at: number; readonly act: () => void }>()

  constructor(start: string) {
    this.#now = Date.parse(start)
  }

  now(): number {
    return this.#now
  }

  after(ms: number, act: () => void): () => void {
    const timer = { at: this.#now + Math.max(ms, 0), act }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /** A promise for tests that act as if something took time. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = this.after(ms, resolve)
      signal?.addEventListener('abort', () => {
        cancel()
        reject(signal.reason)
      })
    })
  }

  /** Lets N milliseconds pass, and everything happen that happens in them; fewer where `until` says so. */
  async pass(ms: number, until: () => boolean = () => false): Promise<void> {
    const end = this.#now + ms
    for (;;) {
      for (let turn = 0; turn < TURNS; turn += 1) await nextTurn()
      if (until()) return
      const due = [...this.#timers].filter(({ at }) => at <= end)
      const [first] = due.sort((a, b) => a.at - b.at)
      if (first === undefined) break
      this.#timers.delete(first)
      this.#now = Math.max(this.#now, first.at)
      first.act()
    }
    this.#now = end
  }
}
