import { randomUUID } from 'node:crypto'
import { DuplicateError } from '../../../api/store/errors.ts'
import { AT } from './fixtures.ts'
import type { Suite } from './suite.ts'

export function testTenants({ test, named, openTwoTenants }: Suite): void {
  test(named('tenants are listed in the order they were made, and their names are unique'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    t.deepEqual(
      (await store.tenants.list()).map(({ id }) => id),
      [tenant, other],
    )
    t.is((await store.tenants.get(other))?.name, 'Other')
    t.deepEqual(await store.tenants.settings(tenant), { own_words: true })
    t.deepEqual(await store.tenants.changeSettings(tenant, { own_words: false }), { own_words: false })
    t.deepEqual(await store.tenants.settings(tenant), { own_words: false })
    t.deepEqual(await store.tenants.settings(other), { own_words: true })
    t.is(await store.tenants.get(randomUUID()), undefined)
    const again = store.tenants.insert({ id: randomUUID(), name: 'Acme', created_at: AT })
    t.is((await t.throwsAsync(again, { instanceOf: DuplicateError })).field, 'name')
  })
}
