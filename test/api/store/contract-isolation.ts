import { randomUUID } from 'node:crypto'
import { AT, anInteraction, aPolicy, aUser, FIRST_PAGE, NEWEST } from './fixtures.ts'
import type { Suite } from './suite.ts'

export function testIsolation({ test, named, open, openTenant, openTwoTenants }: Suite): void {
  test(named('what belongs to a tenant is not there for another'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const user = aUser(tenant)
    const policy = aPolicy(tenant)
    const interaction = anInteraction(tenant)
    await store.users.insert(user)
    await store.policies.insert(policy)
    await store.interactions.record(tenant, [interaction])
    for (const stranger of [other, randomUUID()]) {
      t.is(await store.users.get(stranger, user.id), undefined)
      t.is(await store.users.update(stranger, user.id, { display_name: 'X' }), undefined)
      t.is(await store.users.delete(stranger, user.id), undefined)
      t.is(await store.policies.get(stranger, policy.id), undefined)
      t.is(await store.policies.update(stranger, policy.id, { updated_at: AT }), undefined)
      t.is(await store.policies.delete(stranger, policy.id), undefined)
      t.is(await store.interactions.get(stranger, interaction.id), undefined)
      t.is(await store.interactions.delete(stranger, interaction.id), undefined)
      t.deepEqual(await store.interactions.list(stranger, {}, NEWEST, FIRST_PAGE), { items: [], total: 0 })
    }
    t.truthy(await store.users.get(tenant, user.id))
    t.truthy(await store.policies.get(tenant, policy.id))
    t.truthy(await store.interactions.get(tenant, interaction.id))
  })

  test(named('everything is there when it is opened again, and closing twice is no mistake'), async (t) => {
    const { store, place, tenant } = await openTenant(t)
    const policy = aPolicy(tenant)
    await store.policies.insert(policy)
    await store.ping()
    await store.close()
    await store.close()
    const { store: again } = await open(t, place)
    t.deepEqual(await again.policies.get(tenant, policy.id), { ...policy, version: 1 })
  })
}
