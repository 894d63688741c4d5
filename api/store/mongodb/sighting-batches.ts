import type { Db } from 'mongodb'
import { BATCH_MEMORY_MS } from '../statistics-store.ts'
import { Collection, type Stored } from './collection.ts'
import { equal, lessThan } from './conditions.ts'

interface BatchDocument extends Stored {
  readonly at: string
}

/** The reports of proxies that were counted within a day: one that is sent again is known by its id. */
export class SightingBatches {
  readonly #batches: Collection<BatchDocument>
  readonly #now: () => Date

  constructor(db: Db, now: () => Date) {
    this.#batches = new Collection(db, 'sighting_batches')
    this.#now = now
  }

  async has(tenantId: string, id: string): Promise<boolean> {
    return (await this.#batches.findOne(equal({ _id: keyOf(tenantId, id) }))) !== undefined
  }

  async add(tenantId: string, id: string): Promise<void> {
    await this.#batches.insertIfAbsent({ _id: keyOf(tenantId, id), at: this.#now().toISOString() })
  }

  async purge(): Promise<void> {
    await this.#batches.deleteMany(lessThan('at', new Date(this.#now().getTime() - BATCH_MEMORY_MS).toISOString()))
  }
}

function keyOf(tenantId: string, id: string): string {
  return `${tenantId}:${id}`
}
