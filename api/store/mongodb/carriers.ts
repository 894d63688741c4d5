import { StoreError } from '../errors.ts'
import type { EventDraft } from '../event-draft.ts'
import type { Carrier } from './carrier.ts'
import type { Collection, Update } from './collection.ts'
import { type Condition, equal, exists, oneOf, orderBy } from './conditions.ts'
import { type Carried, carriedBy, type MongoOutbox } from './outbox.ts'

const PAGE = 100
const FORGOTTEN: Update = { $unset: { outbox: '', unsent_at: '' } }

/** A change of one document, as it was when the events were drafted: `condition` is true of that alone. */
export interface CarrierChange {
  readonly document: Carrier
  readonly condition: Condition
  readonly update: Update
  readonly draft: EventDraft
}

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

  /**
   * As `update` of several documents of one tenant, in a few commands for all.
   * @returns the ids of those that were changed for certain. Where a condition was not true, of the others those may be
   * changed as well that publish nothing, or whose events another process has delivered already.
   */
  async updateMany(changes: readonly CarrierChange[]): Promise<Set<string>> {
    if (changes.length === 0) return new Set()
    const writes = changes.map(({ condition, update, draft }) => ({ condition, update: loading(update, draft) }))
    const made = (await this.#collection.updateEach(writes)) ? changes : await this.#loaded(changes)
    await this.#releaseAll(made)
    return new Set(made.map(({ document }) => document._id))
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

  /** Those whose document carries what they publish. */
  async #loaded(changes: readonly CarrierChange[]): Promise<CarrierChange[]> {
    const ids = oneOf(
      '_id',
      changes.map(({ document }) => document._id),
    )
    const outboxes = new Map((await this.#collection.findFields(ids, ['outbox'])).map((one) => [one._id, one.outbox]))
    return changes.filter(({ document, draft }) => {
      const outbox: readonly string[] = outboxes.get(document._id) ?? []
      const texts = textsOf(carriedBy(draft))
      return texts.length > 0 && texts.every((text) => outbox.includes(text))
    })
  }

  async #releaseAll(changes: readonly CarrierChange[]): Promise<void> {
    const loaded = changes
      .map(({ document, draft }) => ({ document, carried: carriedBy(draft) }))
      .filter(({ carried }) => carried.length > 0)
    if (loaded.length === 0) return
    await this.#orLate(async () => {
      await this.#outbox.deliver(loaded.flatMap(({ carried }) => carried))
      const forgetting = loaded.map(({ document, carried }) => ({
        condition: { ...ofCarrier(document), outbox: { $eq: textsOf(carried) } },
        update: FORGOTTEN,
      }))
      if (await this.#collection.updateEach(forgetting)) return
      for (const { document, carried } of loaded) await this.#clear(document, carried)
    })
  }

  async #release(document: D, carried: readonly Carried[]): Promise<void> {
    if (carried.length === 0 && !isStone(document)) return
    await this.#orLate(() => this.#deliver(document, carried))
  }

  async #orLate(deliver: () => Promise<void>): Promise<void> {
    try {
      await deliver()
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      this.#outbox.reportDelay(error)
    }
  }

  /** Forgets the events only when they are delivered. */
  async #deliver(document: Carrier, carried: readonly Carried[]): Promise<void> {
    await this.#outbox.deliver(carried)
    await this.#clear(document, carried)
  }

  async #clear(document: Carrier, carried: readonly Carried[]): Promise<void> {
    const texts = textsOf(carried)
    if (await this.#forget(document, { outbox: { $eq: texts } })) return
    // Another change has added to them, or another process has delivered some.
    await this.#collection.update({ ...ofCarrier(document), ...exists('outbox') }, { $pullAll: { outbox: texts } })
    await this.#forget(document, { $or: [{ outbox: { $size: 0 } }, { outbox: { $exists: false } }] })
  }

  /** Of what carries no others: a tombstone goes with them. */
  async #forget(document: Carrier, noOthers: Condition): Promise<boolean> {
    const condition = { ...ofCarrier(document), ...noOthers }
    if (isStone(document)) return (await this.#collection.delete(condition)) !== undefined
    return (await this.#collection.update(condition, FORGOTTEN)) !== undefined
  }
}

/** The tenant of what is deleted: no tenant has such an id, and no two tombstones have the same, which unique indexes mind. */
function tombstoneTenant(id: string): string {
  return `deleted ${id}`
}

function ofCarrier({ _id, tenant_id }: Carrier): Condition {
  return equal({ _id, tenant_id })
}

function textsOf(carried: readonly Carried[]): string[] {
  return carried.map((item) => JSON.stringify(item))
}

function isStone({ _id, tenant_id }: Carrier): boolean {
  return tenant_id === tombstoneTenant(_id)
}

function carriedIn({ outbox = [] }: Carrier): Carried[] {
  // Written by `withOutbox` and `loading` only.
  return outbox.map((text) => JSON.parse(text) as Carried)
}

function withOutbox<D extends Carrier>(document: D, draft: EventDraft): D {
  const outbox = textsOf(carriedBy(draft))
  return outbox.length === 0 ? document : { ...document, outbox, unsent_at: draft.now.toISOString() }
}

function loading(update: Update, draft: EventDraft): Update {
  const carried = textsOf(carriedBy(draft))
  if (carried.length === 0) return update
  return {
    ...update,
    $set: { ...update.$set, unsent_at: draft.now.toISOString() },
    $push: { outbox: { $each: carried } },
  }
}
