import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from 'mongodb'
import { StoreError } from '../errors.ts'
import { Collection, type Stored } from './collection.ts'
import { equal } from './conditions.ts'
import { attempt } from './failures.ts'
import { STEPS, type Step } from './schema.ts'

/** A migration whose process died is taken over after this long. One that lives says so three times as often. */
const LEASE_MS = 30_000
const RENEWAL_MS = LEASE_MS / 3
const POLL_MS = 100

/** The one document of the collection `schema`. */
interface SchemaDocument extends Stored {
  /** How many steps the database has. */
  readonly version: number
  /** Who is migrating, and until when the others may count on it. */
  readonly lease: { readonly owner: string; readonly expires_at: string } | null
  /** Of a database that another one is being copied to (copying.ts). */
  readonly unfinished_copy?: true
}

const ID = 'schema'

/** Half a database would be taken for a whole one. */
export class UnfinishedCopyError extends StoreError {
  constructor() {
    super('The database holds a copy that was not finished: drop it (dropDatabase), and copy again')
  }
}

export async function markCopy(db: Db, isUnfinished: boolean): Promise<void> {
  const mark = { unfinished_copy: true }
  await new Collection<SchemaDocument>(db, 'schema').upsert(ID, isUnfinished ? { $set: mark } : { $unset: mark })
}

/** What a database has, and this release knows; changes nothing. @throws StoreError, where a copy to it was not finished too */
export async function schemaOf(db: Db): Promise<{ readonly found: number; readonly known: number }> {
  const { version = 0, unfinished_copy } =
    (await new Collection<SchemaDocument>(db, 'schema').findOne(equal({ _id: ID }))) ?? {}
  if (unfinished_copy) throw new UnfinishedCopyError()
  return { found: version, known: STEPS.length }
}

/**
 * Brings the database to this release's schema. Of several processes that start at the same time one does the work while
 * the others wait. Should a lease be lost to a clock that is wrong, two do it at once, which the steps do not mind.
 * @throws StoreError if the database was written by a newer release
 */
export async function migrate(db: Db, steps: readonly Step[] = STEPS): Promise<void> {
  const schema = new Collection<SchemaDocument>(db, 'schema')
  const owner = randomUUID()
  await schema.insertIfAbsent({ _id: ID, version: 0, lease: null })
  for (;;) {
    const { version = 0, unfinished_copy } = (await schema.findOne(equal({ _id: ID }))) ?? {}
    if (unfinished_copy) throw new UnfinishedCopyError()
    if (version > steps.length) {
      throw new StoreError(`The database was written by a newer release (schema ${version}): upgrade Weir to open it`)
    }
    if (version === steps.length) return
    if (await claim(schema, owner, version)) await runSteps(db, schema, owner, steps, version)
    else await sleep(POLL_MS)
  }
}

/** @returns whether the lease is ours now, and the version still what we saw */
async function claim(schema: Collection<SchemaDocument>, owner: string, version: number): Promise<boolean> {
  const free = [equal({ lease: null }), { 'lease.expires_at': { $lt: new Date().toISOString() } }]
  const before = await schema.update(
    { ...equal({ _id: ID, version }), $or: free },
    { $set: { lease: newLease(owner) } },
  )
  return before !== undefined
}

async function runSteps(
  db: Db,
  schema: Collection<SchemaDocument>,
  owner: string,
  steps: readonly Step[],
  from: number,
): Promise<void> {
  const mine = equal({ _id: ID, 'lease.owner': owner })
  let renewal: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    // Where it fails, another process may begin as well; the step itself meets whatever is wrong with the server.
    renewal = schema.update(mine, { $set: { lease: newLease(owner) } }).catch(() => undefined)
  }, RENEWAL_MS)
  try {
    for (const [index, step] of [...steps.entries()].slice(from)) {
      await attempt('index', () => step(db))
      await schema.update(mine, { $set: { version: index + 1 } })
    }
  } finally {
    clearInterval(timer)
    await renewal
    await schema.update(mine, { $set: { lease: null } })
  }
}

function newLease(owner: string): SchemaDocument['lease'] {
  return { owner, expires_at: new Date(Date.now() + LEASE_MS).toISOString() }
}
