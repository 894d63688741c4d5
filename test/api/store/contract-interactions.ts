import { randomUUID } from 'node:crypto'
import type { Store } from '../../../api/store/store.ts'
import type { Interaction } from '../../../core/model/interaction.ts'
import { anInteraction, FIRST_PAGE, finding, NEWEST } from './fixtures.ts'
import type { Suite } from './suite.ts'

export function testInteractions({ test, named, open, openTenant, openTwoTenants }: Suite): void {
  test(named('told the same again, a revision writes and tells nothing'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const interaction = anInteraction(tenant, { classifications: [finding('EMAIL')] })
    await store.interactions.record(tenant, [interaction])
    let told = 0
    const publish = () => {
      told += 1
      return []
    }
    const same = await store.interactions.revise(tenant, interaction.id, (current) => ({ ...current }), publish)
    t.deepEqual(same, { before: interaction, after: interaction })
    t.is(told, 0)
    await store.outbox.onCommitted(
      () => {},
      () => true,
    )
    await store.interactions.revise(tenant, interaction.id, (current) => ({ ...current, tier: 3 }), publish)
    t.true(told > 0)
  })

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

  test(named('interactions are filtered by what was done, by what and where, alone and together'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const [policy, second] = [randomUUID(), randomUUID()]
    const decision = (policy_id: string, action: 'block' | 'coach') => {
      return { policy_id, policy_name: 'P', action, matched_conditions: 1 }
    }
    const a = anInteraction(tenant, {
      enforced_action: 'block',
      policy_decisions: [decision(policy, 'block'), decision(second, 'coach')],
      content_metadata: { host: 'API.openai.com', model: 'gpt-5', inspection: { status: 'full' } },
      timestamp: '2026-01-01T00:00:00.000Z',
    })
    const b = anInteraction(tenant, {
      enforced_action: 'coach',
      interaction_type: 'completion',
      policy_decisions: [decision(second, 'coach')],
      content_metadata: { model: 'gpt-5', inspection: { status: 'none', reason: 'too large' } },
      timestamp: '2026-01-02T00:00:00.000Z',
    })
    const c = anInteraction(tenant, {
      // Neither text nor object that filters know: kept, and not found by them.
      content_metadata: { host: 7, model: 'a\nmodel gpt-5', inspection: ['full'] },
      timestamp: '2026-01-03T00:00:00.000Z',
    })
    await store.interactions.record(tenant, [a, b, c])
    await store.interactions.record(other, [{ ...a, tenant_id: other }])
    const names = new Map([
      [a.id, 'a'],
      [b.id, 'b'],
      [c.id, 'c'],
    ])
    const find = async (filter: Parameters<Store['interactions']['list']>[1]) => {
      const oldest = { field: 'timestamp', descending: false } as const
      const { items, total } = await store.interactions.list(tenant, filter, oldest, FIRST_PAGE)
      t.is(items.length, total, JSON.stringify(filter))
      return items.map(({ id }) => names.get(id)).join('')
    }
    t.is(await find({ enforced_action: 'block' }), 'a')
    t.is(await find({ enforced_action: 'coach' }), 'b')
    t.is(await find({ enforced_action: 'log' }), '')
    t.is(await find({ enforced_action: 'allow' }), 'c')
    t.is(await find({ interaction_type: 'completion' }), 'b')
    t.is(await find({ interaction_type: 'prompt' }), 'ac')
    t.is(await find({ policy_id: policy }), 'a')
    t.is(await find({ policy_id: second }), 'ab')
    t.is(await find({ policy_id: randomUUID() }), '')
    t.is(await find({ inspection: 'none' }), 'b')
    t.is(await find({ inspection: 'full' }), 'a')
    t.is(await find({ model: 'gpt-5' }), 'ab')
    t.is(await find({ model: 'gpt' }), '')
    t.is(await find({ host: 'api.openai.com' }), 'a')
    t.is(await find({ reference: b.id.slice(-10) }), 'b')
    t.is(await find({ reference: b.id.slice(-10), enforced_action: 'block' }), '')
    t.is(await find({ reference: '0'.repeat(10) }), '')
    t.is(await find({ policy_id: second, model: 'gpt-5', enforced_action: 'block', host: 'api.openai.com' }), 'a')
    t.is(await find({ policy_id: second, start_date: '2026-01-02T00:00:00.000Z', direction: 'outbound' }), 'b')
    t.is(await find({ content_hash: a.content_hash, inspection: 'none' }), 'b')
    const revise = (current: Interaction): Interaction => ({ ...current, enforced_action: 'log', policy_decisions: [] })
    await store.interactions.revise(tenant, a.id, revise)
    t.is(await find({ enforced_action: 'log' }), 'a')
    t.is(await find({ policy_id: policy }), '')
    await store.interactions.delete(tenant, b.id)
    t.is(await find({ inspection: 'none' }), '')
    t.is(await find({ reference: b.id.slice(-10) }), '')
  })

  test(named('interactions of a user, of a text, or of both are erased, some at a time'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const [jo, al] = [randomUUID(), randomUUID()]
    const hash = 'cd'.repeat(32)
    const batch = Array.from({ length: 30 }, (_, index) =>
      anInteraction(tenant, {
        user_id: index % 3 === 0 ? jo : al,
        ...(index % 2 === 0 && { content_hash: hash }),
        timestamp: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
      }),
    )
    await store.interactions.record(tenant, batch)
    await store.interactions.record(other, [anInteraction(other, { user_id: jo, content_hash: hash })])
    const eraseAll = async (filter: Parameters<Store['interactions']['erase']>[1], limit: number) => {
      const counts: number[] = []
      for (;;) {
        const count = await store.interactions.erase(tenant, filter, limit)
        if (count === 0) return counts
        counts.push(count)
      }
    }
    const total = async (filter: Parameters<Store['interactions']['list']>[1]) =>
      (await store.interactions.list(tenant, filter, NEWEST, FIRST_PAGE)).total
    t.deepEqual(await eraseAll({ user_id: randomUUID() }, 4), [])
    t.deepEqual(await eraseAll({ user_id: jo, content_hash: hash }, 4), [4, 1])
    t.is(await total({}), 25)
    t.deepEqual(await eraseAll({ user_id: jo }, 4), [4, 1])
    t.is(await total({ user_id: al }), 20)
    t.deepEqual(await eraseAll({ content_hash: hash }, 100), [10])
    t.is(await total({}), 10)
    t.is((await store.inventory.list(tenant))[0]?.interactions, 10)
    t.is((await store.inventory.list(tenant))[0]?.users, 1)
    t.is((await store.interactions.list(other, {}, NEWEST, FIRST_PAGE)).total, 1)
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

  test(
    named('a deleted interaction is gone from every list, and does not come back when it is sent again'),
    async (t) => {
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
      t.deepEqual((await store.interactions.record(tenant, [gone])).stored, [])
      t.is(await store.interactions.get(tenant, gone.id), undefined)
    },
  )

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
