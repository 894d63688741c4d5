import { randomUUID } from 'node:crypto'
import type { Event } from '../../../core/model/event.ts'
import { AT, anInteraction, aWebhook, FIRST_PAGE } from './fixtures.ts'
import type { Suite } from './suite.ts'

/** Both ways of erasing. */
const WAYS = ['delete', 'erase'] as const

export function testErasure({ test, named, openTenant }: Suite): void {
  test(named('an erased interaction that is sent again is not stored, until its id is forgotten'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const user_id = randomUUID()
    const one = anInteraction(tenant)
    const ofUser = anInteraction(tenant, { user_id })
    const byAge = anInteraction(tenant)
    const all = [one, ofUser, byAge]
    await store.interactions.record(tenant, all)
    await store.interactions.delete(tenant, one.id)
    t.is(await store.interactions.erase(tenant, { user_id }, 10), 1)
    t.is(await store.interactions.deleteMany(tenant, [byAge.id]), 1)
    t.deepEqual((await store.interactions.record(tenant, all)).stored, [byAge.id])
    t.is(await store.interactions.get(tenant, one.id), undefined)
    t.is(await store.interactions.forgetErased(tenant, '2000-01-01T00:00:00.000Z', 10), 0)
    t.is(await store.interactions.forgetErased(tenant, '2999-01-01T00:00:00.000Z', 10), 2)
    t.deepEqual((await store.interactions.record(tenant, all)).stored, [one.id, ofUser.id])
  })

  for (const way of WAYS) {
    test(named(`an alert stays and arrives without the user when its interaction is erased (${way})`), async (t) => {
      const { store, tenant } = await openTenant(t)
      const webhook = aWebhook(tenant, { events: ['alert.created', 'alert.severity_high'] })
      await store.webhooks.insert(webhook)
      const user_id = randomUUID()
      const interaction = anInteraction(tenant, { user_id, risk_score: 0.9 })
      const kept = anInteraction(tenant, { user_id: randomUUID(), risk_score: 0.9 })
      await store.interactions.record(tenant, [interaction, kept])
      const order = { field: 'created_at', descending: false } as const
      for (const { id } of (await store.alerts.list(tenant, { type: 'high_risk' }, order, FIRST_PAGE)).items) {
        await store.alerts.setStatus(tenant, id, 'resolved', 'jo', AT, undefined, {
          resolution: 'confirmed',
          note: 'Al',
        })
      }
      if (way === 'delete') await store.interactions.delete(tenant, interaction.id)
      else t.is(await store.interactions.erase(tenant, { user_id }, 10), 1)

      const { items } = await store.alerts.list(tenant, { type: 'high_risk' }, order, FIRST_PAGE)
      const userOf = new Map(items.map((alert) => [alert.interaction_id, alert.user_id]))
      const said = new Map(items.map(({ interaction_id, resolution, note }) => [interaction_id, { resolution, note }]))
      t.deepEqual(said.get(interaction.id), { resolution: 'confirmed', note: undefined })
      t.deepEqual(said.get(kept.id), { resolution: 'confirmed', note: 'Al' })
      t.deepEqual([userOf.get(interaction.id), userOf.get(kept.id)], [null, kept.user_id])
      const claimed = await store.deliveries.claimDue(
        webhook.id,
        '2099-01-01T00:00:00.000Z',
        '2099-01-02T00:00:00.000Z',
        100,
      )
      const bodies = claimed.map(({ body }) => body)
      t.false(bodies.join('').includes(user_id))
      const events = bodies.map((body) => JSON.parse(body) as Event)
      const about = events.filter(({ data }) => data.interaction_id === interaction.id)
      t.true(about.some(({ data }) => data.type === 'high_risk' && data.user_id === null))
    })
  }
}
