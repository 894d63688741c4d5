import type { Settlement } from '../../../api/store/delivery-store.ts'
import type { Store } from '../../../api/store/store.ts'
import type { DeliveryAttempt } from '../../../core/model/webhook.ts'
import { aDelivery, aWebhook } from './fixtures.ts'
import type { Suite } from './suite.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 10, 0, second)).toISOString()
const LEASE = at(60)

const attemptAt = (timestamp: string, status_code = 500): DeliveryAttempt => ({
  timestamp,
  status_code,
  response_time_ms: 12,
  error: status_code === 200 ? null : 'http_status: it answered 500',
})

/** A delivery for each time it is due at. */
async function insertDue(store: Store, webhook: Parameters<typeof aDelivery>[0], ...seconds: readonly number[]) {
  const deliveries = seconds.map((second) =>
    aDelivery(webhook, { created_at: at(second), next_attempt_at: at(second) }),
  )
  for (const delivery of deliveries) await store.deliveries.insert(delivery)
  return deliveries.map(({ id }) => id)
}

/** What is due, who may attempt it and what becomes of it. */
export function testDeliveries({ test, named, open, openTenant, openTwoTenants }: Suite): void {
  test(named('webhooks with something due come once each, longest waiting first'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const [busy, quiet, foreign, early] = [aWebhook(tenant), aWebhook(tenant), aWebhook(other), aWebhook(tenant)]
    for (const webhook of [busy, quiet, foreign, early]) await store.webhooks.insert(webhook)
    t.deepEqual(await store.deliveries.dueWebhooks(at(10), 10), [])
    t.is(await store.deliveries.nextDue(at(0)), undefined)
    await insertDue(store, busy, ...Array.from({ length: 40 }, (_, index) => 3 + index / 100))
    await insertDue(store, foreign, 2, 9)
    await insertDue(store, quiet, 4)
    await insertDue(store, early, 11)
    const due = async (now: string, limit = 10) =>
      (await store.deliveries.dueWebhooks(now, limit)).map(({ webhook_id }) => webhook_id)
    t.deepEqual(await due(at(10)), [foreign.id, busy.id, quiet.id])
    t.deepEqual(await due(at(10), 2), [foreign.id, busy.id])
    t.deepEqual(await due(at(11)), [foreign.id, busy.id, quiet.id, early.id])
    t.deepEqual(await due(at(2)), [foreign.id])
    t.deepEqual(await due(at(1)), [])
    t.deepEqual(await store.deliveries.dueWebhooks(at(2), 1), [{ tenant_id: other, webhook_id: foreign.id }])
    t.is(await store.deliveries.nextDue(at(0)), at(2))
    t.is(await store.deliveries.nextDue(at(2)), at(3), 'what is due already is not the next')
    t.is(await store.deliveries.nextDue(at(10)), at(11), 'whatever else is due of other webhooks')
    t.is(await store.deliveries.nextDue(at(11)), undefined)
  })

  test(named('nothing is due for a webhook that is switched off, and all of it when it is on again'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const webhook = aWebhook(tenant)
    await store.webhooks.insert(webhook)
    const [id = ''] = await insertDue(store, webhook, 1)
    await store.webhooks.update(tenant, webhook.id, { active: false, updated_at: at(2) })
    t.deepEqual(await store.deliveries.dueWebhooks(at(9), 10), [])
    t.is(await store.deliveries.nextDue(at(0)), undefined)
    t.deepEqual(await store.deliveries.claimDue(webhook.id, at(9), LEASE, 10), [])
    t.is(await store.deliveries.claim(id, at(9), LEASE), undefined)
    t.is((await store.deliveries.get(tenant, webhook.id, id))?.state, 'pending')
    await store.webhooks.update(tenant, webhook.id, { active: true, updated_at: at(3) })
    t.is(await store.deliveries.nextDue(at(0)), at(1))
    t.is((await store.deliveries.dueWebhooks(at(9), 10)).length, 1)
    t.is((await store.deliveries.claim(id, at(9), LEASE))?.id, id)
  })

  test(named('deliveries are claimed longest due first, and until the lease ends nobody else gets them'), async (t) => {
    const { store, place, tenant } = await openTenant(t)
    const { store: second } = await open(t, place)
    const webhook = aWebhook(tenant)
    await store.webhooks.insert(webhook)
    const [third, first, next, future] = await insertDue(store, webhook, 3, 1, 2, 30)
    const mine = await store.deliveries.claimDue(webhook.id, at(5), LEASE, 2)
    t.deepEqual(
      mine.map(({ id }) => id),
      [first, next],
    )
    const { claim, ...claimed } = mine[0] ?? { claim: '' }
    t.truthy(claim)
    t.deepEqual(claimed as unknown, await store.deliveries.get(tenant, webhook.id, first ?? ''))
    t.is(await second.deliveries.claim(first ?? '', at(5), LEASE), undefined)
    const theirs = await second.deliveries.claimDue(webhook.id, at(5), LEASE, 10)
    t.deepEqual(
      theirs.map(({ id }) => id),
      [third],
    )
    t.is(await store.deliveries.claim(future ?? '', at(29), LEASE), undefined)
    t.is(await store.deliveries.nextDue(at(5)), at(30))
    t.is((await store.deliveries.claim(future ?? '', at(30), at(50)))?.id, future)
    t.is(await store.deliveries.nextDue(at(30)), at(50))
    t.deepEqual(await store.deliveries.dueWebhooks(at(49), 10), [])
    t.is((await store.deliveries.dueWebhooks(at(50), 10)).length, 1)
    t.deepEqual(
      (await second.deliveries.claimDue(webhook.id, at(60), at(120), 10)).map(({ id }) => id).sort(),
      [first, next, third, future].sort(),
    )
  })

  test(named('an attempt ends a delivery, or puts it off, and is counted once for the webhook'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const webhook = aWebhook(tenant)
    await store.webhooks.insert(webhook)
    const [id = '', other = ''] = await insertDue(store, webhook, 1, 2)
    const settle = async (now: string, settlement: Settlement, of = id) => {
      const claimed = await store.deliveries.claim(of, now, LEASE)
      t.true(await store.deliveries.settle(of, claimed?.claim ?? '', settlement))
      return store.deliveries.get(tenant, webhook.id, of)
    }
    const figures = async () => {
      const found = await store.webhooks.get(tenant, webhook.id)
      return [found?.delivery_count, found?.last_delivery, await store.deliveries.countPending(webhook.id)]
    }
    const given = await settle(at(1), { state: 'pending', attempt: null, next_attempt_at: at(3) })
    t.like(given, { state: 'pending', next_attempt_at: at(3), attempts: [] })
    t.deepEqual(await figures(), [0, null, 2])
    t.is(await store.deliveries.claim(id, at(2), LEASE), undefined)
    const failed = await settle(at(3), { state: 'pending', attempt: attemptAt(at(4)), next_attempt_at: at(9) })
    t.like(failed, { state: 'pending', next_attempt_at: at(9) })
    t.deepEqual(await figures(), [1, at(4), 2])
    const succeeded = await settle(at(9), { state: 'succeeded', attempt: attemptAt(at(10), 200) })
    t.like(succeeded, { state: 'succeeded', next_attempt_at: null })
    t.deepEqual(succeeded?.attempts, [attemptAt(at(4)), attemptAt(at(10), 200)])
    t.deepEqual(await figures(), [1, at(10), 1])
    t.is(await store.deliveries.claim(id, LEASE, LEASE), undefined)
    await settle(at(9), { state: 'failed', attempt: attemptAt(at(8)) }, other)
    t.deepEqual(await figures(), [2, at(10), 0])
    const [last = ''] = await insertDue(store, webhook, 5)
    t.like(await settle(at(9), { state: 'dropped', attempt: null }, last), { state: 'dropped', next_attempt_at: null })
    t.deepEqual(await figures(), [2, at(10), 0])
    t.is(await store.deliveries.nextDue(at(0)), undefined)
  })

  test(named('a claim that was lost settles nothing'), async (t) => {
    const { store, place, tenant } = await openTenant(t)
    const { store: second } = await open(t, place)
    const webhook = aWebhook(tenant)
    await store.webhooks.insert(webhook)
    const [id = ''] = await insertDue(store, webhook, 1)
    const slow = await store.deliveries.claim(id, at(1), at(10))
    const fast = await second.deliveries.claim(id, at(10), at(20))
    t.truthy(fast)
    const success = { state: 'succeeded', attempt: attemptAt(at(11), 200) } as const
    t.false(await store.deliveries.settle(id, slow?.claim ?? '', success))
    t.false(await store.deliveries.settle(id, '', success))
    t.like(await store.deliveries.get(tenant, webhook.id, id), { state: 'pending', attempts: [] })
    t.is((await store.webhooks.get(tenant, webhook.id))?.delivery_count, 0)
    t.true(await second.deliveries.settle(id, fast?.claim ?? '', success))
    t.false(await second.deliveries.settle(id, fast?.claim ?? '', success))
    t.is((await store.deliveries.get(tenant, webhook.id, id))?.attempts.length, 1)
  })

  test(named('a claim outlives its lease where nobody has taken it over'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const webhook = aWebhook(tenant)
    await store.webhooks.insert(webhook)
    const [id = ''] = await insertDue(store, webhook, 1)
    const claimed = await store.deliveries.claim(id, at(1), at(2))
    const success = { state: 'succeeded', attempt: attemptAt(at(30), 200) } as const
    t.true(await store.deliveries.settle(id, claimed?.claim ?? '', success))
  })

  test(named('of several processes that claim at once each gets other deliveries, and all are claimed'), async (t) => {
    const { store, place, tenant } = await openTenant(t)
    const stores = [store, (await open(t, place)).store, (await open(t, place)).store]
    const webhook = aWebhook(tenant)
    await store.webhooks.insert(webhook)
    const ids = await insertDue(store, webhook, ...Array.from({ length: 60 }, (_, index) => index / 10))
    const claims = await Promise.all(
      stores.map(async (each) => {
        const mine: string[] = []
        for (;;) {
          const some = await each.deliveries.claimDue(webhook.id, at(30), LEASE, 4)
          if (some.length === 0) return mine
          mine.push(...some.map(({ id }) => id))
        }
      }),
    )
    t.deepEqual(claims.flat().sort(), ids.toSorted())
    const [wanted = ''] = await insertDue(store, webhook, 7)
    const attempts = stores.flatMap((each) =>
      Array.from({ length: 5 }, () => each.deliveries.claim(wanted, at(30), LEASE)),
    )
    const won = (await Promise.all(attempts)).filter((claimed) => claimed !== undefined)
    t.is(won.length, 1)
    const success = { state: 'succeeded', attempt: attemptAt(at(31), 200) } as const
    const settled = await Promise.all(
      stores.map((each) => each.deliveries.settle(wanted, won[0]?.claim ?? '', success)),
    )
    t.is(settled.filter(Boolean).length, 1)
    t.is((await store.webhooks.get(tenant, webhook.id))?.delivery_count, 1)
  })

  test(named('what waits for a webhook is dropped on demand, also what is under way'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const [webhook, kept] = [aWebhook(tenant), aWebhook(tenant)]
    for (const each of [webhook, kept]) await store.webhooks.insert(each)
    const [first = '', second = '', done = ''] = await insertDue(store, webhook, 1, 2, 3)
    await insertDue(store, kept, 1)
    const finished = await store.deliveries.claim(done, at(9), LEASE)
    await store.deliveries.settle(done, finished?.claim ?? '', { state: 'failed', attempt: attemptAt(at(9)) })
    const under = await store.deliveries.claim(first, at(9), LEASE)
    t.is(await store.deliveries.dropPending(other, webhook.id), 0)
    t.is(await store.deliveries.dropPending(tenant, webhook.id), 2)
    t.is(await store.deliveries.dropPending(tenant, webhook.id), 0)
    t.false(await store.deliveries.settle(first, under?.claim ?? '', { state: 'succeeded', attempt: attemptAt(at(9)) }))
    for (const id of [first, second]) {
      t.like(await store.deliveries.get(tenant, webhook.id, id), { state: 'dropped', next_attempt_at: null })
    }
    t.is((await store.deliveries.get(tenant, webhook.id, done))?.state, 'failed')
    t.is(await store.deliveries.countPending(webhook.id), 0)
    t.is(await store.deliveries.countPending(kept.id), 1)
    t.like(await store.deliveries.totals(), { pending: 1, overflowed: 0 })
  })
}
