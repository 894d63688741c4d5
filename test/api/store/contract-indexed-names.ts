import { randomUUID } from 'node:crypto'
import { OTHER_TYPE } from '../../../api/store/indexed-names.ts'
import { NEW_NAMES_A_DAY, type Sender } from '../../../api/store/new-names.ts'
import type { Store } from '../../../api/store/store.ts'
import type { Interaction } from '../../../core/model/interaction.ts'
import { awayFromMidnight } from '../../support/midnight.ts'
import { AT, anInteraction, FIRST_PAGE, finding, NEWEST } from './fixtures.ts'
import type { Suite } from './suite.ts'

const laptop: Sender = { id: randomUUID(), name: 'laptop' }

function withTypes(tenant: string, types: readonly string[], fields: Partial<Interaction> = {}): Interaction {
  return anInteraction(tenant, { classifications: types.map(finding), ...fields })
}

const madeUp = (from: number, count: number) => Array.from({ length: count }, (_, index) => `MADE_UP_${from + index}`)

const decision = (policy_id: string) => ({
  policy_id,
  policy_name: 'x',
  action: 'log' as const,
  matched_conditions: 1,
})

async function counted(store: Store, tenant: string): Promise<ReadonlyMap<string, number>> {
  const range = { unit: 'day', from: new Date(AT), to: new Date(AT) } as const
  const { by } = await store.statistics.read(tenant, range, { platform: 5, classification: 5000, source: 5, user: 5 })
  return new Map(by.classification.map(({ key, interactions }) => [key, interactions]))
}

async function totalOf(store: Store, tenant: string, classification_type: string): Promise<number> {
  return (await store.interactions.list(tenant, { classification_type }, NEWEST, FIRST_PAGE)).total
}

export function testIndexedNames({ test, named, open, openTenant }: Suite): void {
  test(
    named('of the types that one record names, lists and statistics know the first, and the rest as OTHER'),
    async (t) => {
      const { store, tenant } = await openTenant(t)
      const record = withTypes(tenant, madeUp(0, 1000), {
        policy_decisions: Array.from({ length: 1000 }, () => decision(randomUUID())),
      })
      await store.interactions.record(tenant, [record])
      t.deepEqual(await store.interactions.get(tenant, record.id), record)
      const counts = await counted(store, tenant)
      t.is(counts.size, 65)
      t.is(counts.get(OTHER_TYPE), 1)
      for (const type of ['MADE_UP_0', OTHER_TYPE]) t.is(await totalOf(store, tenant, type), 1, type)
      t.is(await totalOf(store, tenant, 'MADE_UP_999'), 0)
      const policies = record.policy_decisions.map(({ policy_id }) => policy_id)
      const found = []
      for (const policy_id of [policies[0], policies[63], policies[64], policies[999]]) {
        found.push((await store.interactions.list(tenant, { policy_id }, NEWEST, FIRST_PAGE)).total)
      }
      t.deepEqual(found, [1, 1, 0, 0])
      // A later tier adds to what is shown, and what goes is what was counted.
      await store.interactions.revise(tenant, record.id, (current) => ({
        ...current,
        classifications: [finding('EMAIL'), ...current.classifications.slice(1)],
      }))
      t.deepEqual([await totalOf(store, tenant, 'EMAIL'), await totalOf(store, tenant, 'MADE_UP_0')], [1, 0])
      await store.interactions.delete(tenant, record.id)
      t.deepEqual([...(await counted(store, tenant)).values()], [])
    },
  )

  test(named('of the types that one sender makes up in a day, the rest stand as OTHER'), async (t) => {
    await awayFromMidnight()
    const { store, place, tenant } = await openTenant(t)
    const record = (store: Store, types: readonly string[], sender?: Sender) =>
      store.interactions.record(tenant, [withTypes(tenant, types)], undefined, sender)
    for (let from = 0; from < NEW_NAMES_A_DAY; from += 50) await record(store, madeUp(from, 50), laptop)
    t.is((await counted(store, tenant)).size, NEW_NAMES_A_DAY)
    // A restart forgets nothing of it.
    const { store: second } = await open(t, place)
    await record(second, ['MADE_UP_5000', 'MADE_UP_0', 'EMAIL'], laptop)
    const counts = await counted(second, tenant)
    t.deepEqual(
      [OTHER_TYPE, 'MADE_UP_0', 'EMAIL', 'MADE_UP_5000'].map((type) => counts.get(type)),
      [1, 2, 1, undefined],
    )
    t.deepEqual([await totalOf(second, tenant, OTHER_TYPE), await totalOf(second, tenant, 'MADE_UP_5000')], [1, 0])
    // Another sender, and those whom nobody bounds, are not in its way.
    await record(second, ['MADE_UP_6000'], { id: randomUUID(), name: 'desktop' })
    await record(second, ['MADE_UP_7000'])
    t.deepEqual([await totalOf(second, tenant, 'MADE_UP_6000'), await totalOf(second, tenant, 'MADE_UP_7000')], [1, 1])
  })
}
