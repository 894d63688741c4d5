import { randomUUID } from 'node:crypto'
import { ALERTED_USERS_A_DAY } from '../../../api/store/alerted-users.ts'
import { NEW_NAMES_A_DAY, type Sender } from '../../../api/store/new-names.ts'
import type { Store } from '../../../api/store/store.ts'
import type { Interaction } from '../../../core/model/interaction.ts'
import { awayFromMidnight } from '../../support/midnight.ts'
import { aSighting } from './contract-sightings.ts'
import { anInteraction, FIRST_PAGE, finding, NEWEST } from './fixtures.ts'
import type { Suite } from './suite.ts'

const sender = (name: string): Sender => ({ id: randomUUID(), name })

function madeUp(tenant: string, from: number, count: number, fields: Partial<Interaction> = {}): Interaction[] {
  return Array.from({ length: count }, (_, index) =>
    anInteraction(tenant, { platform_id: `made-up-${from + index}`, ...fields }),
  )
}

async function state(store: Store, tenant: string) {
  const services = await store.inventory.list(tenant)
  const { items } = await store.alerts.list(
    tenant,
    {},
    { field: 'created_at', descending: true },
    {
      offset: 0,
      limit: 10_000,
    },
  )
  return {
    names: services.length,
    other: services.find(({ platform_id }) => platform_id === 'other'),
    flooded: items.filter(({ type }) => type === 'names_flooded'),
    news: items.filter(({ type }) => type === 'new_ai_service').length,
    blocks: items.filter(({ type }) => type === 'policy_block'),
  }
}

