import {
  type Db,
  type Document,
  type Collection as DriverCollection,
  MongoBulkWriteError,
  MongoServerError,
} from 'mongodb'
import { DuplicateError } from '../errors.ts'
import type { Listed, Page, Total } from '../paging.ts'
import { type Condition, equal, type Order } from './conditions.ts'
import { attempt, DUPLICATE_KEY } from './failures.ts'
import { within } from './patience.ts'

/** Matching entries of an index are counted up to this many for a list, and for so long: some 100 ms of the server. */
export const COUNTED_MAX = 100_000
const COUNTING_MAX_MS = 5000
/** MaxTimeMSExpired (mongodb.com/docs/manual/reference/error-codes). */
const TOOK_TOO_LONG = 50

/** A page of a list, or a count over millions of entries, ends with an error instead of holding up the server. */
const OPERATION_MAX_MS = 30_000
/** One document or a few, found by an index: every request begins with them. */
const ONE_MAX_SECONDS = 5

export interface Stored {
  readonly _id: string
}

/** Update operators with the fields they are applied to. */
export type Update = Readonly<Record<`$${string}`, Readonly<Record<string, unknown>>>>

/** A change of one document that is made once: see `changeOnce`. */
export interface OnceChange {
  readonly id: string
  readonly update: Update
  /** Whether it makes the document if there is none. */
  readonly mayCreate: boolean
}

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

  /** @returns false if the id is taken */
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
    const taken = await this.#exceptDuplicates(() => this.#driver.insertMany([...documents], { ordered: false }))
    return documents.filter((_, index) => !taken.has(index))
  }

  /** One after the other, up to the first whose id, or what else is unique, is taken. @returns how many are inserted */
  async insertUntilTaken(documents: readonly D[]): Promise<number> {
    const [taken] = await this.#exceptDuplicates(() => this.#driver.insertMany([...documents], { ordered: true }))
    return taken ?? documents.length
  }

  /**
   * Makes the changes of a journal's entry to documents that do not have it or a later one: each remembers in `applied`
   * the number of the last one. However often and by how many processes it is called, each change is made once.
   */
  async changeOnce(number: number, changes: readonly OnceChange[]): Promise<void> {
    if (changes.length === 0) return
    const operations = changes.map(({ id, update, mayCreate }) => ({
      updateOne: {
        filter: { ...equal({ _id: id }), applied: { $not: { $gte: number } } },
        update: { ...update, $set: { ...update.$set, applied: number } },
        // A document that has the entry does not match, and cannot be made a second time either.
        upsert: mayCreate,
      },
    }))
    await this.#exceptDuplicates(() => this.#driver.bulkWrite(operations, { ordered: false }))
  }

  async findOne(condition: Condition): Promise<D | undefined> {
    const options = { maxTimeMS: OPERATION_MAX_MS }
    const found = this.#attempt(() => this.#driver.findOne(condition, options))
    return orUndefined(await within(ONE_MAX_SECONDS, found))
  }

  async find(condition: Condition, order: Order, page?: Page): Promise<D[]> {
    return (await this.#attempt(() => this.#cursor(condition, order, page).toArray())) as unknown as D[]
  }

  /** As `find`, of a few that an index has together: a request may begin with them. */
  findFew(condition: Condition, order: Order): Promise<D[]> {
    return within(ONE_MAX_SECONDS, this.find(condition, order))
  }

  /** As `find`, without some fields: they are not even sent. */
  async findWithout(
    condition: Condition,
    order: Order,
    fields: readonly (keyof D & string)[],
    page?: Page,
  ): Promise<D[]> {
    const projection = Object.fromEntries(fields.map((field) => [field, 0]))
    const found = this.#attempt(() => this.#cursor(condition, order, page).project(projection).toArray())
    return (await found) as unknown as D[]
  }

  /** As `find`, but answered from an index alone where it has all the fields of the condition and the order. */
  async findIds(condition: Condition, order: Order, page: Page): Promise<string[]> {
    const found = await this.#attempt(() => this.#cursor(condition, order, page).project({ _id: 1 }).toArray())
    return found.map(({ _id }) => String(_id))
  }

  /** The ids of all that match, with the given fields alone. */
  async findFields<F extends keyof D & string>(
    condition: Condition,
    fields: readonly F[],
  ): Promise<(Pick<D, F> & Stored)[]> {
    const projection = Object.fromEntries(['_id', ...fields].map((field) => [field, 1]))
    const found = await this.#attempt(() => this.#cursor(condition, []).project(projection).toArray())
    return found as unknown as (Pick<D, F> & Stored)[]
  }

  async list(condition: Condition, order: Order, page: Page): Promise<Listed<D>> {
    const [items, counted] = await Promise.all([this.find(condition, order, page), this.countForList(condition)])
    return { items, ...atLeast(counted, page, items.length) }
  }

  /** Groups what matches by a field and sums up others; the results have the group in `_id`, the sums by their names. */
  sum(
    condition: Condition,
    options: { readonly by: string; readonly sums: readonly string[]; readonly order: Order; readonly limit?: number },
  ): Promise<Record<string, unknown>[]> {
    const sums = Object.fromEntries(options.sums.map((field) => [field, { $sum: `$${field}` }]))
    return this.#aggregate(
      { $match: condition },
      { $group: { _id: `$${options.by}`, ...sums } },
      { $sort: Object.fromEntries(options.order) },
      ...(options.limit === undefined ? [] : [{ $limit: options.limit }]),
    )
  }

  /** How many documents there are with each value of the field. */
  async countBy(condition: Condition, field: string): Promise<Map<string, number>> {
    const groups = await this.#aggregate({ $match: condition }, { $group: { _id: `$${field}`, count: { $sum: 1 } } })
    return new Map(groups.map(({ _id, count }) => [String(_id), Number(count)]))
  }

  async countDistinct(condition: Condition, field: string): Promise<number> {
    const [found] = await this.#aggregate(
      { $match: condition },
      { $group: { _id: `$${field}` } },
      { $group: { _id: null, count: { $sum: 1 } } },
    )
    return Number(found?.count ?? 0)
  }

  /** How many there are, or that there are `countedMax` at least; an estimate of 0 where counting took too long. */
  async countForList(condition: Condition, countedMax = COUNTED_MAX): Promise<Total> {
    try {
      const options = { limit: countedMax + 1, maxTimeMS: COUNTING_MAX_MS }
      const total = await this.#driver.countDocuments(condition, options)
      return total <= countedMax ? { total } : { total: countedMax, isEstimate: true }
    } catch (error) {
      if (error instanceof MongoServerError && error.code === TOOK_TOO_LONG) return { total: 0, isEstimate: true }
      return this.#attempt(() => Promise.reject(error))
    }
  }

  count(condition: Condition): Promise<number> {
    return this.#attempt(() => this.#driver.countDocuments(condition, { maxTimeMS: OPERATION_MAX_MS }))
  }

  /**
   * @param order which one it is where several match
   * @returns the document as it was, if there was one
   */
  async update(condition: Condition, update: Update, order: Order = []): Promise<D | undefined> {
    const options = { sort: new Map(order) }
    return orUndefined(await this.#attempt(() => this.#driver.findOneAndUpdate(condition, update, options)))
  }

  /**
   * Changes several documents in one go, each where its condition is true.
   * @returns whether all were changed; else some may be
   */
  async updateEach(changes: readonly { readonly condition: Condition; readonly update: Update }[]): Promise<boolean> {
    const operations = changes.map(({ condition, update }) => ({ updateOne: { filter: condition, update } }))
    let matched = 0
    await this.#exceptDuplicates(async () => {
      matched = (await this.#driver.bulkWrite(operations, { ordered: false })).matchedCount
    })
    return matched === changes.length
  }

  async deleteMany(condition: Condition): Promise<void> {
    await this.#attempt(() => this.#driver.deleteMany(condition))
  }

  /** @returns how many were changed */
  async updateMany(condition: Condition, update: Update): Promise<number> {
    return (await this.#attempt(() => this.#driver.updateMany(condition, update))).modifiedCount
  }

  /** @returns the document as it was; undefined if this made it */
  async upsert(id: string, update: Update): Promise<D | undefined> {
    const options = { upsert: true } as const
    return orUndefined(await this.#attempt(() => this.#driver.findOneAndUpdate(equal({ _id: id }), update, options)))
  }

  /** @returns what was deleted */
  async delete(condition: Condition): Promise<D | undefined> {
    return orUndefined(await this.#attempt(() => this.#driver.findOneAndDelete(condition)))
  }

  /** @returns which of the writes, by their index, met a duplicate key */
  #exceptDuplicates(write: () => Promise<unknown>): Promise<Set<number>> {
    return this.#attempt(async () => {
      try {
        await write()
        return new Set()
      } catch (error) {
        if (!(error instanceof MongoBulkWriteError)) throw error
        const failures = [error.writeErrors].flat()
        const onlyDuplicates = failures.length > 0 && failures.every(({ code }) => code === DUPLICATE_KEY)
        if (!onlyDuplicates || error.result.getWriteConcernError() !== undefined) throw error
        return new Set(failures.map(({ index }) => index))
      }
    })
  }

  #aggregate(...stages: Document[]): Promise<Document[]> {
    return this.#attempt(() => this.#driver.aggregate(stages, { maxTimeMS: OPERATION_MAX_MS }).toArray())
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

/** An estimate counts what is before and on the page. */
export function atLeast(counted: Total, { offset }: Page, items: number): Total {
  if (counted.isEstimate === undefined) return counted
  return { ...counted, total: Math.max(counted.total, items === 0 ? 0 : offset + items) }
}

/** What is in a collection was written by its store. */
function orUndefined<D>(found: unknown): D | undefined {
  return (found as D | null) ?? undefined
}
