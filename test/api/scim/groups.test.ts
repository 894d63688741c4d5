import { randomUUID } from 'node:crypto'
import test from 'ava'
import { ScimGroups } from '../../../api/scim/groups.ts'
import { ScimUsers } from '../../../api/scim/users.ts'
import type { Page } from '../../../api/store/paging.ts'
import type { ScimGroupRecord } from '../../../api/store/scim-group-store.ts'
import { changedUser, type UserChanges, type UserRecord } from '../../../api/store/user-store.ts'
import { startTestApi } from '../../support/api.ts'
import { documentEngines } from '../../support/engines.ts'
import { type ScimFailure, scimClient } from '../../support/scim.ts'
import { fileScope } from '../../support/scope.ts'
import { aUser } from '../store/fixtures.ts'

const scope = fileScope()
const NOBODY = '00000000-0000-4000-8000-000000000000'

for (const { name, test: withEngine, environment } of documentEngines(test)) {
  let starting: ReturnType<typeof begin> | undefined
  let people = 0
  const begin = async () => {
    const env = { WEIR_SCIM_ADMIN_GROUPS: 'Weir Admins, admins-by-id', WEIR_SCIM_VIEWER_GROUPS: 'Everyone' }
    const api = await startTestApi(scope, { env: { ...(await environment()), ...env } })
    return { api, client: scimClient(api, await api.serviceToken(['scim'])) }
  }
  const start = () => (starting ??= begin())
  const person = async () => {
    people += 1
    const userName = `person-${people}@example.com`
    return (await (await start()).client.make('/Users', { userName })).id
  }
  const standing = async (id: string) => {
    const { api } = await start()
    const { json } = await api.request<{ role: string; status: string }>('GET', `/users/${id}`, { token: api.admin })
    return `${json.role} ${json.status}`
  }

  withEngine(`${name}: groups come back as they were sent, and change by members`, async (t) => {
    const { client, api } = await start()
    const [one, two] = [await person(), await person()]
    const made = await client.send('POST', '/Groups', {
      displayName: 'Tour Guides',
      externalId: 'g-1',
      members: [{ value: one }],
    })
    t.is(made.status, 201)
    t.like(made.json, { displayName: 'Tour Guides', externalId: 'g-1' })
    t.deepEqual(
      made.json.members?.map(({ value }) => value),
      [one],
    )
    const path = `/Groups/${made.json.id}`
    await client.patch(path, { op: 'Add', path: 'members', value: [{ value: two }] })
    t.deepEqual(
      (await client.send('GET', path)).json.members?.map(({ value }) => value),
      [one, two],
    )
    t.is((await client.send('GET', `${path}?excludedAttributes=members`)).json.members, undefined)
    const whole = (await client.send('GET', path)).json
    const named = (filter: string, more = '') => client.list(`/Groups?filter=${encodeURIComponent(filter)}${more}`)
    const { members: _left, ...without } = whole
    t.deepEqual((await named('displayName eq "tour guides"', '&excludedAttributes=members')).Resources, [without])
    t.deepEqual((await named('displayName eq "tour guides"', '&attributes=members.value')).Resources, [
      { schemas: whole.schemas, id: whole.id, members: [{ value: one }, { value: two }] },
    ] as never)
    t.deepEqual((await named(`id eq "${whole.id}" and members eq "${two}"`)).Resources, [whole])
    t.deepEqual((await named(`members[value eq "${one}"] and not (displayName eq "x")`)).Resources, [whole])
    t.deepEqual((await named(`id eq "${whole.id}" and members eq "${NOBODY}"`)).Resources, [])
    await client.patch(path, { op: 'Remove', path: 'members', value: [{ value: one }] })
    const renamed = await client.patch(path, { op: 'replace', value: { id: made.json.id, displayName: 'Guides' } })
    t.like(renamed.json, { displayName: 'Guides' })
    t.deepEqual(
      renamed.json.members?.map(({ value }) => value),
      [two],
    )
    const stale = await client.send('PUT', path, { displayName: 'X' }, { 'if-match': made.json.meta.version })
    t.is(stale.status, 412)
    t.is((await client.send('PUT', path, { displayName: 'Guides' })).json.members, undefined)

    const found = await client.list('/Groups?filter=displayName+eq+%22guides%22&excludedAttributes=members')
    t.deepEqual(
      found.Resources.map(({ id }) => id),
      [made.json.id],
    )
    t.is((await client.list('/Groups?filter=externalId+eq+%22g-1%22')).totalResults, 0)
    const wrong = async (members: unknown) =>
      (await client.send<ScimFailure>('POST', '/Groups', { displayName: 'Wrong', members })).json
    t.like(await wrong([{ value: NOBODY }]), { status: '400', scimType: 'invalidValue' })
    t.like(await wrong([{ value: two, type: 'Group' }]), { status: '400', scimType: 'invalidValue' })
    t.like(await wrong([{ value: 'x' }]), { status: '400', scimType: 'invalidValue' })
    t.is((await client.send('DELETE', path)).status, 204)
    t.is((await client.send('GET', path)).status, 404)

    const audit = await api.request<{ entries: { action: string; details: { members_added: number } }[] }>(
      'GET',
      `/audit-log?target_id=${made.json.id}`,
      { token: api.admin },
    )
    const actions = audit.json.entries.map(({ action }) => action).reverse()
    t.is(actions[0], 'scim_group.created')
    t.is(actions.at(-1), 'scim_group.deleted')
    t.is(actions.filter((action) => action === 'scim_group.updated').length, 4)
  })

  withEngine(`${name}: groups give roles and take them, with the sessions`, async (t) => {
    const { client, api } = await start()
    const id = await person()
    t.is(await standing(id), 'viewer inactive')
    t.true((await client.send('GET', `/Users/${id}`)).json.active)
    const everyone = await client.make('/Groups', { displayName: 'Everyone', members: [{ value: id }] })
    t.is(await standing(id), 'viewer active')
    const admins = await client.make('/Groups', { displayName: 'Some name', externalId: 'admins-by-id' })
    await client.patch(`/Groups/${admins.id}`, { op: 'add', path: 'members', value: [{ value: id }] })
    t.is(await standing(id), 'admin active')

    const json = { new_password: 'Correct-Horse-1-Battery' }
    await api.request('POST', `/users/${id}/reset-password`, { token: api.admin, json })
    const { userName } = (await client.send('GET', `/Users/${id}`)).json
    const token = await api.login(userName, json.new_password)
    t.is((await api.request('GET', '/users', { token })).status, 200)
    await client.patch(`/Groups/${admins.id}`, { op: 'remove', path: `members[value eq "${id}"]` })
    t.is(await standing(id), 'viewer active')
    t.is((await api.request('GET', '/users', { token })).status, 403)
    await client.patch(`/Groups/${everyone.id}`, { op: 'replace', path: 'displayName', value: 'Nobody in particular' })
    t.is(await standing(id), 'viewer inactive')
    t.is((await api.request('GET', '/users/me', { token })).status, 401)
    await client.patch(`/Groups/${everyone.id}`, { op: 'replace', path: 'displayName', value: 'Everyone' })
    t.is(await standing(id), 'viewer active')
    await client.send('DELETE', `/Groups/${everyone.id}`)
    t.is(await standing(id), 'viewer inactive')

    // Who is not wanted gets nothing from a group.
    await client.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })
    const again = await client.make('/Groups', { displayName: 'Weir Admins', members: [{ value: id }] })
    t.is(await standing(id), 'admin inactive')
    await client.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true })
    t.is(await standing(id), 'admin active')
    await client.send('DELETE', `/Users/${id}`)
    t.is((await client.send('GET', `/Groups/${again.id}`)).json.members, undefined)
    await client.send('DELETE', `/Groups/${again.id}`)
  })

  withEngine(`${name}: a request that is sent again gives the role that a broken one has not given`, async (t) => {
    const { client, api } = await start()
    const id = await person()
    const group = await client.make('/Groups', { displayName: 'Everyone', members: [{ value: id }] })
    // As if the process had died between the group and the user: an admin has taken the role back.
    await client.patch(`/Groups/${group.id}`, { op: 'replace', path: 'displayName', value: 'Weir Admins' })
    await api.request('PUT', `/users/${id}`, { token: api.admin, json: { role: 'viewer' } })
    await client.patch(`/Groups/${group.id}`, { op: 'add', path: 'members', value: [{ value: id }] })
    t.is(await standing(id), 'admin active')
    await client.send('DELETE', `/Groups/${group.id}`)
  })
}