export function testNewNames({ test, named, open, openTenant }: Suite): void {
  test(named('what one sender names beyond its share of a day stands as other, with one alert'), async (t) => {
    await awayFromMidnight()
    const { store, place, tenant } = await openTenant(t)
    const laptop = sender('laptop')
    const over = 30
    const all = madeUp(tenant, 0, NEW_NAMES_A_DAY + over)
    for (let from = 0; from < all.length; from += 100) {
      await store.interactions.record(tenant, all.slice(from, from + 100), undefined, laptop)
    }
    const after = await state(store, tenant)
    t.deepEqual([after.names, after.other?.interactions, after.news], [NEW_NAMES_A_DAY + 1, over, NEW_NAMES_A_DAY])
    t.deepEqual(
      after.flooded.map(({ severity, count, platform_id }) => [severity, count, platform_id]),
      [['medium', over, 'other']],
    )
    t.regex(after.flooded[0]?.title ?? '', /“laptop”/)

    // A restart forgets nothing of it.
    const { store: second } = await open(t, place)
    await second.interactions.record(tenant, madeUp(tenant, 1000, 5), undefined, laptop)
    const later = await state(second, tenant)
    t.deepEqual([later.names, later.other?.interactions, later.news], [after.names, over + 5, after.news])
    t.deepEqual(
      later.flooded.map(({ count }) => count),
      [over + 5],
    )

    // Records keep their names, and what is known or in the catalogue is counted by its own.
    const byName = await second.interactions.list(tenant, { platform_id: 'made-up-1004' }, NEWEST, FIRST_PAGE)
    t.deepEqual([byName.total, byName.items[0]?.platform_id], [1, 'made-up-1004'])
    const known = [anInteraction(tenant), anInteraction(tenant, { platform_id: 'made-up-0' })]
    await second.interactions.record(tenant, known, undefined, laptop)
    const services = await second.inventory.list(tenant)
    const counts = new Map(services.map(({ platform_id, interactions }) => [platform_id, interactions]))
    t.deepEqual([counts.get('openai-api'), counts.get('made-up-0'), counts.get('other')], [1, 2, over + 5])

    // Another sender has a share of its own, and so have those whom nobody bounds.
    await second.interactions.record(tenant, madeUp(tenant, 2000, 3), undefined, sender('desktop'))
    await second.interactions.record(tenant, madeUp(tenant, 3000, 2))
    t.is((await state(second, tenant)).names, after.names + 1 + 3 + 2)
  })

  test(named('what stands as other is revised and erased as other, and raises alerts as that'), async (t) => {
    await awayFromMidnight()
    const { store, tenant } = await openTenant(t)
    const laptop = sender('laptop')
    await store.interactions.record(tenant, madeUp(tenant, 0, NEW_NAMES_A_DAY), undefined, laptop)
    const policy = { policy_id: randomUUID(), policy_name: 'No secrets', action: 'block' as const, matched: [] }
    const blocked = { enforced_action: 'block', policy_decisions: [policy] } as unknown as Partial<Interaction>
    const [one, two] = madeUp(tenant, 5000, 2, { ...blocked, risk_score: 0.5 })
    if (one === undefined || two === undefined) return t.fail()
    await store.interactions.record(tenant, [one, two], undefined, laptop)
    const flooded = await state(store, tenant)
    t.deepEqual(
      flooded.blocks.map(({ platform_id, count }) => [platform_id, count]),
      [['other', 2]],
    )
    // The next day, or by somebody else, the name itself comes to the inventory: these stay where they were counted.
    await store.interactions.record(tenant, [anInteraction(tenant, { platform_id: one.platform_id })])
    await store.interactions.revise(tenant, one.id, (current) => ({ ...current, classifications: [finding('EMAIL')] }))
    const named = async () => {
      const services = await store.inventory.list(tenant)
      return ['other', one.platform_id].map(
        (name) => services.find(({ platform_id }) => platform_id === name)?.interactions,
      )
    }
    t.deepEqual(await named(), [2, 1])
    t.is((await store.interactions.get(tenant, one.id))?.platform_id, one.platform_id)
    await store.interactions.delete(tenant, one.id)
    t.deepEqual(await named(), [1, 1])
    await store.interactions.deleteMany(tenant, [two.id])
    t.deepEqual(await named(), [0, 1])
  })

  test(named('names of services that are only seen are bounded with those of records'), async (t) => {
    await awayFromMidnight()
    const { store, tenant } = await openTenant(t)
    const proxy = sender('proxy')
    await store.interactions.record(tenant, madeUp(tenant, 0, NEW_NAMES_A_DAY - 1), undefined, proxy)
    const sightings = [1, 2, 3].map((index) => aSighting({ platform_id: `seen-${index}`, count: 2 }))
    await store.inventory.addSightings(tenant, { id: undefined, sightings }, proxy)
    const { names, other, flooded, news } = await state(store, tenant)
    t.deepEqual([names, other?.tunnelled, news], [NEW_NAMES_A_DAY + 1, 4, NEW_NAMES_A_DAY])
    t.deepEqual(
      flooded.map(({ count }) => count),
      [2],
    )
  })

  test(named('no text names a person who floods: the alert has the id'), async (t) => {
    await awayFromMidnight()
    const { store, tenant } = await openTenant(t)
    const person = { id: randomUUID(), name: null }
    await store.interactions.record(tenant, madeUp(tenant, 0, NEW_NAMES_A_DAY + 1), undefined, person)
    const { flooded } = await state(store, tenant)
    t.deepEqual(
      flooded.map(({ user_id, title }) => [user_id, title]),
      [[person.id, 'A person names more new AI services than the inventory takes in a day']],
    )
  })

  test(
    named('alerts about more people than one sender’s share of a day name none, and one alert says so'),
    async (t) => {
      await awayFromMidnight()
      const { store, tenant } = await openTenant(t)
      const laptop = sender('laptop')
      const over = 40
      const risky = () => anInteraction(tenant, { user_id: randomUUID(), risk_score: 0.97 })
      const all = Array.from({ length: ALERTED_USERS_A_DAY + over }, risky)
      for (let from = 0; from < all.length; from += 180) {
        await store.interactions.record(tenant, all.slice(from, from + 180), undefined, laptop)
      }
      const alerts = async () => {
        const page = { offset: 0, limit: 2000 }
        const { items } = await store.alerts.list(tenant, {}, { field: 'created_at', descending: true }, page)
        const risks = items.filter(({ type }) => type === 'high_risk')
        return {
          people: risks.filter(({ user_id }) => user_id !== null).length,
          added: risks.filter(({ user_id }) => user_id === null).map(({ count }) => count),
          flooded: items
            .filter(({ type }) => type === 'names_flooded')
            .map(({ count, title }) => [count, title.slice(0, 8)]),
        }
      }
      t.deepEqual(await alerts(), { people: ALERTED_USERS_A_DAY, added: [over], flooded: [[over, '“laptop”']] })
      // Who has alerts already goes on having them, and another sender is not concerned.
      const known = anInteraction(tenant, { user_id: all[0]?.user_id ?? null, risk_score: 0.97 })
      await store.interactions.record(tenant, [known], undefined, laptop)
      await store.interactions.record(tenant, [risky()], undefined, sender('another'))
      t.deepEqual(await alerts(), { people: ALERTED_USERS_A_DAY + 1, added: [over], flooded: [[over, '“laptop”']] })
      const page = { offset: 0, limit: 1 }
      const named = await store.interactions.list(tenant, { user_id: all.at(-1)?.user_id ?? '' }, NEWEST, page)
      t.is(named.total, 1)
    },
  )
}
