import { randomUUID } from 'node:crypto'
import type { Store } from '../../../api/store/store.ts'
import type { Interaction } from '../../../core/model/interaction.ts'
import { anInteraction, FIRST_PAGE, finding, NEWEST } from './fixtures.ts'
import type { Suite } from './suite.ts'

export function testInteractions({ test, named, open, openTenant, openTwoTenants }: Suite): void {
  test(named('interactions come back as they were recorded'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const full = anInteraction(tenant, {
      user_id: randomUUID(),
      risk_score: 0.1 + 0.2,
      classifications: [finding('EMAIL'), finding('EMAIL'), finding('PHONE')],
      policy_decisions: [{ policy_id: randomUUID(), policy_name: 'P', action: 'coach', matched_conditions: 2 }],
      enforced_action: 'coach',
      direction: 'inbound',
      source: 'endpoint_agent',
      timestamp: '1969-07-20T20:17:40.123Z',
    })
    const bare = anInteraction(tenant)
    const recorded = { stored: [full.id, bare.id], newPlatforms: ['openai-api'] }
    t.deepEqual(await store.interactions.record(tenant, [full, bare]), recorded)
    t.deepEqual(await store.interactions.get(tenant, full.id), full)
    t.deepEqual(await store.interactions.get(tenant, bare.id), bare)
    t.is(await store.interactions.get(tenant, randomUUID()), undefined)
  })

  test(named('an id that is there already is left as it is'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const first = anInteraction(tenant)
    await store.interactions.record(tenant, [first])
    const again = { ...first, risk_score: 1 }
    const fresh = anInteraction(tenant)
    t.deepEqual((await store.interactions.record(tenant, [again, fresh, fresh])).stored, [fresh.id])
    t.deepEqual(await store.interactions.get(tenant, first.id), first)
    t.is((await store.interactions.list(tenant, {}, NEWEST, FIRST_PAGE)).total, 2)
    const elsewhere = await store.interactions.record(other, [{ ...first, tenant_id: other }])
    t.deepEqual(elsewhere.stored, [first.id])
  })

  test(named('a batch that two senders record at the same time is stored once'), async (t) => {
    const { store, place, tenant } = await openTenant(t)
    const { store: second } = await open(t, place)
    const batch = Array.from({ length: 50 }, () => anInteraction(tenant))
    const [mine, theirs] = await Promise.all([
      store.interactions.record(tenant, batch),
      second.interactions.record(tenant, batch),
    ])
    t.deepEqual([...mine.stored, ...theirs.stored].sort(), batch.map(({ id }) => id).sort())
    t.is((await store.interactions.list(tenant, {}, NEWEST, FIRST_PAGE)).total, 50)
  })

  test(named('every documented filter of interactions, alone and together'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const user = randomUUID()
    const a = anInteraction(tenant, { risk_score: 0.2, user_id: user, timestamp: '2026-01-01T00:00:00.000Z' })
    const b = anInteraction(tenant, {
      risk_score: 0.5,
      platform_id: 'claude-web',
      source: 'api',
      timestamp: '2026-01-02T00:00:00.000Z',
      classifications: [finding('EMAIL'), finding('EMAIL'), finding('IBAN')],
    })
    const c = anInteraction(tenant, {
      risk_score: 0.8,
      direction: 'inbound',
      content_hash: 'cd'.repeat(32),
      timestamp: '2026-01-03T00:00:00.000Z',
      classifications: [finding('EMAIL')],
    })
    await store.interactions.record(tenant, [a, b, c])
    await store.interactions.record(other, [anInteraction(other, { user_id: user })])
    const names = new Map([
      [a.id, 'a'],
      [b.id, 'b'],
      [c.id, 'c'],
    ])
    const find = async (filter: Parameters<Store['interactions']['list']>[1]) => {
      const oldest = { field: 'timestamp', descending: false } as const
      const { items, total } = await store.interactions.list(tenant, filter, oldest, FIRST_PAGE)
      t.is(items.length, total)
      return items.map(({ id }) => names.get(id)).join('')
    }
    t.is(await find({}), 'abc')
    t.is(await find({ platform_id: 'claude-web' }), 'b')
    t.is(await find({ risk_score_min: 0.5 }), 'bc')
    t.is(await find({ risk_score_max: 0.5 }), 'ab')
    t.is(await find({ risk_score_min: 0.3, risk_score_max: 0.7 }), 'b')
    t.is(await find({ classification_type: 'EMAIL' }), 'bc')
    t.is(await find({ classification_type: 'IBAN' }), 'b')
    t.is(await find({ classification_type: 'NIR' }), '')
    t.is(await find({ source: 'proxy' }), 'ac')
    t.is(await find({ start_date: '2026-01-02T00:00:00.000Z' }), 'bc')
    t.is(await find({ end_date: '2026-01-02T00:00:00.000Z' }), 'ab')
    t.is(await find({ user_id: user }), 'a')
    t.is(await find({ direction: 'inbound' }), 'c')
    t.is(await find({ content_hash: 'cd'.repeat(32) }), 'c')
    t.is(await find({ classification_type: 'EMAIL', source: 'proxy', risk_score_min: 0.8, direction: 'inbound' }), 'c')
    t.is(await find({ classification_type: 'EMAIL', user_id: user }), '')
  })

  test(named('every sort of interactions pages through all of them once, ties by timestamp and id'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const batch = Array.from({ length: 60 }, (_, index) =>
      anInteraction(tenant, {
        risk_score: (index % 3) / 4,
        platform_id: `platform-${index % 4}`,
        timestamp: new Date(Date.UTC(2026, 0, 1 + (index % 5))).toISOString(),
      }),
    )
    await store.interactions.record(tenant, batch)
    for (const field of ['timestamp', 'risk_score', 'platform_id'] as const) {
      for (const descending of [false, true]) {
        const key = (item: Interaction) => [item[field], item.timestamp, item.id] as const
        const expected = batch.toSorted((x, y) => (descending ? -1 : 1) * compare(key(x), key(y)))
        const seen: string[] = []
        for (let offset = 0; offset < batch.length; offset += 7) {
          const { items, total } = await store.interactions.list(
            tenant,
            {},
            { field, descending },
            { offset, limit: 7 },
          )
          t.is(total, 60)
          seen.push(...items.map(({ id }) => id))
        }
        t.deepEqual(
          seen,
          expected.map(({ id }) => id),
          `${field} ${descending}`,
        )
      }
    }
  })

  test(named('a deleted interaction is gone from every list, and its id may be used again'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const gone = anInteraction(tenant, { classifications: [finding('EMAIL')] })
    const kept = anInteraction(tenant, { classifications: [finding('EMAIL')] })
    await store.interactions.record(tenant, [gone, kept])
    t.deepEqual(await store.interactions.delete(tenant, gone.id), gone)
    t.is(await store.interactions.delete(tenant, gone.id), undefined)
    t.is(await store.interactions.get(tenant, gone.id), undefined)
    t.deepEqual(await store.interactions.list(tenant, { classification_type: 'EMAIL' }, NEWEST, FIRST_PAGE), {
      items: [kept],
      total: 1,
    })
    t.deepEqual((await store.interactions.record(tenant, [gone])).stored, [gone.id])
  })

  test(named('many interactions are deleted at once, those that are there'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const batch = Array.from({ length: 20 }, () => anInteraction(tenant, { classifications: [finding('EMAIL')] }))
    await store.interactions.record(tenant, batch)
    const ids = batch.slice(0, 15).map(({ id }) => id)
    t.is(await store.interactions.deleteMany(other, ids), 0)
    t.is(await store.interactions.deleteMany(tenant, [...ids, randomUUID()]), 15)
    t.is(await store.interactions.deleteMany(tenant, ids), 0)
    t.is(await store.interactions.deleteMany(tenant, []), 0)
    t.is((await store.interactions.list(tenant, { classification_type: 'EMAIL' }, NEWEST, FIRST_PAGE)).total, 5)
    t.is((await store.inventory.list(tenant))[0]?.interactions, 5)
  })
}

function compare(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] ?? ''
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}
