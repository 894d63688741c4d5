import type { Db } from 'mongodb'
import type { Logger } from 'pino'
import { type Change, type ChangeFeed, type ChangeListener, TOPICS, type Topic } from '../change-feed.ts'
import { Collection, type Stored } from './collection.ts'
import { equal, orderBy } from './conditions.ts'

/** Well under the second within which a change must hold in every process. */
const POLL_MS = 300

/** Of one tenant: how many changes of each topic there have been. */
type Counts = Stored & Readonly<Record<Topic, unknown>>

/** Its `count` grows after every change of any tenant: all that is read while nothing happens. */
const HEAD = 'head'

interface Head extends Stored {
  readonly count: number
}

/**
 * Tells the processes that share a database of each other's changes. Counters that only grow, asked for by their id:
 * neither clocks nor the order of concurrent writes can hide a change, and nothing piles up.
 */
export class MongoChanges implements ChangeFeed {
  readonly #counts: Collection<Counts>
  readonly #heads: Collection<Head>
  readonly #logger: Pick<Logger, 'warn'>
  readonly #listeners = new Set<ChangeListener>()
  /** By tenant and topic: the changes that listeners need not hear of, since they have, or since this process made them. */
  readonly #known = new Map<string, number>()
  #head = 0
  #timer: NodeJS.Timeout | undefined
  #isFailing = false

  private constructor(db: Db, logger: Pick<Logger, 'warn'>) {
    this.#counts = new Collection(db, 'changes')
    this.#heads = new Collection(db, 'changes_head')
    this.#logger = logger
  }

  /** Listeners hear of changes from now on. */
  static async open(db: Db, logger: Pick<Logger, 'warn'>): Promise<MongoChanges> {
    const changes = new MongoChanges(db, logger)
    await changes.#read()
    return changes
  }

  /** Called after a change was made. That it cannot be told does not undo it: the others find it later by themselves. */
  async notify(tenantId: string, topic: Topic): Promise<void> {
    const key = keyOf(tenantId, topic)
    this.#known.set(key, this.#knownOf(key) + 1)
    try {
      await this.#counts.upsert(tenantId, { $inc: { [topic]: 1 } })
      await this.#heads.upsert(HEAD, { $inc: { count: 1 } })
    } catch (error) {
      this.#known.set(key, this.#knownOf(key) - 1)
      this.#logger.warn({ err: error, code: 'ERR_STORE', topic }, 'other processes will learn late of a change')
    }
  }

  watch(listener: ChangeListener): () => void {
    this.#listeners.add(listener)
    this.#timer ??= setTimeout(() => void this.#poll(), POLL_MS).unref()
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#listeners.clear()
    clearTimeout(this.#timer)
  }

  async #poll(): Promise<void> {
    try {
      for (const change of await this.#read()) for (const listener of [...this.#listeners]) listener(change)
      this.#isFailing = false
    } catch (error) {
      // Said once an outage, not three times a second.
      if (!this.#isFailing) this.#logger.warn({ err: error, code: 'ERR_STORE' }, 'changes cannot be looked for')
      this.#isFailing = true
    }
    this.#timer = this.#listeners.size === 0 ? undefined : setTimeout(() => void this.#poll(), POLL_MS).unref()
  }

  /** @returns what others have changed since the last time */
  async #read(): Promise<Change[]> {
    const count = (await this.#heads.findOne(equal({ _id: HEAD })))?.count ?? 0
    if (count === this.#head) return []
    const changes: Change[] = []
    for (const counts of await this.#counts.find({}, orderBy(['_id'], false))) {
      for (const topic of TOPICS) {
        const key = keyOf(counts._id, topic)
        const made = Number(counts[topic] ?? 0)
        if (made <= this.#knownOf(key)) continue
        this.#known.set(key, made)
        changes.push({ tenant_id: counts._id, topic })
      }
    }
    this.#head = count
    return changes
  }

  #knownOf(key: string): number {
    return this.#known.get(key) ?? 0
  }
}

function keyOf(tenantId: string, topic: Topic): string {
  return `${tenantId} ${topic}`
}
