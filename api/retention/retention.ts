import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings } from '../../config/settings.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { isClockTrusted } from './clock.ts'
import { holdOn, holdsOf, keepAll } from './held-records.ts'

const DAY_MS = 86_400_000
const EVERY_MS = 60 * 60 * 1000
/** A start has other things to do first. */
const FIRST_AFTER_MS = 60_000
/** Small batches with pauses between them: requests wait for one at most. */
const BATCH = 250
const PAUSE_MS = 50
/** How long it is known what was erased, at least: a spool may be as old when it is sent at last. */
const ERASED_DAYS = 3650

type Dependencies = Pick<ApiDependencies, 'store' | 'logger' | 'now'>

/**
 * Deletes what is older than WEIR_RETENTION_DAYS: interactions (by the later of their timestamp and their arrival,
 * docs/decisions/0025-retention-counts-from-arrival.md), deliveries, and alerts that were resolved; and, whatever its age,
 * what was left of webhooks that were deleted. What must be kept (held-records.ts) stays. A clock that jumped is not believed at once.
 */
export class Retention {
  readonly #dependencies: Dependencies
  readonly #days: number
  readonly #closing = new AbortController()
  #running: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(dependencies: Dependencies, { retentionDays }: Pick<Settings, 'retentionDays'>) {
    this.#dependencies = dependencies
    this.#days = retentionDays
    this.#schedule(FIRST_AFTER_MS)
  }

  /** Deletes all there is to delete now. @returns how many of each */
  async run(): Promise<{ interactions: number; alerts: number; deliveries: number }> {
    const { store, now } = this.#dependencies
    const orphans = await this.#inBatches(() => store.deliveries.deleteOrphans(BATCH))
    const deleted = { interactions: 0, alerts: 0, deliveries: orphans }
    const time = now()
    // 0 keeps everything; the clock is watched all the same, for the day when it counts.
    if (!(await isClockTrusted(store, time)) || this.#days === 0) return deleted
    const before = new Date(time.getTime() - this.#days * DAY_MS).toISOString()
    const erasedBefore = new Date(time.getTime() - Math.max(this.#days, ERASED_DAYS) * DAY_MS).toISOString()
    for (const { id } of await store.tenants.list()) {
      deleted.interactions += await this.#deleteInteractions(id, before)
      deleted.alerts += await this.#inBatches(async () =>
        store.alerts.deleteResolved(id, before, BATCH, await holdsOf(store, id)),
      )
      await this.#inBatches(() => store.interactions.forgetErased(id, erasedBefore, BATCH))
      deleted.deliveries += await this.#inBatches(() => store.deliveries.deleteOld(id, before, BATCH))
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
      const isNothing = Object.values(deleted).every((count) => count === 0)
      if (!isNothing) logger.info(deleted, 'deleted what is older than the retention')
    } catch (error) {
      logger.error({ err: error, code: 'ERR_RETENTION' }, 'what is too old was not deleted')
    }
  }

  /**
   * From the oldest on. Those that arrived late and are not old enough yet, or must be kept, stay, and are stepped over: by their time, and
   * by their number where several share it.
   */
  async #deleteInteractions(tenantId: string, before: string): Promise<number> {
    const { store } = this.#dependencies
    const oldestFirst = { field: 'timestamp', descending: false } as const
    let deleted = 0
    let kept: { readonly timestamp: string; readonly count: number } | undefined
    while (!this.#closing.signal.aborted) {
      const range = { end_date: before, ...(kept !== undefined && { start_date: kept.timestamp }) }
      const page = { offset: kept?.count ?? 0, limit: BATCH }
      const { items } = await store.interactions.list(tenantId, range, oldestFirst, page, 'short')
      // Read each time: a hold may be set while this runs.
      const holds = await holdsOf(store, tenantId)
      if (keepAll(holds)) break
      const isOld = ({ received_at }: { received_at?: string | undefined }) =>
        received_at === undefined || received_at <= before
      const due = items.filter((item) => isOld(item) && holdOn(holds, item) === undefined)
      deleted += await store.interactions.deleteMany(
        tenantId,
        due.map(({ id }) => id),
      )
      for (const { timestamp } of items.filter((item) => !due.includes(item))) {
        kept = { timestamp, count: kept?.timestamp === timestamp ? kept.count + 1 : 1 }
      }
      if (items.length < BATCH) break
      await sleep(PAUSE_MS)
    }
    return deleted
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
