import { randomUUID } from 'node:crypto'
import { DuplicateError, StaleVersionError } from '../../../api/store/errors.ts'
import { AT, aPolicy, FIRST_PAGE } from './fixtures.ts'
import type { Suite } from './suite.ts'

export function testPolicies({ test, named, open, openTenant, openTwoTenants }: Suite): void {
  test(named('policies come back as they were stored, with a version that grows'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const policy = aPolicy(tenant)
    t.deepEqual(await store.policies.insert(policy), { ...policy, version: 1 })
    const rules = { action: 'block' as const, conditions: [] }
    const changed = await store.policies.update(tenant, policy.id, { rules, updated_at: '2026-12-01T00:00:00.000Z' })
    const expected = { ...policy, rules, updated_at: '2026-12-01T00:00:00.000Z', version: 2 }
    t.deepEqual(changed, { before: { ...policy, version: 1 }, after: expected })
    t.deepEqual(await store.policies.get(tenant, policy.id), expected)
  })

  test(named('a policy changes or goes only at the version the caller has seen, where one is named'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const { id } = await store.policies.insert(aPolicy(tenant))
    await store.policies.update(tenant, id, { priority: 1, updated_at: AT }, 1)
    const stale = { instanceOf: StaleVersionError }
    await t.throwsAsync(store.policies.update(tenant, id, { priority: 2, updated_at: AT }, 1), stale)
    await t.throwsAsync(store.policies.delete(tenant, id, 1), stale)
    t.is((await store.policies.get(tenant, id))?.priority, 1)
    t.is((await store.policies.delete(tenant, id, 2))?.id, id)
    t.is(await store.policies.delete(tenant, id), undefined)
    t.is(await store.policies.update(tenant, id, { updated_at: AT }), undefined)
  })

  test(named('of ten policies of one name that are made at once there is one'), async (t) => {
    const { store, place, tenant } = await openTenant(t)
    const { store: second } = await open(t, place)
    const attempts = Array.from({ length: 10 }, (_, index) =>
      (index % 2 === 0 ? store : second).policies.insert(aPolicy(tenant, { name: 'Only one' })),
    )
    const results = await Promise.allSettled(attempts)
    t.is(results.filter(({ status }) => status === 'fulfilled').length, 1)
    t.true(results.every((result) => result.status === 'fulfilled' || result.reason instanceof DuplicateError))
    t.is((await store.policies.list(tenant, {}, { field: 'name', descending: false }, FIRST_PAGE)).total, 1)
  })

  test(named('a policy is not renamed to a name that is taken'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    await store.policies.insert(aPolicy(tenant, { name: 'A' }))
    await store.policies.insert(aPolicy(other, { name: 'B' }))
    const { id } = await store.policies.insert(aPolicy(tenant, { name: 'C' }))
    const rename = store.policies.update(tenant, id, { name: 'A', updated_at: AT })
    t.is((await t.throwsAsync(rename, { instanceOf: DuplicateError })).field, 'name')
    t.is((await store.policies.update(tenant, id, { name: 'B', updated_at: AT }))?.after.name, 'B')
  })

  test(named('policies are filtered, sorted and paged'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    await store.policies.insert(aPolicy(other))
    const policies = [
      aPolicy(tenant, { name: 'b', priority: 2, created_at: '2026-01-02T00:00:00.000Z' }),
      aPolicy(tenant, { name: 'a', priority: 2, created_at: '2026-01-01T00:00:00.000Z', enabled: false }),
      aPolicy(tenant, { name: 'c', priority: 1, created_at: '2026-01-03T00:00:00.000Z' }),
    ]
    for (const policy of policies) await store.policies.insert(policy)
    const list = async (field: 'name' | 'priority' | 'created_at', descending: boolean, enabled?: boolean) => {
      const { items, total } = await store.policies.list(tenant, { enabled }, { field, descending }, FIRST_PAGE)
      return `${items.map(({ name }) => name).join('')} of ${total}`
    }
    t.is(await list('name', false), 'abc of 3')
    t.is(await list('priority', false), 'cab of 3')
    t.is(await list('priority', true), 'bac of 3')
    t.is(await list('created_at', true), 'cba of 3')
    t.is(await list('name', false, true), 'bc of 2')
    t.is(await list('name', false, false), 'a of 1')
  })

  test(named('policies get other priorities, and those that are gone are left out'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const [one, two] = [
      await store.policies.insert(aPolicy(tenant, { name: 'one', priority: 1 })),
      await store.policies.insert(aPolicy(tenant, { name: 'two', priority: 2 })),
    ]
    const stranger = await store.policies.insert(aPolicy(other, { priority: 3 }))
    const later = '2026-11-22T10:00:00.000Z'
    const places = [
      { id: one.id, priority: 30 },
      { id: randomUUID(), priority: 20 },
      { id: stranger.id, priority: 40 },
    ]
    await store.policies.setPriorities(tenant, places, later)
    await store.policies.setPriorities(tenant, [], later)
    t.deepEqual(await store.policies.get(tenant, one.id), { ...one, priority: 30, version: 2, updated_at: later })
    t.deepEqual(await store.policies.get(tenant, two.id), two)
    t.deepEqual(await store.policies.get(other, stranger.id), stranger)
  })
}
