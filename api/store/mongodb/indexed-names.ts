import type { Db } from 'mongodb'
import type { Interaction } from '../../../core/model/interaction.ts'
import { admitNames, type IndexedNames, namesOf } from '../indexed-names.ts'
import { dayOf, type Sender } from '../new-names.ts'
import { Collection, type Stored } from './collection.ts'
import { equal, oneOf } from './conditions.ts'

interface NameDocument extends Stored {
  readonly tenant_id: string
  readonly added_by: string | null
  readonly added_on: string
}

/** Names in one question. */
const ASKED_AT_ONCE = 500

/**
 * Which names lists and statistics know. Batches of one sender at the same time may each add what only one of them
 * should: the bound of a day is that of a few batches more.
 */
export class MongoIndexedNames {
  readonly #names: Collection<NameDocument>

  constructor(db: Db) {
    this.#names = new Collection(db, 'indexed_names')
  }

  /** @param sender who adds what is new; without one, any number may be added */
  async of(
    tenantId: string,
    interactions: readonly Interaction[],
    sender: Pick<Sender, 'id'> | undefined,
    now: Date,
  ): Promise<readonly IndexedNames[]> {
    const named = namesOf(interactions)
    const known = await this.#known(tenantId, named.open)
    if (known.size === named.open.length) return admitNames(named, known, undefined).indexed
    const [added_by, added_on] = [sender?.id ?? null, dayOf(now)]
    const addedToday = sender && (await this.#names.count(equal({ tenant_id: tenantId, added_by, added_on })))
    const { indexed, added } = admitNames(named, known, addedToday)
    const documents = added.map((name) => ({ _id: keyOf(tenantId, name), tenant_id: tenantId, added_by, added_on }))
    await this.#names.insertNew(documents)
    return indexed
  }

  async #known(tenantId: string, names: readonly string[]): Promise<ReadonlySet<string>> {
    const known = new Set<string>()
    for (let from = 0; from < names.length; from += ASKED_AT_ONCE) {
      const keys = names.slice(from, from + ASKED_AT_ONCE).map((name) => keyOf(tenantId, name))
      const found = await this.#names.findFields(oneOf('_id', keys), [])
      for (const { _id } of found) known.add(_id.slice(tenantId.length + 1))
    }
    return known
  }
}

function keyOf(tenantId: string, name: string): string {
  return `${tenantId}:${name}`
}
