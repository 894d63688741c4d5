import { type Db, type Document, type Collection as DriverCollection, MongoBulkWriteError } from 'mongodb'
import { DuplicateError } from '../errors.ts'
import type { Listed, Page } from '../store.ts'
import { type Condition, equal, type Order } from './conditions.ts'
import { attempt, DUPLICATE_KEY } from './failures.ts'

/** A page of a list, or a count over millions of entries, ends with an error instead of holding up the server. */
const OPERATION_MAX_MS = 30_000

export interface Stored {
  readonly _id: string
}

/** Update operators with the fields they are applied to. */
export type Update = Readonly<Record<`$${string}`, Readonly<Record<string, unknown>>>>

/**
 * What the stores ask of a collection: each operation is atomic on one document and bounded in time.
 * All throw StoreError; those that write throw DuplicateError too.
 */
export class Collection<D extends Stored> {
  readonly #driver: DriverCollection<Document & Stored>
  readonly #uniqueField: string

  /** @param uniqueField what a DuplicateError names: the one field that is unique besides the id */
  constructor(db: Db, name: string, uniqueField = 'id') {
    this.#driver = db.collection(name)
    this.#uniqueField = uniqueField
  }

  async insert(document: D): Promise<void> {
    await this.#attempt(() => this.#driver.insertOne({ ...document }))
  }

  /** @returns false where the id is taken */
  async insertIfAbsent(document: D): Promise<boolean> {
    try {
      await this.insert(document)
      return true
    } catch (error) {
      if (error instanceof DuplicateError) return false
      throw error
    }
  }

  /** @returns the documents whose id was not taken, in the order given; the others are left as they are */
  async insertNew(documents: readonly D[]): Promise<D[]> {
    if (documents.length === 0) return []
    return this.#attempt(async () => {
      try {
        await this.#driver.insertMany([...documents], { ordered: false })
        return [...documents]
      } catch (error) {
        if (!(error instanceof MongoBulkWriteError)) throw error
        const failures = [error.writeErrors].flat()
        const onlyDuplicates = failures.length > 0 && failures.every(({ code }) => code === DUPLICATE_KEY)
        if (!onlyDuplicates || error.result.getWriteConcernError() !== undefined) throw error
        const taken = new Set(failures.map(({ index }) => index))
        return documents.filter((_, index) => !taken.has(index))
      }
    })
  }

  async findOne(condition: Condition): Promise<D | undefined> {
    return orUndefined(await this.#attempt(() => this.#driver.findOne(condition, { maxTimeMS: OPERATION_MAX_MS })))
  }

  async find(condition: Condition, order: Order, page?: Page): Promise<D[]> {
    return (await this.#attempt(() => this.#cursor(condition, order, page).toArray())) as unknown as D[]
  }

  /** As `find`, but answered from an index alone where it has all the fields of the condition and the order. */
  async findIds(condition: Condition, order: Order, page: Page): Promise<string[]> {
    const found = await this.#attempt(() => this.#cursor(condition, order, page).project({ _id: 1 }).toArray())
    return found.map(({ _id }) => String(_id))
  }

  async list(condition: Condition, order: Order, page: Page): Promise<Listed<D>> {
    const [items, total] = await Promise.all([this.find(condition, order, page), this.count(condition)])
    return { items, total }
  }

  count(condition: Condition): Promise<number> {
    return this.#attempt(() => this.#driver.countDocuments(condition, { maxTimeMS: OPERATION_MAX_MS }))
  }

  /** @returns the document as it was, where there was one */
  async update(condition: Condition, update: Update): Promise<D | undefined> {
    return orUndefined(await this.#attempt(() => this.#driver.findOneAndUpdate(condition, update)))
  }

  /** @returns the document as it was; undefined where this made it */
  async upsert(id: string, update: Update): Promise<D | undefined> {
    const options = { upsert: true } as const
    return orUndefined(await this.#attempt(() => this.#driver.findOneAndUpdate(equal({ _id: id }), update, options)))
  }

  /** @returns what was deleted */
  async delete(condition: Condition): Promise<D | undefined> {
    return orUndefined(await this.#attempt(() => this.#driver.findOneAndDelete(condition)))
  }

  #cursor(condition: Condition, order: Order, page: Page = { offset: 0, limit: 0 }) {
    return this.#driver
      .find(condition, { maxTimeMS: OPERATION_MAX_MS })
      .sort(new Map(order))
      .skip(page.offset)
      .limit(page.limit)
  }

  #attempt<T>(operation: () => Promise<T>): Promise<T> {
    return attempt(this.#uniqueField, operation)
  }
}

/** What is in a collection was written by its store. */
function orUndefined<D>(found: unknown): D | undefined {
  return (found as D | null) ?? undefined
}
