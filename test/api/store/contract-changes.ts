import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Change, Topic } from '../../../api/store/change-feed.ts'
import { AT, aDelivery, aDetector, aPolicy, aUser, aWebhook } from './fixtures.ts'
import type { Suite } from './suite.ts'

export function testChanges({ test, named, open, openTwoTenants }: Suite): void {
  test(
    named('every change of users, policies, detectors, service tokens and webhooks is heard of elsewhere'),
    async (t) => {
      const { store, place, tenant, other } = await openTwoTenants(t)
      const { store: second } = await open(t, place)
      const heard: Change[] = []
      t.teardown(second.watch((change) => heard.push(change)))
      const hears = async (topic: Topic, tenantId: string, change: () => Promise<unknown>) => {
        heard.length = 0
        await change()
        while (!heard.some((each) => each.topic === topic && each.tenant_id === tenantId)) await sleep(20)
        t.true(heard.every((each) => each.tenant_id === tenantId))
      }
      const [user, admin] = [aUser(tenant), aUser(tenant)]
      await hears('users', tenant, () => store.users.insert(user))
      await hears('users', other, () => store.users.insert(aUser(other)))
      await hears('users', tenant, () => store.users.insert(admin))
      await hears('users', tenant, () => store.users.update(tenant, user.id, { role: 'viewer' }))
      await hears('users', tenant, () => store.users.delete(tenant, user.id))
      const policy = aPolicy(tenant)
      await hears('policies', tenant, () => store.policies.insert(policy))
      await hears('policies', tenant, () => store.policies.update(tenant, policy.id, { priority: 1, updated_at: AT }))
      await hears('policies', tenant, () => store.policies.delete(tenant, policy.id))
      const detector = aDetector(tenant)
      await hears('detectors', tenant, () => store.detectors.insert(detector))
      await hears('detectors', tenant, () => store.detectors.update(tenant, detector.id, { updated_at: AT }))
      await hears('detectors', tenant, () => store.detectors.delete(tenant, detector.id))
      const token = {
        id: randomUUID(),
        tenant_id: tenant,
        name: 'proxy',
        scopes: ['record'] as const,
        token_hash: 'a'.repeat(64),
        created_at: AT,
        created_by: 'jo@example.com',
      }
      await hears('service_tokens', tenant, () => store.serviceTokens.insert(token))
      await hears('service_tokens', tenant, () => store.serviceTokens.delete(tenant, token.id))
      const webhook = aWebhook(tenant)
      await hears('webhooks', tenant, () => store.webhooks.insert(webhook))
      await hears('webhooks', tenant, () =>
        store.webhooks.update(tenant, webhook.id, { active: false, updated_at: AT }),
      )
      await hears('webhooks', tenant, () => store.webhooks.delete(tenant, webhook.id))
    },
  )

  test(named('deliveries to a webhook are no change of it'), async (t) => {
    const { store, place, tenant, other } = await openTwoTenants(t)
    const webhook = aWebhook(tenant)
    await store.webhooks.insert(webhook)
    const { store: second } = await open(t, place)
    const heard: Change[] = []
    t.teardown(second.watch((change) => heard.push(change)))
    const delivery = aDelivery(webhook)
    await store.deliveries.insert(delivery)
    const claimed = await store.deliveries.claim(delivery.id, AT, AT)
    const attempt = { timestamp: AT, status_code: 200, response_time_ms: 1, error: null }
    t.true(await store.deliveries.settle(delivery.id, claimed?.claim ?? '', { state: 'succeeded', attempt }))
    t.is((await store.webhooks.get(tenant, webhook.id))?.delivery_count, 1)
    await store.policies.insert(aPolicy(other))
    while (heard.length === 0) await sleep(20)
    t.deepEqual(heard, [{ tenant_id: other, topic: 'policies' }])
  })

  test(named('who has ended a watch hears no more'), async (t) => {
    const { store, place, tenant } = await openTwoTenants(t)
    const { store: second } = await open(t, place)
    const heard: string[] = []
    const end = second.watch(() => heard.push('ended'))
    t.teardown(second.watch(() => heard.push('kept')))
    end()
    await store.policies.insert(aPolicy(tenant))
    while (heard.length === 0) await sleep(20)
    t.false(heard.includes('ended'))
  })
}
