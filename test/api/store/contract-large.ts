import type { Interaction } from '../../../core/model/interaction.ts'
import { anInteraction, FIRST_PAGE, finding, NEWEST } from './fixtures.ts'
import type { Suite } from './suite.ts'

/** About 160 kB. */
export function aLargeInteraction(tenant: string, fields: Partial<Interaction> = {}): Interaction {
  return anInteraction(tenant, {
    content_metadata: { model: 'm', page: 'y'.repeat(60_000), host: 'api.openai.com' },
    classifications: Array.from({ length: 1000 }, (_, index) => ({
      ...finding('EMAIL'),
      start: index,
      end: index + 3,
    })),
    ...fields,
  })
}

export function testLarge({ test, named, openTenant }: Suite): void {
  test(named('a large interaction is whole by its id, and short in lists that ask for that'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const [large, small] = [aLargeInteraction(tenant), anInteraction(tenant)]
    await store.interactions.record(tenant, [large, small])
    t.deepEqual(await store.interactions.get(tenant, large.id), large)
    const list = async (form?: 'short') => {
      const { items, total } = await store.interactions.list(tenant, {}, NEWEST, FIRST_PAGE, form)
      t.is(total, 2)
      return new Map(items.map((item) => [item.id, item]))
    }
    const whole = await list()
    t.deepEqual([whole.get(large.id), whole.get(small.id)], [large, small])
    const shown = await list('short')
    t.deepEqual(shown.get(small.id), small)
    const short = shown.get(large.id)
    t.true(short?.truncated)
    t.deepEqual(short?.content_metadata, { model: 'm', host: 'api.openai.com' })
    t.deepEqual(short?.classifications, large.classifications.slice(0, 50))

    // A revision sees all of it, and may make it small.
    const seen: number[] = []
    const added = await store.interactions.revise(tenant, large.id, (current) => {
      seen.push(current.classifications.length)
      return { ...current, tier: 3 }
    })
    t.deepEqual(new Set(seen), new Set([1000]))
    t.deepEqual(added?.after, { ...large, tier: 3 })
    t.deepEqual(await store.interactions.get(tenant, large.id), { ...large, tier: 3 })
    await store.interactions.revise(tenant, large.id, (current) => ({
      ...current,
      content_metadata: {},
      classifications: [],
    }))
    t.deepEqual((await list('short')).get(large.id), await store.interactions.get(tenant, large.id))
    t.is((await list('short')).get(large.id)?.truncated, undefined)
  })

  test(
    named('what a large interaction counts as goes with it, also where the short form does not show it'),
    async (t) => {
      const { store, tenant } = await openTenant(t)
      const decisions = Array.from({ length: 60 }, (_, index) => ({
        policy_id: `00000000-0000-4000-8000-0000000000${String(index).padStart(2, '0')}`,
        policy_name: 'x'.repeat(200),
        // The last one alone blocks: without it, this is an upgrade that was refused, which counts as logged.
        action: index === 59 ? ('block' as const) : ('log' as const),
        matched_conditions: 1,
      }))
      const blocked = aLargeInteraction(tenant, {
        enforced_action: 'block',
        content_metadata: { inspection: { status: 'none', reason: 'unsupported_upgrade' } },
        policy_decisions: decisions,
      })
      await store.interactions.record(tenant, [blocked, anInteraction(tenant)])
      const blocks = async () => (await store.inventory.list(tenant)).map(({ blocked }) => blocked)
      t.deepEqual(await blocks(), [1])
      await store.interactions.deleteMany(tenant, [blocked.id])
      t.deepEqual(await blocks(), [0])
    },
  )
}
