import { admit, dayOf, type Named } from '../new-names.ts'
import { oneOf } from './conditions.ts'
import { addedBy, inventoryKey, type Tallies } from './tallies.ts'

/** Who adds the new services of an entry of the journal, in their order, on which day, and what it lists as `other`. */
export interface Naming {
  readonly by: readonly (string | null)[]
  readonly on: string
  readonly refused: readonly string[]
}

export interface NewNames {
  readonly new_platforms: readonly string[]
  readonly naming: Naming
}

/** Which services an entry of the journal adds to the inventory. Read as a part of preparing it: no other entry comes between. */
export async function newNames(
  tallies: Tallies,
  tenantId: string,
  named: readonly Named[],
  now: Date,
): Promise<NewNames> {
  const on = dayOf(now)
  const keys = [...new Set(named.map(({ platform_id }) => inventoryKey(tenantId, platform_id)))]
  const known = new Set((await tallies.inventory.findFields(oneOf('_id', keys), [])).map(({ _id }) => _id))
  const unknown = named.filter(({ platform_id }) => !known.has(inventoryKey(tenantId, platform_id)))
  const senders = new Set(unknown.flatMap(({ sender }) => (sender === undefined ? [] : [sender.id])))
  const added = new Map<string, number>()
  for (const id of senders) added.set(id, await tallies.inventory.count(addedBy(tenantId, id, on)))
  const { admitted, refused } = admit(unknown, added)
  return {
    new_platforms: admitted.map(({ platform_id }) => platform_id),
    naming: { by: admitted.map(({ sender }) => sender?.id ?? null), on, refused: [...refused] },
  }
}
