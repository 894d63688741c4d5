import type { Db } from 'mongodb'
import { hashErasedId } from '../erased-ids.ts'
import { Collection, type Stored } from './collection.ts'
import { equal, lessThan, oneOf, orderBy } from './conditions.ts'

interface ErasedDocument extends Stored {
  readonly tenant_id: string
  readonly at: string
}

/** `_id` is `<tenant>:<keyed hash of the id>`. */
export class MongoErasedInteractions {
  readonly #erased: Collection<ErasedDocument>
  readonly #key: Buffer | undefined

  constructor(db: Db, key: Buffer | undefined) {
    this.#erased = new Collection(db, 'erased_interactions')
    this.#key = key
  }

  /** May be done again. */
  async add(tenantId: string, ids: readonly string[], at: string): Promise<void> {
    const key = this.#key
    if (key === undefined) return
    await this.#erased.insertNew(ids.map((id) => ({ _id: idOf(key, tenantId, id), tenant_id: tenantId, at })))
  }

  /** Those that were not erased before. */
  async without<T extends { readonly id: string }>(
    tenantId: string,
    interactions: readonly T[],
  ): Promise<readonly T[]> {
    const key = this.#key
    if (key === undefined || interactions.length === 0) return interactions
    const ids = interactions.map(({ id }) => idOf(key, tenantId, id))
    const found = new Set((await this.#erased.findFields(oneOf('_id', ids), [])).map(({ _id }) => _id))
    return interactions.filter((_, index) => !found.has(ids[index] ?? ''))
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
