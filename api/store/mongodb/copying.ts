import type { Db, Document, Filter, MongoClient } from 'mongodb'
import type { CopiedKind, CopiedRecords, CopyStore } from '../copying.ts'
import { connect } from './connection.ts'
import { KINDS, type MongoKind } from './copying-kinds.ts'
import { attempt } from './failures.ts'
import { markCopy } from './migrate.ts'

/** An interaction can have a megabyte. */
const DOCUMENTS_AT_ONCE = { interactions: 100, others: 1000 }

type Kept = Document & { readonly _id: string }

/** @throws StoreError */
export async function openMongoCopying(url: string): Promise<CopyStore> {
  const { client, db } = await connect(url)
  return new MongoCopying(client, db)
}

class MongoCopying implements CopyStore {
  readonly #client: MongoClient
  readonly #db: Db

  constructor(client: MongoClient, db: Db) {
    this.#client = client
    this.#db = db
  }

  isEmpty(): Promise<boolean> {
    return attempt('id', async () => !(await this.#db.listCollections({}, { nameOnly: true }).hasNext()))
  }

  begin(): Promise<void> {
    return markCopy(this.#db, true)
  }

  end(): Promise<void> {
    return markCopy(this.#db, false)
  }

  /** The schema with its mark last: until then no server takes what is left for a database. */
  async abandon(): Promise<void> {
    await attempt('id', async () => {
      const collections = await this.#db.listCollections({}, { nameOnly: true }).toArray()
      const names = collections.map(({ name }) => name).filter((name) => !name.startsWith('system.'))
      for (const name of names.sort((one) => (one === 'schema' ? 1 : -1))) await this.#db.dropCollection(name)
    })
  }

  /** What processes left is finished by the outbox of a store. */
  async settle(): Promise<void> {}

  async count(kind: CopiedKind, tenantId: string): Promise<number> {
    if (kind === 'deliveries') {
      let count = 0
      for (const filter of await this.#filters(kind, tenantId)) count += await this.#count(kind, filter)
      return count
    }
    const [filter = {}] = await this.#filters(kind, tenantId)
    return this.#count(kind, filter)
  }

  async *read<K extends CopiedKind>(kind: K, tenantId: string): AsyncGenerator<readonly CopiedRecords[K][]> {
    // Each kind's reader gives its own kind of record.
    const known = KINDS[kind] as unknown as MongoKind<CopiedRecords[K]>
    const limit = kind === 'interactions' ? DOCUMENTS_AT_ONCE.interactions : DOCUMENTS_AT_ONCE.others
    for (const filter of await this.#filters(kind, tenantId)) {
      let last: Document | undefined
      for (;;) {
        const page = last === undefined ? filter : { $and: [filter, after(known.key, last)] }
        const found: Document[] = await attempt('id', () =>
          this.#collection(known.collection)
            .find(page)
            .sort(Object.fromEntries(known.key.map((field) => [field, 1 as const])))
            .limit(limit)
            .toArray(),
        )
        if (found.length === 0) break
        const joined = (await known.join?.(this.#db, found)) ?? found
        yield joined.map((document) => known.toRecord(document, tenantId))
        last = found.at(-1)
      }
    }
  }

  async write<K extends CopiedKind>(kind: K, tenantId: string, records: readonly CopiedRecords[K][]): Promise<void> {
    if (records.length === 0) return
    const known = KINDS[kind] as unknown as MongoKind<CopiedRecords[K]>
    await known.prepare?.(this.#db, records)
    const documents = records.map((record) => known.toDocument(record, tenantId))
    await attempt('id', () => this.#collection(known.collection).insertMany(documents, { ordered: false }))
  }

  close(): Promise<void> {
    return this.#client.close()
  }

  /** Of the documents of a tenant; deliveries are found by their webhooks, and those of webhooks that are gone are not. */
  async #filters(kind: CopiedKind, tenantId: string): Promise<Filter<Kept>[]> {
    if (kind === 'sighting_batches') return [{ _id: { $gte: `${tenantId}:`, $lt: `${tenantId};` } }]
    if (kind !== 'deliveries') return [{ tenant_id: tenantId }]
    const webhooks = await attempt('id', () => this.#collection('webhooks').find({ tenant_id: tenantId }).toArray())
    return webhooks.map(({ _id }) => ({ webhook_id: _id }))
  }

  #count(kind: CopiedKind, filter: Filter<Kept>): Promise<number> {
    return attempt('id', () => this.#collection(KINDS[kind].collection).countDocuments(filter))
  }

  #collection(name: string) {
    return this.#db.collection<Kept>(name)
  }
}

/** What comes after a document in the order of some fields. */
function after(key: readonly string[], last: Document): Filter<Kept> {
  return {
    $or: key.map((field, index) => ({
      ...Object.fromEntries(key.slice(0, index).map((equal) => [equal, last[equal]])),
      [field]: { $gt: last[field] },
    })),
  }
}
