import { randomUUID } from 'node:crypto'
import type { ExecutionContext } from 'ava'
import type { NewDelivery } from '../../../api/store/outbox.ts'
import type { Event, EventType } from '../../../core/model/event.ts'
import { AT, anEvent, aWebhook } from './fixtures.ts'
import type { Suite } from './suite.ts'

/** What the outbox of an engine writes deliveries with, as another process has it that shares the database. */
export interface EventDeliveriesUnderTest {
  wantedTypes(tenantId: string): Promise<ReadonlySet<EventType>>
  insertForEvents(tenantId: string, events: readonly Event[]): Promise<NewDelivery[]>
}

export type OpenEventDeliveries = (
  t: ExecutionContext<unknown>,
  place: string,
  backlog: number,
  backlogBytes?: number,
) => Promise<EventDeliveriesUnderTest>

const LATER = '2026-11-21T10:05:00.000Z'
const second = (index: number) => new Date(Date.parse(AT) + index * 1000).toISOString()

/** How deliveries come to be with the events they are of. */
export function testEventDeliveries({ test, named, openTwoTenants }: Suite, openDeliveries: OpenEventDeliveries): void {
  test(named('what active webhooks of a tenant ask for is wanted, as soon as any process changes it'), async (t) => {
    const { store, place, tenant, other } = await openTwoTenants(t)
    const deliveries = await openDeliveries(t, place, 10)
    const wanted = async (tenantId = tenant) => [...(await deliveries.wantedTypes(tenantId))].sort()
    t.deepEqual(await wanted(), [])
    const first = aWebhook(tenant, { events: ['policy.created', 'alert.created'] })
    await store.webhooks.insert(first)
    await store.webhooks.insert(aWebhook(tenant, { events: ['policy.created', 'user.deleted'] }))
    await store.webhooks.insert(aWebhook(tenant, { events: ['user.invited'], active: false }))
    t.deepEqual(await wanted(), ['alert.created', 'policy.created', 'user.deleted'])
    t.deepEqual(await wanted(other), [])
    await store.webhooks.update(tenant, first.id, { active: false, updated_at: LATER })
    t.deepEqual(await wanted(), ['policy.created', 'user.deleted'])
    await store.webhooks.update(tenant, first.id, { active: true, events: ['alert.resolved'], updated_at: LATER })
    t.deepEqual(await wanted(), ['alert.resolved', 'policy.created', 'user.deleted'])
    await store.webhooks.delete(tenant, first.id)
    t.deepEqual(await wanted(), ['policy.created', 'user.deleted'])
  })

  test(named('each event becomes a delivery to each active webhook that asks for it'), async (t) => {
    const { store, place, tenant, other } = await openTwoTenants(t)
    const deliveries = await openDeliveries(t, place, 10)
    const both = aWebhook(tenant, { events: ['policy.created', 'alert.created'] })
    const one = aWebhook(tenant, { events: ['alert.created'] })
    const off = aWebhook(tenant, { events: ['alert.created'], active: false })
    const foreign = aWebhook(other, { events: ['alert.created'] })
    for (const webhook of [both, one, off, foreign]) await store.webhooks.insert(webhook)
    const policy = anEvent(tenant, { timestamp: second(1) })
    const alert = anEvent(tenant, { event_type: 'alert.created', timestamp: second(2), data: { text: 'é😀' } })
    const written = await deliveries.insertForEvents(tenant, [
      policy,
      alert,
      anEvent(tenant, { event_type: 'user.deleted' }),
    ])
    t.is(written.length, 3)
    const listed = async (webhook: typeof one) => (await store.deliveries.list(webhook.tenant_id, webhook.id, 10)).items
    const [newest, oldest, ...none] = await listed(both)
    t.deepEqual(none, [])
    t.deepEqual(newest, {
      id: newest?.id ?? '',
      tenant_id: tenant,
      webhook_id: both.id,
      event_id: alert.id,
      event_type: 'alert.created',
      interaction_id: null,
      body: JSON.stringify(alert),
      created_at: second(2),
      state: 'pending',
      attempts: [],
      next_attempt_at: second(2),
    })
    t.like(oldest, { event_id: policy.id, body: JSON.stringify(policy) })
    const [only] = await listed(one)
    t.is(only?.event_id, alert.id)
    t.deepEqual(
      written.toSorted((a, b) => a.id.localeCompare(b.id)),
      [newest, oldest, only]
        .map((delivery) => ({ id: delivery?.id ?? '', tenant_id: tenant, webhook_id: delivery?.webhook_id ?? '' }))
        .sort((a, b) => a.id.localeCompare(b.id)),
    )
    t.true(written.every(({ id }) => /^dlv_[0-9a-f]{32}$/.test(id)))
    t.deepEqual([await listed(off), await listed(foreign)], [[], []])
    t.deepEqual(await deliveries.insertForEvents(tenant, []), [])
  })

  test(named('events that are written again make no second delivery'), async (t) => {
    const { store, place, tenant } = await openTwoTenants(t)
    const webhook = aWebhook(tenant)
    await store.webhooks.insert(webhook)
    const events = Array.from({ length: 5 }, () => anEvent(tenant))
    await (await openDeliveries(t, place, 100)).insertForEvents(tenant, events)
    const [claimed] = await store.deliveries.claimDue(webhook.id, AT, LATER, 1)
    const again = await openDeliveries(t, place, 100)
    await again.insertForEvents(tenant, [...events, anEvent(tenant)])
    t.is((await store.deliveries.list(tenant, webhook.id, 10)).total, 6)
    t.is(await store.deliveries.countPending(webhook.id), 6)
    t.true(await store.deliveries.settle(claimed?.id ?? '', claimed?.claim ?? '', { state: 'dropped', attempt: null }))
  })

  test(named('an event of an interaction can be erased with it; an alert about it still arrives'), async (t) => {
    const { store, place, tenant } = await openTwoTenants(t)
    const deliveries = await openDeliveries(t, place, 10)
    const webhook = aWebhook(tenant, { events: ['interaction.high_risk', 'alert.created'] })
    await store.webhooks.insert(webhook)
    const id = randomUUID()
    await deliveries.insertForEvents(tenant, [
      anEvent(tenant, { event_type: 'interaction.high_risk', data: { id } }),
      anEvent(tenant, { event_type: 'alert.created', data: { id: randomUUID(), interaction_id: id } }),
    ])
    t.is(await store.deliveries.erase(tenant, [id]), 1)
    const [left, ...others] = await store.deliveries.claimDue(webhook.id, AT, LATER, 10)
    t.is(left?.event_type, 'alert.created')
    t.deepEqual(others, [])
  })

  test(named('of more than may wait for a webhook the oldest are kept, the others counted'), async (t) => {
    const { store, place, tenant } = await openTwoTenants(t)
    const full = aWebhook(tenant, { events: ['policy.created'] })
    const roomy = aWebhook(tenant, { events: ['policy.created'] })
    for (const webhook of [full, roomy]) await store.webhooks.insert(webhook)
    const events = Array.from({ length: 20 }, (_, index) => anEvent(tenant, { timestamp: second(index) }))
    const deliveries = await openDeliveries(t, place, 5)
    t.is((await deliveries.insertForEvents(tenant, events.slice(0, 3))).length, 6)
    t.deepEqual(await store.deliveries.totals(), { pending: 6, overflowed: 0 })
    t.is((await deliveries.insertForEvents(tenant, events.slice(3, 8))).length, 4)
    t.deepEqual(await store.deliveries.totals(), { pending: 10, overflowed: 6 })
    const kept = (await store.deliveries.list(tenant, full.id, 20)).items.map(({ event_id }) => event_id)
    t.deepEqual(
      kept.toReversed(),
      events.slice(0, 5).map(({ id }) => id),
    )
    for (const { id, claim } of await store.deliveries.claimDue(roomy.id, second(9), LATER, 2)) {
      await store.deliveries.settle(id, claim, { state: 'dropped', attempt: null })
    }
    const later = await openDeliveries(t, place, 5)
    const written = await later.insertForEvents(tenant, events.slice(10, 13))
    t.deepEqual(
      written.map(({ webhook_id }) => webhook_id),
      [roomy.id, roomy.id],
    )
    t.deepEqual(await store.deliveries.totals(), { pending: 10, overflowed: 10 })
    await store.webhooks.delete(tenant, full.id)
    t.deepEqual(await store.deliveries.totals(), { pending: 5, overflowed: 10 })
  })

  test(named('the bytes of what waits for a webhook are bounded too, each in full for every webhook'), async (t) => {
    const { store, place, tenant } = await openTwoTenants(t)
    const [one, two] = [aWebhook(tenant), aWebhook(tenant)]
    for (const webhook of [one, two]) await store.webhooks.insert(webhook)
    const size = (event: Event) => Buffer.byteLength(JSON.stringify(event))
    const small = () => anEvent(tenant, { data: { text: '' } })
    const large = () => anEvent(tenant, { data: { text: 'é'.repeat(600) } })
    const events = [large(), large(), small()]
    const bytes = size(events[0] as Event) * 2 - 1
    const deliveries = await openDeliveries(t, place, 100, bytes)
    t.is((await deliveries.insertForEvents(tenant, events)).length, 2)
    t.deepEqual(await store.deliveries.totals(), { pending: 2, overflowed: 4 })
    // There is room again for what is small, and as soon as the large one has ended, for another.
    t.is((await deliveries.insertForEvents(tenant, [small()])).length, 2)
    const [claimed] = await store.deliveries.claimDue(one.id, AT, LATER, 1)
    t.is(claimed?.event_id, events[0]?.id)
    await store.deliveries.settle(claimed?.id ?? '', claimed?.claim ?? '', { state: 'dropped', attempt: null })
    const later = await openDeliveries(t, place, 100, bytes)
    t.deepEqual(
      (await later.insertForEvents(tenant, [large()])).map(({ webhook_id }) => webhook_id),
      [one.id],
    )
  })

  test(named('what one webhook no longer has of an event the others still have, erased in all at once'), async (t) => {
    const { store, place, tenant } = await openTwoTenants(t)
    const webhooks = [1, 2, 3].map(() => aWebhook(tenant, { events: ['interaction.high_risk'] }))
    for (const webhook of webhooks) await store.webhooks.insert(webhook)
    const [gone, one, two] = webhooks.map(({ id }) => id) as [string, string, string]
    const interaction = randomUUID()
    const event = anEvent(tenant, { event_type: 'interaction.high_risk', data: { id: interaction } })
    await (await openDeliveries(t, place, 10)).insertForEvents(tenant, [event])
    await store.webhooks.delete(tenant, gone)
    const [first] = await store.deliveries.claimDue(one, AT, LATER, 10)
    t.is(first?.body, JSON.stringify(event))
    const { claim = '', ...sent } = first ?? ({} as never)
    await store.deliveries.settle(sent.id, claim, { state: 'dropped', attempt: null })
    const again = { ...sent, id: `dlv_${randomUUID()}`, created_at: LATER, next_attempt_at: LATER }
    t.true(await store.deliveries.insert(again, undefined, sent.id))
    // The retention takes the first deliveries: the redelivery still has its body.
    while ((await store.deliveries.deleteOld(tenant, LATER, 10)) > 0);
    t.deepEqual(await store.deliveries.get(tenant, one, again.id), again)
    t.deepEqual(await store.deliveries.list(tenant, two, 10), { items: [], total: 0 })
    t.is(await store.deliveries.erase(tenant, [interaction]), 1)
    t.like(await store.deliveries.get(tenant, one, again.id), { body: '', interaction_id: null, state: 'dropped' })
  })
}
