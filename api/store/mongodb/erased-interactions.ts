import type { Db } from 'mongodb'
import { hashErasedId } from '../erased-ids.ts'
import type { NamedKeys } from '../named-keys.ts'
import { Collection, type Stored } from './collection.ts'
import { equal, lessThan, oneOf, orderBy } from './conditions.ts'

interface ErasedDocument extends Stored {
  readonly tenant_id: string
  readonly at: string
}

/** `_id` is `<tenant>:<keyed hash of the id>`. */
export class MongoErasedInteractions {
  readonly #erased: Collection<ErasedDocument>
  readonly #keys: Pick<NamedKeys, 'current' | 'all'> | undefined

  constructor(db: Db, keys: Pick<NamedKeys, 'current' | 'all'> | undefined) {
    this.#erased = new Collection(db, 'erased_interactions')
    this.#keys = keys
  }

  /** May be done again. */
  async add(tenantId: string, ids: readonly string[], at: string): Promise<void> {
    if (this.#keys === undefined) return
    const { key } = this.#keys.current
    await this.#erased.insertNew(ids.map((id) => ({ _id: idOf(key, tenantId, id), tenant_id: tenantId, at })))
  }

  /** Those that were not erased before. */
  async without<T extends { readonly id: string }>(
    tenantId: string,
    interactions: readonly T[],
  ): Promise<readonly T[]> {
    if (this.#keys === undefined || interactions.length === 0) return interactions
    const hashes = this.#keys.all.map(({ key }) => interactions.map(({ id }) => idOf(key, tenantId, id)))
    const found = new Set((await this.#erased.findFields(oneOf('_id', hashes.flat()), [])).map(({ _id }) => _id))
    return interactions.filter((_, index) => !hashes.some((ofKey) => found.has(ofKey[index] ?? '')))
  }

  async forget(tenantId: string, before: string, limit: number): Promise<number> {
    const old = { ...equal({ tenant_id: tenantId }), ...lessThan('at', before) }
    const ids = await this.#erased.findIds(old, orderBy(['at'], false), { offset: 0, limit })
    if (ids.length > 0) await this.#erased.deleteMany(oneOf('_id', ids))
    return ids.length
  }
}

function idOf(key: Buffer, tenantId: string, id: string): string {
  return `${tenantId}:${hashErasedId(key, tenantId, id)}`
}
