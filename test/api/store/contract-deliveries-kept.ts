import { randomUUID } from 'node:crypto'
import { prefixedId } from '../../../api/ids.ts'
import { DuplicateError } from '../../../api/store/errors.ts'
import { AT, aDelivery, aWebhook } from './fixtures.ts'
import type { Suite } from './suite.ts'

const LONG_AGO = '2026-10-01T10:00:00.000Z'
const LATER = '2026-11-21T10:05:00.000Z'

/** What is kept of deliveries, for whom and how long. */
export function testDeliveriesKept({ test, named, openTenant, openTwoTenants }: Suite): void {
  test(named('deliveries come back as they were stored, newest first, to their tenant alone'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const [webhook, second] = [aWebhook(tenant), aWebhook(tenant)]
    for (const each of [webhook, second]) await store.webhooks.insert(each)
    const attempt = { timestamp: AT, status_code: null, response_time_ms: 5000, error: 'timeout: none within 5 s' }
    const older = aDelivery(webhook, { attempts: [attempt], state: 'failed', next_attempt_at: null })
    const newer = aDelivery(webhook, { created_at: LATER, interaction_id: randomUUID(), body: '{"data":"é😀 "}' })
    for (const delivery of [newer, older, aDelivery(second)]) t.true(await store.deliveries.insert(delivery))
    t.deepEqual(await store.deliveries.list(tenant, webhook.id, 10), { items: [newer, older], total: 2 })
    t.deepEqual(await store.deliveries.list(tenant, webhook.id, 1), { items: [newer], total: 2 })
    t.deepEqual(await store.deliveries.get(tenant, webhook.id, older.id), older)
    for (const [tenantId, webhookId] of [
      [other, webhook.id],
      [tenant, second.id],
      [tenant, prefixedId('whk')],
    ] as const) {
      t.is(await store.deliveries.get(tenantId, webhookId, older.id), undefined)
    }
    t.deepEqual(await store.deliveries.list(other, webhook.id, 10), { items: [], total: 0 })
    await t.throwsAsync(store.deliveries.insert(older), { instanceOf: DuplicateError })
    t.false(await store.deliveries.insert(aDelivery({ id: webhook.id, tenant_id: other })))
  })

  test(named('what deliveries tell of an interaction goes when it is erased'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const [webhook, foreign] = [aWebhook(tenant), aWebhook(other)]
    for (const each of [webhook, foreign]) await store.webhooks.insert(each)
    const [erased, second] = [randomUUID(), randomUUID()]
    const pending = aDelivery(webhook, { interaction_id: erased })
    const under = aDelivery(webhook, { interaction_id: erased })
    const done = aDelivery(webhook, { interaction_id: second, state: 'succeeded', next_attempt_at: null })
    const kept = [aDelivery(webhook, { interaction_id: randomUUID() }), aDelivery(webhook)]
    // Callers choose ids: another tenant may have chosen the same.
    const same = aDelivery(foreign, { interaction_id: erased })
    for (const delivery of [pending, under, done, ...kept, same]) await store.deliveries.insert(delivery)
    const claimed = await store.deliveries.claim(under.id, AT, LATER)
    t.is(await store.deliveries.erase(tenant, [erased, second, randomUUID()]), 3)
    t.is(await store.deliveries.erase(tenant, [erased, second]), 0)
    t.is(await store.deliveries.erase(tenant, []), 0)
    const find = (id: string) => store.deliveries.get(tenant, webhook.id, id)
    const gone = { body: '', interaction_id: null, next_attempt_at: null }
    t.deepEqual(await find(pending.id), { ...pending, ...gone, state: 'dropped' })
    t.deepEqual(await find(under.id), { ...under, ...gone, state: 'dropped' })
    t.deepEqual(await find(done.id), { ...done, ...gone })
    for (const delivery of kept) t.deepEqual(await find(delivery.id), delivery)
    t.deepEqual(await store.deliveries.get(other, foreign.id, same.id), same)
    t.false(await store.deliveries.settle(under.id, claimed?.claim ?? '', { state: 'dropped', attempt: null }))
    t.is(await store.deliveries.claim(pending.id, AT, LATER), undefined)
    t.is(await store.deliveries.countPending(webhook.id), 2)
    t.is((await store.deliveries.claimDue(webhook.id, AT, LATER, 10)).length, 2)
  })

  test(named('what was erased of a delivery since it was read is not sent again'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const webhook = aWebhook(tenant)
    await store.webhooks.insert(webhook)
    const sent = { state: 'succeeded', next_attempt_at: null } as const
    const original = aDelivery(webhook, { ...sent, interaction_id: randomUUID() })
    const data = { id: randomUUID(), user_id: randomUUID(), interaction_id: randomUUID(), count: 1 }
    const event = { id: 'evt_1', timestamp: AT, event_type: 'alert.created', tenant_id: tenant, data }
    const alert = aDelivery(webhook, {
      ...{ ...sent, event_type: 'alert.created', body: JSON.stringify(event), interaction_id: data.interaction_id },
    })
    for (const one of [original, alert]) {
      await store.deliveries.insert(one)
      const again = () => ({ ...one, id: prefixedId('dlv') })
      t.true(await store.deliveries.insert(again(), undefined, one.id))
      t.false(await store.deliveries.insert(again(), undefined, prefixedId('dlv')))
      await store.deliveries.erase(tenant, [one.interaction_id ?? ''])
      const { total } = await store.deliveries.list(tenant, webhook.id, 10)
      t.false(await store.deliveries.insert(again(), () => t.fail() as never, one.id), one.event_type)
      t.is((await store.deliveries.list(tenant, webhook.id, 10)).total, total)
      const left = await store.deliveries.get(tenant, webhook.id, one.id)
      t.not(left?.body, one.body)
    }
  })

  test(named('what is old is deleted, some at a time, whatever became of it'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const [webhook, off, foreign] = [aWebhook(tenant), aWebhook(tenant, { active: false }), aWebhook(other)]
    for (const each of [webhook, off, foreign]) await store.webhooks.insert(each)
    const settled = { state: 'succeeded', next_attempt_at: null } as const
    const old = { created_at: LONG_AGO }
    for (const delivery of [
      aDelivery(webhook, { ...old, ...settled }),
      aDelivery(webhook, { ...old, ...settled }),
      aDelivery(off, { ...old, next_attempt_at: LONG_AGO }),
      aDelivery(webhook),
      aDelivery(foreign, old),
    ]) {
      await store.deliveries.insert(delivery)
    }
    t.is(await store.deliveries.deleteOld(tenant, LONG_AGO, 2), 0)
    t.is(await store.deliveries.deleteOld(tenant, AT, 2), 2)
    t.is(await store.deliveries.deleteOld(tenant, AT, 2), 1)
    t.is(await store.deliveries.deleteOld(tenant, AT, 2), 0)
    t.is((await store.deliveries.list(tenant, webhook.id, 10)).total, 1)
    t.is((await store.deliveries.list(other, foreign.id, 10)).total, 1)
    t.is(await store.deliveries.countPending(off.id), 0)
    t.like(await store.deliveries.totals(), { pending: 2 })
  })

  test(named('where no webhook was deleted there are no orphans'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const webhook = aWebhook(tenant)
    await store.webhooks.insert(webhook)
    await store.deliveries.insert(aDelivery(webhook))
    t.is(await store.deliveries.deleteOrphans(10), 0)
    t.is((await store.deliveries.list(tenant, webhook.id, 10)).total, 1)
  })
}
