import { randomUUID } from 'node:crypto'
import { publishRecorded } from '../../../api/events/interaction-events.ts'
import { publishChanged, publishCreated, publishDeleted } from '../../../api/policies/policy-changes.ts'
import { DuplicateError, StaleVersionError } from '../../../api/store/errors.ts'
import type { Committed } from '../../../api/store/outbox.ts'
import type { Store } from '../../../api/store/store.ts'
import type { Event, EventType } from '../../../core/model/event.ts'
import { AT, anInteraction, aPolicy, aWebhook, FIRST_PAGE } from './fixtures.ts'
import type { Suite } from './suite.ts'

function listenTo({ outbox }: Store, wants: (tenantId: string, type: EventType) => boolean = () => false) {
  const told: Committed[] = []
  const stop = outbox.onCommitted((committed) => told.push(committed), wants)
  return { told, events: () => told.flatMap(({ events }) => events), stop }
}

const typesOf = (events: readonly Event[]) => events.map(({ event_type }) => event_type)

export function testOutbox({ test, named, openTenant, openTwoTenants }: Suite): void {
  test(named('a change is stored with a delivery to every webhook that asks for it, and then told'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const [asks, asksToo] = [aWebhook(tenant), aWebhook(tenant, { events: ['policy.updated', 'policy.created'] })]
    const silent = [
      aWebhook(tenant, { events: ['policy.deleted'] }),
      aWebhook(tenant, { active: false }),
      aWebhook(other),
    ]
    for (const webhook of [asks, asksToo, ...silent]) await store.webhooks.insert(webhook)
    const { told } = listenTo(store)
    const policy = await store.policies.insert(aPolicy(tenant), publishCreated)
    t.is(told.length, 1)
    const [event] = told[0]?.events ?? []
    t.regex(event?.id ?? '', /^evt_[0-9a-f]{32}$/)
    const { version: _version, ...data } = policy
    t.deepEqual(
      { ...event, id: '', timestamp: '' },
      {
        id: '',
        timestamp: '',
        event_type: 'policy.created',
        tenant_id: tenant,
        data,
      },
    )
    const stored = await Promise.all(
      [asks, asksToo].map(async ({ id }) => (await store.deliveries.list(tenant, id, 10)).items),
    )
    for (const [delivery, ...more] of stored) {
      t.deepEqual(more, [])
      t.is(delivery?.event_id, event?.id)
      t.is(delivery?.state, 'pending')
      t.is(delivery?.body, JSON.stringify(event))
    }
    t.deepEqual(
      told[0]?.deliveries.map(({ id }) => id).sort(),
      stored.flatMap((list) => list.map(({ id }) => id)).sort(),
    )
    for (const { id, tenant_id } of silent) t.is((await store.deliveries.list(tenant_id, id, 10)).total, 0)
  })

  test(named('listeners hear of what they want, without any webhook, until they have enough'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const { told, events, stop } = listenTo(store, (id, type) => id === tenant && type === 'policy.deleted')
    for (const tenantId of [tenant, other]) {
      const { id } = await store.policies.insert(aPolicy(tenantId), publishCreated)
      await store.policies.delete(tenantId, id, undefined, publishDeleted)
    }
    t.deepEqual(typesOf(events()), ['policy.deleted'])
    t.is(events()[0]?.tenant_id, tenant)
    t.deepEqual(told[0]?.deliveries, [])
    stop()
    const { id } = await store.policies.insert(aPolicy(tenant))
    await store.policies.delete(tenant, id, undefined, publishDeleted)
    t.is(events().length, 1)
  })

  test(named('what nobody wants is not built, and where nobody wants anything, not even asked for'), async (t) => {
    const { store, tenant } = await openTenant(t)
    let asked = 0
    const publish = () => {
      asked += 1
      return [{ event_type: 'policy.created' as const, data: () => t.fail() as never }]
    }
    await store.policies.insert(aPolicy(tenant), publish)
    t.is(asked, 0)
    await store.webhooks.insert(aWebhook(tenant, { events: ['policy.deleted'] }))
    await store.policies.insert(aPolicy(tenant), publish)
    t.is(asked, 1)
  })

  test(named('one change may be two events, and one that changes nothing or fails is none'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const { events } = listenTo(store, () => true)
    const { id, name } = await store.policies.insert(aPolicy(tenant))
    await store.policies.update(tenant, id, { updated_at: AT, priority: 1, enabled: false }, undefined, publishChanged)
    t.deepEqual(typesOf(events()), ['policy.updated', 'policy.disabled'])
    await store.policies.update(tenant, id, { updated_at: AT, priority: 1 }, undefined, publishChanged)
    await t.throwsAsync(store.policies.insert(aPolicy(tenant, { name }), publishCreated), {
      instanceOf: DuplicateError,
    })
    await t.throwsAsync(store.policies.delete(tenant, id, 99, publishDeleted), { instanceOf: StaleVersionError })
    await store.policies.delete(tenant, randomUUID(), undefined, publishDeleted)
    t.is(events().length, 2)
  })

  test(named('a batch publishes what was new in it, and raises its alerts'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const { events } = listenTo(store, () => true)
    const [first, second] = [anInteraction(tenant, { tier: 1 }), anInteraction(tenant, { risk_score: 0.8 })]
    await store.interactions.record(tenant, [first], publishRecorded)
    await store.interactions.record(tenant, [first, second, second], publishRecorded)
    t.deepEqual(typesOf(events()).sort(), [
      'alert.created',
      'alert.created',
      'alert.severity_high',
      'interaction.classified',
      'interaction.created',
      'interaction.created',
      'interaction.high_risk',
    ])
    const sort = { field: 'severity', descending: true } as const
    const { items } = await store.alerts.list(tenant, {}, sort, FIRST_PAGE)
    t.deepEqual(
      items.map(({ type, interaction_id, count }) => [type, interaction_id, count]),
      [
        ['high_risk', second.id, 1],
        ['new_ai_service', first.id, 1],
      ],
    )
    const alert = events().find(({ event_type }) => event_type === 'alert.severity_high')
    t.deepEqual(alert?.data, items[0])
  })

  test(named('what deliveries tell of an interaction is erased with it, and what waits is dropped'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const webhook = aWebhook(tenant, { events: ['interaction.created', 'alert.created'] })
    await store.webhooks.insert(webhook)
    const batch = Array.from({ length: 3 }, () => anInteraction(tenant, { classifications: [] }))
    await store.interactions.record(tenant, batch, publishRecorded)
    const [one, two, kept] = batch
    await store.interactions.delete(tenant, one?.id ?? '')
    await store.interactions.deleteMany(tenant, [two?.id ?? ''])
    const { items } = await store.deliveries.list(tenant, webhook.id, 10)
    t.deepEqual(
      items
        .map(({ event_type, state, body }) => [event_type, state, body.includes(kept?.id ?? 'x'), body === ''])
        .sort(),
      [
        ['alert.created', 'pending', false, false],
        ['interaction.created', 'dropped', false, true],
        ['interaction.created', 'dropped', false, true],
        ['interaction.created', 'pending', true, false],
      ],
    )
  })
}
