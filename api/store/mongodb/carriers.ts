import { StoreError } from '../errors.ts'
import type { EventDraft } from '../event-draft.ts'
import type { Carrier } from './carrier.ts'
import type { Collection, Update } from './collection.ts'
import { type Condition, equal, exists, orderBy } from './conditions.ts'
import { type Carried, carriedBy, type MongoOutbox } from './outbox.ts'

const PAGE = 100

/** A carrier without its events. */
export type WithoutOutbox<D extends Carrier> = Omit<D, 'outbox' | 'unsent_at'>

export function withoutOutbox<D extends Carrier>({
  outbox: _outbox,
  unsent_at: _unsent,
  ...document
}: D): WithoutOutbox<D> {
  return document
}

/**
 * Changes documents together with what the changes publish: the events are a part of the one write that makes the
 * change. A document that is deleted stays behind as a tombstone with nothing but its events, of no tenant and under no name,
 * until they are delivered.
 */
export class Carriers<D extends Carrier> {
  readonly #collection: Collection<D>
  readonly #outbox: MongoOutbox

  constructor(collection: Collection<D>, outbox: MongoOutbox) {
    this.#collection = collection
    this.#outbox = outbox
    outbox.addRecovery(() => this.recover())
  }

  /** @throws DuplicateError */
  async insert(document: D, draft: EventDraft): Promise<void> {
    await this.#collection.insert(withOutbox(document, draft))
    await this.#release(document, carriedBy(draft))
  }

  /** @returns false if the id, or what else is unique, is taken */
  async insertIfAbsent(document: D, draft: EventDraft): Promise<boolean> {
    if (!(await this.#collection.insertIfAbsent(withOutbox(document, draft)))) return false
    await this.#release(document, carriedBy(draft))
    return true
  }

  /**
   * @param condition true of one document, as it was when the events were drafted
   * @returns the document as it was; undefined if the condition is not true any more
   */
  async update(condition: Condition, update: Update, draft: EventDraft): Promise<D | undefined> {
    const found = await this.#collection.update(condition, loading(update, draft))
    if (found !== undefined) await this.#release(found, carriedBy(draft))
    return found
  }

  /** @param condition as for `update`; `document` is what it was true of */
  async delete(document: D, condition: Condition, draft: EventDraft): Promise<D | undefined> {
    // Events of an earlier change may still be on their way.
    if (carriedBy(draft).length === 0 && document.outbox === undefined) return this.#collection.delete(condition)
    const tenant_id = tombstoneTenant(document._id)
    const fields = Object.keys(withoutOutbox(document)).filter((field) => field !== '_id' && field !== 'tenant_id')
    const tombstone = {
      $set: { tenant_id, unsent_at: draft.now.toISOString() },
      $unset: Object.fromEntries(fields.map((field) => [field, ''])),
    }
    const found = await this.#collection.update(condition, loading(tombstone, draft))
    if (found === undefined) return undefined
    await this.#release({ ...found, tenant_id }, [...carriedIn(found), ...carriedBy(draft)])
    return found
  }

  /** Delivers the events of processes that died. */
  async recover(): Promise<void> {
    for (;;) {
      const page = { offset: 0, limit: PAGE }
      const found = await this.#collection.find(exists('unsent_at'), orderBy(['unsent_at'], false), page)
      if (found.length === 0) return
      for (const document of found) await this.#deliver(document, carriedIn(document))
    }
  }

  async #release(document: D, carried: readonly Carried[]): Promise<void> {
    if (carried.length === 0 && !isStone(document)) return
    try {
      await this.#deliver(document, carried)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      this.#outbox.reportDelay(error)
    }
  }

  /** Forgets the events only when they are delivered. */
  async #deliver(document: D, carried: readonly Carried[]): Promise<void> {
    await this.#outbox.deliver(carried)
    const texts = carried.map((item) => JSON.stringify(item))
    if (await this.#forget(document, { outbox: { $eq: texts } })) return
    // Another change has added to them, or another process has delivered some.
    const { _id, tenant_id } = document
    await this.#collection.update(
      { ...equal({ _id, tenant_id }), ...exists('outbox') },
      { $pullAll: { outbox: texts } },
    )
    await this.#forget(document, { $or: [{ outbox: { $size: 0 } }, { outbox: { $exists: false } }] })
  }

  /** Of what carries no others: a tombstone goes with them. */
  async #forget(document: D, noOthers: Condition): Promise<boolean> {
    const condition = { ...equal({ _id: document._id, tenant_id: document.tenant_id }), ...noOthers }
    if (isStone(document)) return (await this.#collection.delete(condition)) !== undefined
    return (await this.#collection.update(condition, { $unset: { outbox: '', unsent_at: '' } })) !== undefined
  }
}

/** The tenant of what is deleted: no tenant has such an id, and no two tombstones have the same, which unique indexes mind. */
function tombstoneTenant(id: string): string {
  return `deleted ${id}`
}

function isStone({ _id, tenant_id }: Carrier): boolean {
  return tenant_id === tombstoneTenant(_id)
}

function carriedIn({ outbox = [] }: Carrier): Carried[] {
  // Written by `withOutbox` and `loading` only.
  return outbox.map((text) => JSON.parse(text) as Carried)
}

function withOutbox<D extends Carrier>(document: D, draft: EventDraft): D {
  const outbox = carriedBy(draft).map((item) => JSON.stringify(item))
  return outbox.length === 0 ? document : { ...document, outbox, unsent_at: draft.now.toISOString() }
}

function loading(update: Update, draft: EventDraft): Update {
  const carried = carriedBy(draft).map((item) => JSON.stringify(item))
  if (carried.length === 0) return update
  return {
    ...update,
    $set: { ...update.$set, unsent_at: draft.now.toISOString() },
    $push: { outbox: { $each: carried } },
  }
}
