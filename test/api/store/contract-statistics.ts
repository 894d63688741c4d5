import { randomUUID } from 'node:crypto'
import type { Interaction } from '../../../core/model/interaction.ts'
import { anInteraction, FIRST_PAGE, finding, NEWEST } from './fixtures.ts'
import type { Suite } from './suite.ts'

const ALL = { platform: 100, classification: 100, source: 100, user: 100 } as const
const HOURS = { unit: 'hour', from: new Date('2026-11-21T00:00:00Z'), to: new Date('2026-11-21T23:00:00Z') } as const
const DAYS = { unit: 'day', from: new Date('2026-11-01T00:00:00Z'), to: new Date('2026-11-30T00:00:00Z') } as const
const NOTHING = { interactions: 0, blocked: 0, coached: 0, logged: 0, high_risk: 0 }

export function testStatistics({ test, named, open, openTenant, openTwoTenants }: Suite): void {
  test(named('interactions are counted by hour and day in every dimension'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const [ana, ben] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'] as const
    const at = (timestamp: string, fields: Partial<Interaction>) => anInteraction(tenant, { timestamp, ...fields })
    await store.interactions.record(tenant, [
      at('2026-11-21T10:00:00.000Z', {
        user_id: ana,
        enforced_action: 'block',
        risk_score: 1,
        classifications: [finding('IBAN')],
      }),
      at('2026-11-21T10:59:59.999Z', {
        user_id: ana,
        enforced_action: 'coach',
        risk_score: 0.8,
        classifications: [finding('IBAN'), finding('EMAIL')],
      }),
      at('2026-11-21T11:00:00.000Z', {
        user_id: ben,
        enforced_action: 'log',
        source: 'api',
        platform_id: 'claude-web',
      }),
      at('2026-11-20T23:59:59.999Z', {}),
    ])
    await store.interactions.record(other, [anInteraction(other)])
    const hours = await store.statistics.read(tenant, HOURS, ALL)
    t.deepEqual(hours.totals, { interactions: 3, blocked: 1, coached: 1, logged: 1, high_risk: 2 })
    t.deepEqual([hours.users, hours.platforms], [2, 2])
    t.deepEqual(
      hours.series.map(({ key, interactions }) => [key.toISOString(), interactions]),
      [
        ['2026-11-21T10:00:00.000Z', 2],
        ['2026-11-21T11:00:00.000Z', 1],
      ],
    )
    t.deepEqual(hours.by.platform, [
      { key: 'openai-api', interactions: 2, blocked: 1, coached: 1, logged: 0, high_risk: 2 },
      { key: 'claude-web', interactions: 1, blocked: 0, coached: 0, logged: 1, high_risk: 0 },
    ])
    const shown = (dimension: keyof typeof hours.by) =>
      hours.by[dimension].map(({ key, interactions }) => [key, interactions])
    t.deepEqual(shown('classification'), [
      ['IBAN', 2],
      ['EMAIL', 1],
    ])
    t.deepEqual(shown('source'), [
      ['proxy', 2],
      ['api', 1],
    ])
    t.deepEqual(shown('user'), [
      [ana, 2],
      [ben, 1],
    ])
    t.deepEqual(hours.risk, [1, 0, 0, 0, 0, 0, 0, 0, 1, 1])

    const days = await store.statistics.read(tenant, DAYS, { ...ALL, user: 1 })
    t.is(days.totals.interactions, 4)
    t.deepEqual(
      days.series.map(({ key, interactions }) => [key.toISOString(), interactions]),
      [
        ['2026-11-20T00:00:00.000Z', 1],
        ['2026-11-21T00:00:00.000Z', 3],
      ],
    )
    t.is(days.by.user.length, 1)
  })

  test(
    named('what policies matched and what was not inspected is counted in and out, and the range before'),
    async (t) => {
      const { store, tenant, other } = await openTwoTenants(t)
      const [p, q] = [randomUUID(), randomUUID()]
      const decision = (policy_id: string) =>
        ({ policy_id, policy_name: 'P', action: 'block', matched_conditions: 1 }) as const
      const at = (timestamp: string, fields: Partial<Interaction>) => anInteraction(tenant, { timestamp, ...fields })
      const inspected = (status: string) => ({ content_metadata: { inspection: { status } } })
      const twice = at('2026-11-21T10:00:00.000Z', {
        policy_decisions: [decision(p), decision(q), decision(p)],
        enforced_action: 'block',
        ...inspected('partial'),
      })
      await store.interactions.record(tenant, [
        twice,
        at('2026-11-21T11:00:00.000Z', { policy_decisions: [decision(p)], ...inspected('full') }),
        at('2026-11-21T11:00:00.000Z', { platform_id: 'claude-web', ...inspected('none') }),
        at('2026-11-20T11:00:00.000Z', { policy_decisions: [decision(p)], ...inspected('none') }),
      ])
      await store.interactions.record(other, [anInteraction(other, { policy_decisions: [decision(p)] })])
      const before = {
        unit: 'hour',
        from: new Date('2026-11-20T00:00:00Z'),
        to: new Date('2026-11-20T23:00:00Z'),
      } as const
      const read = async () => {
        const { previous, policies, notInspected } = await store.statistics.readFurther(tenant, HOURS, before, 10)
        const counts = [...policies, ...notInspected].map(({ key, interactions }): [string, number] => [
          key,
          interactions,
        ])
        return { previous: previous.interactions, ...Object.fromEntries(counts) }
      }
      t.deepEqual(await read(), { previous: 1, [p]: 2, [q]: 1, partial: 1, none: 1 })
      t.is((await store.statistics.readFurther(tenant, HOURS, before, 1)).policies[0]?.key, p)
      await store.interactions.revise(tenant, twice.id, (current) => ({ ...current, policy_decisions: [decision(q)] }))
      t.deepEqual(await read(), { previous: 1, [p]: 1, [q]: 1, partial: 1, none: 1 })
      await store.interactions.delete(tenant, twice.id)
      t.deepEqual(await read(), { previous: 1, [p]: 1, none: 1 })
      const series = await store.statistics.readPlatform(tenant, 'claude-web', HOURS)
      t.deepEqual(
        series.map(({ key, interactions }) => [key.toISOString(), interactions]),
        [['2026-11-21T11:00:00.000Z', 1]],
      )
      t.deepEqual(await store.statistics.readPlatform(other, 'claude-web', HOURS), [])
    },
  )

  test(named('where nothing was recorded there is nothing to count'), async (t) => {
    const { store, tenant } = await openTenant(t)
    for (const id of [tenant, randomUUID()]) {
      const { totals, users, platforms, series, by, risk } = await store.statistics.read(id, HOURS, ALL)
      t.deepEqual({ totals, users, platforms, series }, { totals: NOTHING, users: 0, platforms: 0, series: [] })
      t.deepEqual(by, { platform: [], classification: [], source: [], user: [] })
      t.deepEqual(risk, Array(10).fill(0))
      t.deepEqual(await store.inventory.list(id), [])
    }
  })

  test(named('what is recorded again, by two at once, is counted once'), async (t) => {
    const { store, place, tenant } = await openTenant(t)
    const { store: second } = await open(t, place)
    const batch = Array.from({ length: 30 }, () => anInteraction(tenant))
    await Promise.all([store, second, store, second].map((each) => each.interactions.record(tenant, batch)))
    t.is((await store.statistics.read(tenant, HOURS, ALL)).totals.interactions, 30)
    t.is((await store.inventory.list(tenant))[0]?.interactions, 30)
  })

  test(named('what is deleted leaves no count, and no trace of its user'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const gone = anInteraction(tenant, { user_id: randomUUID(), risk_score: 0.9, classifications: [finding('IBAN')] })
    await store.interactions.record(tenant, [gone])
    await store.interactions.delete(tenant, gone.id)
    const statistics = await store.statistics.read(tenant, HOURS, ALL)
    t.deepEqual(statistics.totals, NOTHING)
    t.deepEqual(statistics.by, { platform: [], classification: [], source: [], user: [] })
    const [service] = await store.inventory.list(tenant)
    t.deepEqual([service?.interactions, service?.users, service?.avg_risk_score], [0, 0, 0])
  })

  test(named('a revision is stored, counted anew, and keeps id, tenant and timestamp'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const before = anInteraction(tenant, { classifications: [finding('EMAIL')], risk_score: 0.3 })
    await store.interactions.record(tenant, [before, anInteraction(tenant)])
    const revised = await store.interactions.revise(tenant, before.id, (current) => ({
      ...current,
      id: randomUUID(),
      tenant_id: randomUUID(),
      timestamp: '1999-01-01T00:00:00.000Z',
      classifications: [...current.classifications, finding('IBAN')],
      risk_score: 0.9,
      tier: 3,
    }))
    const after = { ...before, classifications: [finding('EMAIL'), finding('IBAN')], risk_score: 0.9, tier: 3 as const }
    t.deepEqual(revised, { before, after })
    t.deepEqual(await store.interactions.get(tenant, before.id), after)
    const found = await store.interactions.list(tenant, { classification_type: 'IBAN' }, NEWEST, FIRST_PAGE)
    t.deepEqual(found, { items: [after], total: 1 })
    const { totals, by } = await store.statistics.read(tenant, HOURS, ALL)
    t.deepEqual([totals.interactions, totals.high_risk], [2, 1])
    t.deepEqual(
      by.classification.map(({ key, interactions }) => [key, interactions]),
      [
        ['EMAIL', 1],
        ['IBAN', 1],
      ],
    )
    t.is((await store.inventory.list(tenant))[0]?.interactions, 2)
    t.is(await store.interactions.revise(tenant, randomUUID(), (current) => current), undefined)
  })

  test(named('of revisions made at once each sees the other'), async (t) => {
    const { store, place, tenant } = await openTenant(t)
    const { store: second } = await open(t, place)
    const interaction = anInteraction(tenant)
    await store.interactions.record(tenant, [interaction])
    const types = Array.from({ length: 10 }, (_, index) => `TYPE_${index}`)
    await Promise.all(
      types.map((type, index) =>
        (index % 2 === 0 ? store : second).interactions.revise(tenant, interaction.id, (current) => ({
          ...current,
          classifications: [...current.classifications, finding(type)],
        })),
      ),
    )
    const revised = await store.interactions.get(tenant, interaction.id)
    t.deepEqual(revised?.classifications.map(({ type }) => type).sort(), types)
  })

  test(named('the inventory tells which platforms are new, and keeps what is thought of them'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const record = async (...platforms: string[]) => {
      const batch = platforms.map((platform_id, index) => anInteraction(tenant, { platform_id, risk_score: index / 4 }))
      return (await store.interactions.record(tenant, batch)).newPlatforms.toSorted()
    }
    t.deepEqual(await record('a', 'b', 'a'), ['a', 'b'])
    t.deepEqual(await record('a', 'c'), ['c'])
    t.deepEqual((await store.interactions.record(other, [anInteraction(other, { platform_id: 'a' })])).newPlatforms, [
      'a',
    ])
    const changed = await store.inventory.setStatus(tenant, 'a', 'unsanctioned')
    t.deepEqual([changed?.before.status, changed?.after.status], ['tolerated', 'unsanctioned'])
    t.deepEqual(await record('a'), [])
    t.deepEqual(
      (await store.inventory.list(tenant)).map((service) => [
        service.platform_id,
        service.status,
        service.interactions,
        service.max_risk_score,
        service.avg_risk_score,
      ]),
      [
        ['a', 'unsanctioned', 4, 0.5, 0.125],
        ['b', 'tolerated', 1, 0.25, 0.25],
        ['c', 'tolerated', 1, 0.25, 0.25],
      ],
    )
    t.is((await store.inventory.list(other))[0]?.status, 'tolerated')
    t.is(await store.inventory.setStatus(tenant, 'never-seen', 'sanctioned'), undefined)
  })
}
