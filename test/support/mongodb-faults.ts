import type { Collection, Db } from 'mongodb'

/** What a process that is gone answers. */
export class Gone extends Error {}

const WRITES: ReadonlySet<PropertyKey> = new Set([
  'insertOne',
  'insertMany',
  'bulkWrite',
  'updateMany',
  'deleteMany',
  'findOneAndUpdate',
  'findOneAndDelete',
])

type Filter = Readonly<Record<string, unknown>>

/**
 * The database as a process sees it that something happens to before its writes.
 * @param before gets the number of the write, from 1, and may throw, or wait, or say what the write is made of
 */
function withWrites(
  db: Db,
  before: (write: number, collection: Collection, filter: Filter) => Promise<Filter | undefined>,
): Db {
  let writes = 0
  return new Proxy(db, {
    get(target, name) {
      if (name !== 'collection') return Reflect.get(target, name)
      return (collection: string) =>
        new Proxy(target.collection(collection), {
          get(inner, method) {
            const value: unknown = Reflect.get(inner, method)
            if (typeof value !== 'function') return value
            if (!WRITES.has(method)) return value.bind(inner)
            return async (...parameters: unknown[]) => {
              writes += 1
              const [first, ...rest] = parameters
              const filter = await before(writes, inner, first as Filter)
              return value.apply(inner, [filter ?? first, ...rest])
            }
          },
        })
    },
  })
}

/** Counts the writes of a process. */
export function counting(db: Db): { readonly db: Db; readonly writes: () => number } {
  let writes = 0
  const count = async (write: number) => {
    writes = write
    return undefined
  }
  return { db: withWrites(db, count), writes: () => writes }
}

/** Of a process that is killed before its write of that number, counted from 1: it does nothing ever after. */
export function dyingAt(db: Db, fatal: number): Db {
  return withWrites(db, async (write) => {
    if (write >= fatal) throw new Gone()
    return undefined
  })
}

export interface Hanging {
  readonly db: Db
  /** Resolves when it hangs. */
  readonly hangs: Promise<void>
  resume(): void
}

/** Of a process that hangs before its write of that number, until it is resumed. */
export function hangingAt(db: Db, held: number): Hanging {
  const hangs = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  return {
    db: withWrites(db, async (write) => {
      if (write === held) {
        hangs.resolve()
        await gate.promise
      }
      return undefined
    }),
    hangs: hangs.promise,
    resume: gate.resolve,
  }
}

/** Whose write of that number is made of what there is when it begins, and not of what is written meanwhile. */
export function slowAt(db: Db, slow: number, meanwhile: () => Promise<unknown>): Db {
  return withWrites(db, async (write, collection, filter) => {
    if (write !== slow) return undefined
    const found = await collection.find(filter).project({ _id: 1 }).toArray()
    await meanwhile()
    return { $and: [filter, { _id: { $in: found.map(({ _id }) => _id) } }] }
  })
}
