import type { Logger } from 'pino'
import type { Metrics } from '../metrics.ts'
import type { Store } from '../store/store.ts'
import type { PublishedHead } from './head-text.ts'

const EVERY_MS = 24 * 60 * 60 * 1000
/** A start has other things to do first. */
const FIRST_AFTER_MS = 60_000

export interface PublicationOptions {
  readonly store: Pick<Store, 'audit' | 'tenants'>
  readonly metrics: Pick<Metrics, 'auditHead'>
  readonly logger: Logger
  /** Sends the entry to the places that keep events outside of the database. */
  readonly send: (head: PublishedHead) => void
}

/**
 * Says once a day, outside of the database, how long each audit log is and how it ends: who cuts entries off, or writes
 * others in their place, cannot take that back (`npm run admin -- verify-audit --against FILE`).
 */
export class AuditPublication {
  readonly #options: PublicationOptions
  #running: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: PublicationOptions) {
    this.#options = options
    this.#schedule(FIRST_AFTER_MS)
  }

  async publish(): Promise<void> {
    const { store, metrics, send } = this.#options
    const heads: PublishedHead[] = []
    for (const { id } of await store.tenants.list()) {
      const head = await store.audit.head(id)
      if (head !== undefined) heads.push({ tenant_id: id, ...head })
    }
    metrics.auditHead.reset()
    for (const head of heads) {
      const { tenant_id, entries, hash } = head
      metrics.auditHead.set({ tenant_id, hash }, entries)
      send(head)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#running
  }

  #schedule(after: number): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#running = this.#publishAndLog().finally(() => this.#schedule(EVERY_MS))
    }, after).unref()
  }

  async #publishAndLog(): Promise<void> {
    try {
      await this.publish()
    } catch (error) {
      this.#options.logger.error({ err: error, code: 'ERR_AUDIT' }, 'the ends of the audit logs were not published')
    }
  }
}
