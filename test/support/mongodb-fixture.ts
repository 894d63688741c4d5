import { BSON, type CreateIndexesOptions, type Db, type Document } from 'mongodb'

interface Dumped {
  readonly indexes: readonly (CreateIndexesOptions & { readonly key: Record<string, 1 | -1> })[]
  readonly documents: readonly Document[]
}

/** A database as text (MongoDB Extended JSON): small, and to be read in a review. */
export async function dumpMongo(db: Db): Promise<string> {
  const names = (await db.listCollections().toArray()).map(({ name }) => name).sort()
  const dumped = new Map<string, Dumped>()
  for (const name of names) {
    const found = await db.collection(name).indexes()
    const indexes = found
      .filter((index) => index.name !== '_id_')
      .map(({ v: _version, ns: _namespace, ...index }) => index as Dumped['indexes'][number])
    const documents = await db.collection(name).find().sort({ _id: 1 }).toArray()
    dumped.set(name, { indexes, documents })
  }
  return `${BSON.EJSON.stringify(Object.fromEntries(dumped), undefined, 2)}\n`
}

export async function loadMongo(db: Db, dump: string): Promise<void> {
  const dumped = BSON.EJSON.parse(dump) as Readonly<Record<string, Dumped>>
  for (const [name, { indexes, documents }] of Object.entries(dumped)) {
    for (const { key, ...options } of indexes) await db.collection(name).createIndex(key, options)
    if (documents.length > 0) await db.collection(name).insertMany([...documents])
  }
}
