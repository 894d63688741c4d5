import type { Db } from 'mongodb'
import type { ClockState, ClockStore } from '../clock-store.ts'
import { Collection, type Stored } from './collection.ts'
import { equal } from './conditions.ts'

/** The one document of the collection `clocks`. */
const ID = 'retention'

export class MongoClock implements ClockStore {
  readonly #clocks: Collection<ClockState & Stored>

  constructor(db: Db) {
    this.#clocks = new Collection(db, 'clocks')
  }

  async get(): Promise<ClockState | undefined> {
    const found = await this.#clocks.findOne(equal({ _id: ID }))
    return found && { seen_at: found.seen_at, held_until: found.held_until }
  }

  async set(before: ClockState | undefined, after: ClockState): Promise<boolean> {
    if (before === undefined) return this.#clocks.insertIfAbsent({ _id: ID, ...after })
    return (await this.#clocks.update(equal({ _id: ID, ...before }), { $set: { ...after } })) !== undefined
  }
}