for (const { name, test: withEngine, environment } of documentEngines(test)) {
  withEngine(`${name}: the last administrator stays, in every way that a group can lose one`, async (t) => {
    const env = { ...(await environment()), WEIR_SCIM_ADMIN_GROUPS: 'Weir Admins' }
    const api = await startTestApi(t, { env })
    const client = scimClient(api, await api.serviceToken(['scim']))
    const { id } = await client.make('/Users', { userName: 'only@example.com' })
    const group = await client.make('/Groups', { displayName: 'Weir Admins', members: [{ value: id }] })
    const json = { new_password: 'Correct-Horse-1-Battery' }
    await api.request('POST', `/users/${id}/reset-password`, { token: api.admin, json })
    const token = await api.login('only@example.com', json.new_password)
    const { json: me } = await api.request<{ id: string }>('GET', '/users/me', { token: api.admin })
    const first = { token, json: { status: 'inactive' } }
    t.is((await api.request('PATCH', `/users/${me.id}/status`, first)).status, 200)

    const path = `/Groups/${group.id}`
    t.is((await client.patch(path, { op: 'remove', path: 'members' })).status, 409)
    t.is((await client.patch(path, { op: 'replace', path: 'displayName', value: 'Others' })).status, 409)
    t.is((await client.send('PUT', path, { displayName: 'Weir Admins' })).status, 409)
    t.is((await client.send('DELETE', path)).status, 409)
    t.is((await client.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })).status, 409)
    t.is((await client.send('DELETE', `/Users/${id}`)).status, 409)
    t.deepEqual(
      (await client.send('GET', path)).json.members?.map(({ value }) => value),
      [id],
    )
    t.is((await api.request('GET', '/users', { token })).status, 200)
  })

  withEngine(`${name}: a change whose token is deleted while it waits for its turn is not carried out`, async (t) => {
    const env = { ...(await environment()), WEIR_SCIM_ADMIN_GROUPS: 'Weir Admins', WEIR_SCIM_VIEWER_GROUPS: 'Everyone' }
    const api = await startTestApi(t, { env })
    const client = scimClient(api, await api.serviceToken(['scim']))
    // More than a change looks at between two turns of the event loop: the others come and wait meanwhile.
    const made = Array.from({ length: 120 }, (_, n) => client.make('/Users', { userName: `member-${n}@example.com` }))
    const members = (await Promise.all(made)).map(({ id }) => ({ value: id }))
    const promoted = members[0]?.value ?? ''
    const group = await client.make('/Groups', { displayName: 'Everyone', members })
    const admins = await client.make('/Groups', { displayName: 'Weir Admins' })
    const json = { name: 'stolen', scopes: ['scim'] }
    const stolen = await api.request<{ id: string; token: string }>('POST', '/service-tokens', {
      token: api.admin,
      json,
    })
    const thief = scimClient(api, stolen.json.token)
    const rename = (displayName: string) =>
      thief.patch(`/Groups/${group.id}`, { op: 'replace', value: { displayName } })
    const waiting = Array.from({ length: 10 }, (_, n) => rename(n % 2 === 0 ? 'Nobody' : 'Everyone'))
    const promotion = thief.patch(`/Groups/${admins.id}`, { op: 'add', path: 'members', value: [{ value: promoted }] })
    await waiting[1]
    t.is((await api.request('DELETE', `/service-tokens/${stolen.json.id}`, { token: api.admin })).status, 204)
    const { status, json: refused } = await promotion
    t.is(status, 401)
    t.like(refused, { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401' })
    t.is((await Promise.all(waiting)).at(-1)?.status, 401)
    const user = await api.request<{ role: string }>('GET', `/users/${promoted}`, { token: api.admin })
    t.is(user.json.role, 'viewer')
    t.is((await client.send('GET', `/Groups/${admins.id}`)).json.members, undefined)
  })

  withEngine(`${name}: the last admin whom no group has made stays one when a group comes`, async (t) => {
    const env = { ...(await environment()), WEIR_SCIM_ADMIN_GROUPS: 'Weir Admins', WEIR_SCIM_VIEWER_GROUPS: 'Everyone' }
    const api = await startTestApi(t, { env })
    const client = scimClient(api, await api.serviceToken(['scim']))
    const { id } = await client.make('/Users', { userName: 'only@example.com' })
    const everyone = await client.make('/Groups', { displayName: 'Everyone', members: [{ value: id }] })
    await api.request('PUT', `/users/${id}`, { token: api.admin, json: { role: 'admin' } })
    const json = { new_password: 'Correct-Horse-1-Battery' }
    await api.request('POST', `/users/${id}/reset-password`, { token: api.admin, json })
    const token = await api.login('only@example.com', json.new_password)
    const { json: me } = await api.request<{ id: string }>('GET', '/users/me', { token: api.admin })
    await api.request('DELETE', `/users/${me.id}`, { token })
    t.is(
      (await client.send('PUT', `/Groups/${everyone.id}`, { displayName: 'Everyone', members: [{ value: id }] }))
        .status,
      200,
    )
    t.is((await api.request('GET', '/users', { token })).status, 200)
  })
}

/** The groups of a tenant with one group, whose members are provisioned users; what is stored is kept here. */
function withOneGroup(
  display_name: string,
  role: 'admin' | 'viewer',
  count: number,
  others: readonly UserRecord[] = [],
) {
  const users = new Map<string, UserRecord>()
  for (let index = 0; index < count; index++) {
    const scim = { user_name: `user-${index}`, external_id: null, active: true, entitled: true, changed_at: 'x' }
    const user = { ...aUser('tenant', { role }), scim } as unknown as UserRecord
    users.set(user.id, user)
  }
  let group: ScimGroupRecord = {
    ...{ id: randomUUID(), tenant_id: 'tenant', display_name, external_id: null },
    ...{ members: [...users.keys()], created_at: 'x', changed_at: 'x', revision: 1 },
  }
  const state = { writes: 0 }
  const updateMany = async (_tenant: string, changes: ReadonlyMap<string, UserChanges>) => {
    state.writes += 1
    return [...changes].map(([id, change]) => {
      const before = users.get(id) as UserRecord
      const after = changedUser(before, change)
      users.set(id, after)
      return { before, after }
    })
  }
  const admins = () => [...users.values(), ...others].filter((user) => user.role === 'admin')
  const list = async (_tenant: string, _filter: object, _sort: object, { offset, limit }: Page) => {
    return { items: admins().slice(offset, offset + limit), total: admins().length }
  }
  const scimGroups = {
    get: async () => group,
    named: async () => [group],
    replace: async (after: ScimGroupRecord) => {
      group = after
      return {}
    },
  }
  const parts = {
    settings: { scimAdminGroups: ['Admins'], scimViewerGroups: ['Everyone'] },
    store: { scimGroups, users: { getMany: async () => users, list, updateMany } },
    audit: { with: () => ({ audit: () => [] }) },
    events: { identityChanged: () => {} },
    now: () => new Date(),
  } as never
  const groups = new ScimGroups(parts, new ScimUsers(parts))
  const rename = (name: string) => {
    const next = async (before: ScimGroupRecord) => ({ ...before, display_name: name })
    return groups.change('tenant', group.id, next, () => [], {} as never)
  }
  return { rename, state, roles: () => [...new Set([...users.values()].map(({ role }) => role))] }
}

test('a large group that is renamed waits for the disk a few times, and not once a member', async (t) => {
  const { rename, state, roles } = withOneGroup('Everyone', 'viewer', 1000)
  await rename('Admins')
  t.deepEqual(roles(), ['admin'])
  t.true(state.writes <= 20, `${state.writes} writes`)
})

test('an admin of no group is found, however many others lose the role', async (t) => {
  const { rename, roles } = withOneGroup('Admins', 'admin', 1100, [aUser('tenant')])
  await rename('Everyone')
  t.deepEqual(roles(), ['viewer'])
  await t.throwsAsync(withOneGroup('Admins', 'admin', 1100).rename('Everyone'), { message: /last active admin/ })
})
