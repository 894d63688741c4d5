import { randomUUID } from 'node:crypto'
import { DuplicateError } from '../../../api/store/errors.ts'
import type { ScimGroupRecord } from '../../../api/store/scim-group-store.ts'
import type { ScimRecord } from '../../../api/store/user-store.ts'
import { AT, aUser, FIRST_PAGE } from './fixtures.ts'
import type { Suite } from './suite.ts'

const OLDEST = { field: 'created_at', descending: false } as const

function aScim(fields: Partial<ScimRecord> = {}): ScimRecord {
  return {
    user_name: `Name-${randomUUID()}`,
    external_id: null,
    active: true,
    entitled: true,
    display_name: 'Jo',
    name: { givenName: 'Jo' },
    emails: [{ value: 'jo@example.com', type: 'work', primary: true }],
    changed_at: AT,
    ...fields,
  }
}

function aGroup(tenant_id: string, fields: Partial<ScimGroupRecord> = {}): ScimGroupRecord {
  return {
    ...{ id: randomUUID(), tenant_id, display_name: 'Group', external_id: null, members: [] },
    ...{ created_at: AT, changed_at: AT, revision: 1 },
    ...fields,
  }
}

export function testScim({ test, named, openTenant, openTwoTenants }: Suite): void {
  test(named('provisioned users are found by what the client knows them by'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const scim = aScim({ user_name: 'Jo@Example.com', external_id: 'Ext' })
    const user = aUser(tenant, { scim })
    for (const one of [user, aUser(tenant), aUser(other, { scim })]) await store.users.insert(one)
    t.deepEqual(await store.users.get(tenant, user.id), user)
    const list = async (filter: Parameters<typeof store.users.list>[1]) => {
      const { items, total } = await store.users.list(tenant, filter, OLDEST, FIRST_PAGE)
      return total === items.length ? items.map(({ id }) => id) : []
    }
    t.deepEqual(await list({ provisioned: true }), [user.id])
    t.deepEqual(await list({ provisioned: true, scimUserName: 'jo@EXAMPLE.com' }), [user.id])
    t.deepEqual(await list({ provisioned: true, scimExternalId: 'Ext' }), [user.id])
    t.deepEqual(await list({ provisioned: true, scimExternalId: 'ext' }), [])
    t.is((await list({})).length, 2)
  })

  test(named('names of provisioned users and their addresses are unique, when they change too'), async (t) => {
    const { store, tenant } = await openTenant(t)
    const first = aUser(tenant, { scim: aScim({ user_name: 'one' }) })
    const second = aUser(tenant, { scim: aScim({ user_name: 'two' }) })
    for (const user of [first, second]) await store.users.insert(user)
    const insert = store.users.insert(aUser(tenant, { scim: aScim({ user_name: 'ONE' }) }))
    await t.throwsAsync(insert, { instanceOf: DuplicateError })
    const rename = store.users.update(tenant, second.id, { scim: aScim({ user_name: 'One' }) })
    await t.throwsAsync(rename, { instanceOf: DuplicateError })
    const move = store.users.update(tenant, second.id, { email: first.email, scim: aScim({ user_name: 'two' }) })
    await t.throwsAsync(move, { instanceOf: DuplicateError })
    const scim = aScim({ user_name: 'three' })
    const changed = await store.users.update(tenant, second.id, { email: 'new@example.com', scim })
    t.like(changed?.after, { email: 'new@example.com', scim })
    t.like(await store.users.get(tenant, second.id), { email: 'new@example.com', scim })
    await store.users.insert(aUser(tenant, { scim: aScim({ user_name: 'two' }) }))
  })

  test(named('groups come back as they were stored, of one tenant, and change at one revision'), async (t) => {
    const { store, tenant, other } = await openTwoTenants(t)
    const { scimGroups } = store
    const member = randomUUID()
    const first = aGroup(tenant, { display_name: 'A', external_id: 'x', members: [member, randomUUID()] })
    const second = aGroup(tenant, { display_name: 'B', created_at: '2026-11-22T00:00:00.000Z' })
    for (const group of [second, first, aGroup(other, { display_name: 'A', members: [member] })]) {
      await scimGroups.insert(group)
    }
    t.deepEqual(await scimGroups.get(tenant, first.id), first)
    t.is(await scimGroups.get(other, first.id), undefined)
    t.deepEqual(await scimGroups.list(tenant, {}, FIRST_PAGE), { items: [first, second], total: 2 })
    t.deepEqual(await scimGroups.list(tenant, { member }, FIRST_PAGE), { items: [first], total: 1 })
    const short = await scimGroups.list(tenant, {}, { offset: 0, limit: 1 }, 'short')
    t.deepEqual(short, { items: [{ ...first, members: [] }], total: 2 })
    t.deepEqual((await scimGroups.list(tenant, { external_id: 'x' }, FIRST_PAGE)).items, [first])
    t.deepEqual((await scimGroups.list(tenant, { display_name: 'B' }, FIRST_PAGE)).items, [second])
    t.deepEqual(await scimGroups.named(tenant, ['x', 'B', 'nobody']), [first, second])
    t.deepEqual(await scimGroups.named(tenant, []), [])

    const after = { ...first, display_name: 'C', members: [], revision: 2 }
    t.deepEqual(await scimGroups.replace(after), { before: first, after })
    t.is(await scimGroups.replace(after), undefined)
    t.is(await scimGroups.replace({ ...after, tenant_id: other, revision: 3 }), undefined)
    t.deepEqual(await scimGroups.get(tenant, first.id), after)
    t.is((await scimGroups.list(tenant, { member }, FIRST_PAGE)).total, 0)
    const again = { ...after, members: [member, randomUUID()], revision: 3 }
    await scimGroups.replace(again)
    t.deepEqual((await scimGroups.list(tenant, { member }, FIRST_PAGE)).items, [again])
    t.is(await scimGroups.delete(other, first.id), undefined)
    t.deepEqual(await scimGroups.delete(tenant, first.id), again)
    t.is((await scimGroups.list(tenant, { member }, FIRST_PAGE)).total, 0)
    t.is(await scimGroups.delete(tenant, first.id), undefined)
  })
}
