import { setTimeout as sleep } from 'node:timers/promises'
import { Administrator } from './api.ts'
import { generateInteractions } from './generate.ts'

const BATCHES_A_SECOND = 10
const TENANT = '00000000-0000-4000-8000-000000000000'

/** Records at an even pace, as the proxies of a company do while an administrator looks at lists. */
export class Writer {
  readonly #administrator: Administrator
  readonly #interactions: Iterator<unknown>
  readonly #perSecond: number
  readonly #ending = new AbortController()
  readonly #running: Promise<void>
  #recorded = 0

  private constructor(administrator: Administrator, perSecond: number) {
    this.#administrator = administrator
    this.#perSecond = perSecond
    this.#interactions = generateInteractions(TENANT, 10_000_000, Date.now())[Symbol.iterator]()
    this.#running = this.#run()
  }

  static async start(apiUrl: string, ca: string, perSecond: number): Promise<Writer> {
    return new Writer(await Administrator.login(apiUrl, ca), perSecond)
  }

  /** @returns how many were recorded */
  async stop(): Promise<number> {
    this.#ending.abort()
    await this.#running
    await this.#administrator.close()
    return this.#recorded
  }

  async #run(): Promise<void> {
    const begun = performance.now()
    while (!this.#ending.signal.aborted) {
      const due = Math.floor(((performance.now() - begun) / 1000) * this.#perSecond) - this.#recorded
      const items = Array.from({ length: Math.min(500, due) }, () => {
        // Neither id nor time: they are recorded now.
        const {
          id: _id,
          tenant_id: _tenant,
          timestamp: _time,
          ...interaction
        } = this.#interactions.next().value as {
          [field: string]: unknown
        }
        return interaction
      })
      if (items.length > 0) await this.#administrator.record(items)
      this.#recorded += items.length
      await sleep(1000 / BATCHES_A_SECOND, undefined, { signal: this.#ending.signal }).catch(() => {})
    }
  }
}
