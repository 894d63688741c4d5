import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from 'mongodb'
import { Turns } from '../../turns/turns.ts'
import { StoreUnavailableError } from '../errors.ts'
import { Collection, type Stored } from './collection.ts'
import { equal, orderBy } from './conditions.ts'

/** What another process has begun is left to it for this long, then finished for it. */
const OTHERS_MS = 5000
const POLL_MS = 10
const PATIENCE_MS = 30_000

/** One tenant's; `number` is that of the last entry. */
interface JournalDocument<Entry> extends Stored {
  readonly number: number
  /** What is being carried out now. */
  readonly entry: Entry | null
  /** The process that began it. */
  readonly owner: string
}

/**
 * Carries an entry out. Every document that it changes keeps the number of the last entry that changed it: carrying an
 * entry out again, at the same time, or so late that others have followed, changes nothing.
 */
export type CarryOut<Entry> = (tenantId: string, number: number, entry: Entry) => Promise<void>

/**
 * Makes a change of many documents hold as one, without a transaction. A tenant's journal has room for one entry. What
 * is to be done is written there first, in one atomic step that succeeds only if nothing else was done since it was
 * prepared, and then carried out. Who finds an entry left by a process that died carries it out before doing anything
 * else, so that entries follow one another whatever happens in between.
 */
export class Journal<Entry> {
  readonly #journals: Collection<JournalDocument<Entry>>
  readonly #carryOut: CarryOut<Entry>
  readonly #turns = new Turns({ weight: 1 })
  readonly #owner = randomUUID()
  readonly #patienceMs: number

  constructor(db: Db, name: string, carryOut: CarryOut<Entry>, patienceMs = PATIENCE_MS) {
    this.#journals = new Collection(db, name)
    this.#carryOut = carryOut
    this.#patienceMs = patienceMs
  }

  /**
   * Enters what `prepare` returns and carries it out. What `prepare` reads is still true when its entry is carried out;
   * it may be called several times, and does nothing but read.
   * @returns the entry; undefined if there was nothing to do
   * @throws StoreUnavailableError where its turn does not come in time
   */
  enter(tenantId: string, prepare: () => Promise<Entry | undefined>): Promise<Entry | undefined> {
    return this.#turns.take(tenantId, async () => {
      const deadline = performance.now() + this.#patienceMs
      while (performance.now() < deadline) {
        const last = await this.#finishLast(tenantId, deadline)
        const entry = await prepare()
        if (entry === undefined) return undefined
        const number = last + 1
        const entered = await this.#journals.update(equal({ _id: tenantId, number: last, entry: null }), {
          $set: { number, entry, owner: this.#owner },
        })
        if (entered === undefined) continue
        await this.#finish(tenantId, number, entry)
        return entry
      }
      throw new StoreUnavailableError('Too many changes of one tenant at the same time')
    })
  }

  /** Carries out what processes left that died. */
  async recover(): Promise<void> {
    for (const { _id } of await this.#journals.find({ entry: { $ne: null } }, orderBy(['_id'], false))) {
      await this.enter(_id, async () => undefined)
    }
  }

  /** Waits for the last entry, or carries it out. @returns its number */
  async #finishLast(tenantId: string, deadline: number): Promise<number> {
    let seen: { readonly number: number; readonly since: number } | undefined
    while (performance.now() < deadline) {
      const journal = await this.#journals.findOne(equal({ _id: tenantId }))
      if (journal === undefined) {
        await this.#journals.insertIfAbsent({ _id: tenantId, number: 0, entry: null, owner: this.#owner })
        continue
      }
      const { number, entry, owner } = journal
      if (entry === null) return number
      if (number !== seen?.number) seen = { number, since: performance.now() }
      // Our own is here only if carrying it out has failed.
      if (owner === this.#owner || performance.now() - seen.since > OTHERS_MS) {
        await this.#finish(tenantId, number, entry)
      } else {
        await sleep(POLL_MS)
      }
    }
    throw new StoreUnavailableError('Another process does not finish a change')
  }

  async #finish(tenantId: string, number: number, entry: Entry): Promise<void> {
    await this.#carryOut(tenantId, number, entry)
    await this.#journals.update(equal({ _id: tenantId, number }), { $set: { entry: null } })
  }
}
