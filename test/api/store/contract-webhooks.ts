import { randomUUID } from 'node:crypto'
import { prefixedId } from '../../../api/ids.ts'
import { DuplicateError } from '../../../api/store/errors.ts'
import { AT, aDelivery, aWebhook, FIRST_PAGE } from './fixtures.ts'
import type { Suite } from './suite.ts'

const LATER = '2026-11-21T10:05:00.000Z'

export function testWebhooks({ test, named, open, openTenant, openTwoTenants }: Suite): void {
  test(named('a webhook comes back as it was stored, whatever its headers are called'), async (t) => {
    const { store, place, tenant } = await openTenant(t)
    const webhook = aWebhook(tenant, {
      events: ['policy.created', 'interaction.high_risk'],
      headers: { $where: '1', 'a.b': '2', __proto__x: '3' },
      auth_token: 'sealed token',
      previous_secret: { signing_secret: 'sealed before', expires_at: LATER },
      active: false,
    })
    await store.webhooks.insert(webhook)
    const { store: second } = await open(t, place)
    t.deepEqual(await second.webhooks.get(tenant, webhook.id), webhook)
    t.is(await store.webhooks.get(tenant, prefixedId('whk')), undefined)
    await t.throwsAsync(store.webhooks.insert(webhook), { instanceOf: DuplicateError })
  })

  test(named('webhooks are listed newest first, all of them or the active ones'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const older = aWebhook(tenant)
    const newer = aWebhook(tenant, { created_at: LATER, active: false })
    for (const webhook of [newer, older, aWebhook(other)]) await store.webhooks.insert(webhook)
    t.deepEqual(await store.webhooks.list(tenant, {}, FIRST_PAGE), { items: [newer, older], total: 2 })
    t.deepEqual(await store.webhooks.list(tenant, { active: true }, FIRST_PAGE), { items: [older], total: 1 })
    t.deepEqual(await store.webhooks.list(tenant, { active: false }, FIRST_PAGE), { items: [newer], total: 1 })
    t.deepEqual(await store.webhooks.list(tenant, {}, { offset: 1, limit: 1 }), { items: [older], total: 2 })
  })

  test(named('a change of a webhook leaves what it does not name'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const webhook = aWebhook(tenant, { auth_token: 'sealed' })
    await store.webhooks.insert(webhook)
    const changes = {
      url: 'https://siem.example.com/',
      headers: {},
      auth_token: null,
      previous_secret: { signing_secret: 'old', expires_at: LATER },
      updated_at: LATER,
    }
    const changed = await store.webhooks.update(tenant, webhook.id, changes)
    t.deepEqual(changed, { before: webhook, after: { ...webhook, ...changes } })
    t.deepEqual(await store.webhooks.get(tenant, webhook.id), { ...webhook, ...changes })
    for (const stranger of [other, randomUUID()]) {
      t.is(await store.webhooks.get(stranger, webhook.id), undefined)
      t.is(await store.webhooks.update(stranger, webhook.id, { active: false, updated_at: AT }), undefined)
      t.is(await store.webhooks.delete(stranger, webhook.id), undefined)
      t.deepEqual(await store.webhooks.list(stranger, {}, FIRST_PAGE), { items: [], total: 0 })
    }
    t.true((await store.webhooks.get(tenant, webhook.id))?.active)
  })

  test(named('a change that asks for a webhook as it was is made of no other'), async (t) => {
    const { store, place, tenant } = await openTenant(t)
    const { store: second } = await open(t, place)
    const webhook = aWebhook(tenant)
    await store.webhooks.insert(webhook)
    const changes = { active: false, updated_at: LATER, ifUpdatedAt: webhook.updated_at }
    const { ifUpdatedAt: _only, ...fields } = changes
    const off = { ...webhook, ...fields }
    t.deepEqual((await store.webhooks.update(tenant, webhook.id, changes))?.after, off)
    t.is(await store.webhooks.update(tenant, webhook.id, { ...changes, description: 'other' }), undefined)
    t.is(await second.webhooks.update(tenant, webhook.id, changes, { audit: () => [] }), undefined)
    t.deepEqual(await second.webhooks.get(tenant, webhook.id), off)
  })

  test(named('of changes at once that ask for a webhook as it was, one is made'), async (t) => {
    const { store, place, tenant } = await openTenant(t)
    const { store: second } = await open(t, place)
    const webhook = aWebhook(tenant)
    await store.webhooks.insert(webhook)
    const changes = { updated_at: LATER, ifUpdatedAt: webhook.updated_at }
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? store : second).webhooks.update(tenant, webhook.id, { ...changes, description: `${index}` }),
      ),
    )
    t.is(made.filter((change) => change !== undefined).length, 1)
  })

  test(named('a change of a webhook does not undo what its deliveries count meanwhile'), async (t) => {
    const { store, place, tenant } = await openTenant(t)
    const { store: second } = await open(t, place)
    const webhook = aWebhook(tenant)
    await store.webhooks.insert(webhook)
    const deliveries = Array.from({ length: 10 }, () => aDelivery(webhook))
    for (const delivery of deliveries) await store.deliveries.insert(delivery)
    const attempt = { timestamp: LATER, status_code: 200, response_time_ms: 1, error: null }
    await Promise.all([
      ...deliveries.map(async ({ id }) => {
        const claimed = await store.deliveries.claim(id, AT, LATER)
        t.true(await store.deliveries.settle(id, claimed?.claim ?? '', { state: 'succeeded', attempt }))
      }),
      ...deliveries.map(({ id }) => second.webhooks.update(tenant, webhook.id, { description: id, updated_at: LATER })),
    ])
    const after = await store.webhooks.get(tenant, webhook.id)
    t.deepEqual([after?.delivery_count, after?.last_delivery], [10, LATER])
  })

  test(named('a webhook goes with all its deliveries, and with none of another'), async (t) => {
    const { store, place, tenant } = await openTenant(t)
    const { store: second } = await open(t, place)
    const [webhook, kept] = [aWebhook(tenant), aWebhook(tenant)]
    await store.webhooks.insert(webhook)
    await store.webhooks.insert(kept)
    const deliveries = Array.from({ length: 50 }, () => aDelivery(webhook))
    for (const delivery of [...deliveries, aDelivery(kept)]) await store.deliveries.insert(delivery)
    const [under] = await second.deliveries.claimDue(webhook.id, AT, LATER, 1)
    t.deepEqual(await store.webhooks.delete(tenant, webhook.id), webhook)
    t.is(await store.webhooks.get(tenant, webhook.id), undefined)
    t.is(await store.webhooks.delete(tenant, webhook.id), undefined)
    t.deepEqual(await store.deliveries.list(tenant, webhook.id, 10), { items: [], total: 0 })
    t.is(await store.deliveries.get(tenant, webhook.id, deliveries[0]?.id ?? ''), undefined)
    t.deepEqual(await store.deliveries.claimDue(webhook.id, AT, LATER, 10), [])
    t.false(await second.deliveries.settle(under?.id ?? '', under?.claim ?? '', { state: 'dropped', attempt: null }))
    t.false(await store.deliveries.insert(aDelivery(webhook)))
    t.is(await store.deliveries.deleteOrphans(10), 0)
    t.like(await store.deliveries.totals(), { pending: 1 })
    t.is((await store.deliveries.list(tenant, kept.id, 10)).total, 1)
  })
}
