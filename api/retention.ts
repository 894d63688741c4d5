import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings } from '../config/settings.ts'
import type { ApiDependencies } from './dependencies.ts'

const DAY_MS = 86_400_000
const EVERY_MS = 60 * 60 * 1000
/** A start has other things to do first. */
const FIRST_AFTER_MS = 60_000
/** Small batches with pauses between them: requests wait for one at most. */
const BATCH = 250
const PAUSE_MS = 50

type Dependencies = Pick<ApiDependencies, 'store' | 'logger' | 'now'>

/** Deletes what is older than WEIR_RETENTION_DAYS: interactions, and alerts that were resolved. */
export class Retention {
  readonly #dependencies: Dependencies
  readonly #days: number
  readonly #closing = new AbortController()
  #running: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(dependencies: Dependencies, { retentionDays }: Pick<Settings, 'retentionDays'>) {
    this.#dependencies = dependencies
    this.#days = retentionDays
    // 0 keeps everything.
    if (retentionDays > 0) this.#schedule(FIRST_AFTER_MS)
  }

  /** Deletes all there is to delete now. @returns how many interactions and alerts */
  async run(): Promise<{ interactions: number; alerts: number }> {
    const { store, now } = this.#dependencies
    const before = new Date(now().getTime() - this.#days * DAY_MS).toISOString()
    const deleted = { interactions: 0, alerts: 0 }
    for (const { id } of await store.tenants.list()) {
      deleted.interactions += await this.#inBatches(() => this.#deleteInteractions(id, before))
      deleted.alerts += await this.#inBatches(() => store.alerts.deleteResolved(id, before, BATCH))
    }
    return deleted
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#closing.abort()
    await this.#running
  }

  #schedule(after: number): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#runAndLog().finally(() => this.#schedule(EVERY_MS))
    }, after).unref()
  }

  async #runAndLog(): Promise<void> {
    const { logger } = this.#dependencies
    try {
      const deleted = await this.run()
      if (deleted.interactions + deleted.alerts > 0) logger.info(deleted, 'deleted what is older than the retention')
    } catch (error) {
      logger.error({ err: error, code: 'ERR_RETENTION' }, 'what is too old was not deleted')
    }
  }

  async #deleteInteractions(tenantId: string, before: string): Promise<number> {
    const { store } = this.#dependencies
    const oldestFirst = { field: 'timestamp', descending: false } as const
    const page = { offset: 0, limit: BATCH }
    const { items } = await store.interactions.list(tenantId, { end_date: before }, oldestFirst, page)
    return store.interactions.deleteMany(
      tenantId,
      items.map(({ id }) => id),
    )
  }

  /** Repeats until nothing is left, or the API stops. */
  async #inBatches(deleteSome: () => Promise<number>): Promise<number> {
    let total = 0
    while (!this.#closing.signal.aborted) {
      const deleted = await deleteSome()
      total += deleted
      if (deleted < BATCH) break
      await sleep(PAUSE_MS)
    }
    return total
  }
}
