import test from 'ava'
import { adminCommand } from '../../support/admin-command.ts'
import { ADMIN_EMAIL, ADMIN_PASSWORD, startTestApi } from '../../support/api.ts'
import { inviteAndAccept } from '../../support/api-users.ts'
import { documentEngines } from '../../support/engines.ts'
import { type ScimFailure, scimClient } from '../../support/scim.ts'
import { fileScope } from '../../support/scope.ts'
import { until } from '../../support/wire.ts'

const scope = fileScope()

for (const { name, test: withEngine, environment } of documentEngines(test)) {
  let starting: ReturnType<typeof begin> | undefined
  let env: ReturnType<typeof environment> | undefined
  /** The one database of the engine. */
  const environmentOf = () => (env ??= environment())
  const begin = async () => {
    const api = await startTestApi(scope, { env: await environmentOf() })
    const token = await api.serviceToken(['scim'])
    return { api, token, client: scimClient(api, token) }
  }
  const start = () => (starting ??= begin())
  const actionsOn = async (id: string) => {
    const { api } = await start()
    const path = `/audit-log?target_id=${id}`
    const { json } = await api.request<{ entries: { action: string; actor_email: string }[] }>('GET', path, {
      token: api.admin,
    })
    return json.entries.map(({ action }) => action).reverse()
  }
  const withPassword = async (id: string, email: string) => {
    const { api } = await start()
    const json = { new_password: ADMIN_PASSWORD }
    await api.request('POST', `/users/${id}/reset-password`, { token: api.admin, json })
    return api.login(email, ADMIN_PASSWORD)
  }

  withEngine(`${name}: a user is made, read, replaced and deleted`, async (t) => {
    const { client, api } = await start()
    const created = await client.send('POST', '/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      externalId: '701984',
      userName: 'Bjensen@example.com',
      name: { familyName: 'Jensen', givenName: 'Barbara' },
      title: 'not kept',
      emails: [{ value: 'B.Jensen@Example.com', type: 'work', primary: 'True' }],
      active: true,
    })
    t.is(created.status, 201)
    t.is(created.headers.get('content-type'), 'application/scim+json')
    const { id, meta } = created.json
    t.is(created.headers.get('location'), meta.location)
    t.true(meta.location.endsWith(`/scim/v2/Users/${id}`))
    t.is(created.headers.get('etag'), meta.version)
    t.like(created.json, { userName: 'Bjensen@example.com', externalId: '701984', active: true })
    t.is(created.json.title, undefined)
    const shown = await api.request('GET', `/users/${id}`, { token: api.admin })
    t.like(shown.json, {
      email: 'b.jensen@example.com',
      display_name: 'Barbara Jensen',
      role: 'viewer',
      status: 'active',
    })
    t.deepEqual((await client.send('GET', `/Users/${id}`)).json, created.json)
    t.is((await client.send('GET', `/Users/${id}`, undefined, { 'if-none-match': meta.version })).status, 304)

    const stale = { 'if-match': 'W/"other"' }
    const body = { userName: 'babs@example.com', displayName: 'Babs' }
    t.is((await client.send('PUT', `/Users/${id}`, body, stale)).status, 412)
    t.is((await client.send('DELETE', `/Users/${id}`, undefined, stale)).status, 412)
    const replaced = await client.send('PUT', `/Users/${id}`, body, { 'if-match': meta.version })
    t.is(replaced.status, 200)
    t.like(replaced.json, { userName: 'babs@example.com', displayName: 'Babs', active: true })
    t.deepEqual([replaced.json.emails, replaced.json.externalId, replaced.json.name], [undefined, undefined, undefined])
    t.not(replaced.json.meta.version, meta.version)
    t.like((await api.request('GET', `/users/${id}`, { token: api.admin })).json, { email: 'babs@example.com' })

    t.is((await client.send('DELETE', `/Users/${id}`)).status, 204)
    const gone = await client.send<ScimFailure>('GET', `/Users/${id}`)
    t.is(gone.headers.get('content-type'), 'application/scim+json')
    t.deepEqual(gone.json, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '404',
      detail: 'User not found',
    })
    t.deepEqual(await actionsOn(id), ['user.created', 'user.updated', 'user.deleted'])
  })

  withEngine(`${name}: who is deactivated is out at once, and comes back without old sessions`, async (t) => {
    const { client, api } = await start()
    const { id } = await client.make('/Users', { userName: 'out@example.com' })
    const token = await withPassword(id, 'out@example.com')
    t.is((await api.request('GET', '/users/me', { token })).status, 200)
    const off = await client.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })
    t.is(off.status, 200)
    t.false(off.json.active)
    t.is((await api.request('GET', '/users/me', { token })).status, 401)
    await client.patch(`/Users/${id}`, { op: 'replace', value: { active: true } })
    t.is((await api.request('GET', '/users/me', { token })).status, 401)
    t.is(
      (await api.request('GET', '/users/me', { token: await api.login('out@example.com', ADMIN_PASSWORD) })).status,
      200,
    )
    t.deepEqual(await actionsOn(id), [
      ...['user.created', 'user.password_reset', 'auth.login'],
      ...['user.status_changed', 'user.status_changed', 'auth.login'],
    ])
  })

  withEngine(`${name}: whom an admin has deactivated stays out until the client says otherwise`, async (t) => {
    const { client, api } = await start()
    const { id } = await client.make('/Users', { userName: 'held@example.com' })
    const json = { status: 'inactive' }
    await api.request('PATCH', `/users/${id}/status`, { token: api.admin, json })
    t.false((await client.send('GET', `/Users/${id}`)).json.active)
    await client.patch(`/Users/${id}`, { op: 'replace', path: 'displayName', value: 'Held' })
    await client.send('PUT', `/Users/${id}`, { userName: 'held@example.com' })
    t.like((await api.request('GET', `/users/${id}`, { token: api.admin })).json, { status: 'inactive' })
    await client.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true })
    t.like((await api.request('GET', `/users/${id}`, { token: api.admin })).json, { status: 'active' })
  })

  withEngine(`${name}: whom the client has deactivated no admin lets in`, async (t) => {
    const { client, api } = await start()
    const { id } = await client.make('/Users', { userName: 'left@example.com' })
    const activate = () => {
      return api.request('PATCH', `/users/${id}/status`, { token: api.admin, json: { status: 'active' } })
    }
    t.is((await activate()).status, 200)
    await client.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })
    const refused = await activate()
    t.is(refused.status, 409)
    t.true(refused.text.includes('provisioning client'), refused.text)
    t.like((await api.request('GET', `/users/${id}`, { token: api.admin })).json, { status: 'inactive' })
  })

  withEngine(`${name}: lists are filtered, paged and cut to attributes`, async (t) => {
    const { client } = await start()
    for (const n of [1, 2, 3]) {
      const emails = [{ value: `Page${n}@example.com`, type: 'work' }]
      await client.make('/Users', {
        userName: `page-${n}@x.example`,
        externalId: `P-${n}`,
        displayName: 'Page',
        emails,
      })
    }
    const found = async (filter: string, more = '') => {
      const { totalResults, Resources } = await client.list(`/Users?filter=${encodeURIComponent(filter)}${more}`)
      return `${Resources.map(({ userName }) => userName.slice(0, 6)).join()} of ${totalResults}`
    }
    t.is(await found('userName eq "PAGE-2@X.example"'), 'page-2 of 1')
    t.is(await found('externalId eq "P-3"'), 'page-3 of 1')
    t.is(await found('externalId eq "p-3"'), ' of 0')
    t.is(await found('emails.value eq "page1@example.com"'), 'page-1 of 1')
    t.is(await found('emails[type eq "work" and value sw "page"] and active eq true'), 'page-1,page-2,page-3 of 3')
    t.is(await found('userName eq "nobody" or externalId eq "P-1"'), 'page-1 of 1')
    t.is(await found('displayName eq "page"', '&startIndex=2&count=1'), 'page-2 of 3')
    t.is(await found('displayName eq "page"', '&count=0'), ' of 3')
    t.is(
      await found(`id eq "${(await client.list('/Users?filter=externalId+eq+%22P-1%22')).Resources[0]?.id}"`),
      'page-1 of 1',
    )
    t.is(await found('id eq "nothing"'), ' of 0')
    const all = await client.list('/Users?startIndex=-3&count=1000000&attributes=userName,emails.value')
    t.is(all.startIndex, 1)
    t.is(all.itemsPerPage, all.totalResults)
    const one = all.Resources.find(({ userName }) => userName.startsWith('page-1'))
    t.deepEqual(Object.keys(one ?? {}).sort(), ['emails', 'id', 'schemas', 'userName'])
    t.deepEqual(one?.emails, [{ value: 'Page1@example.com' }])
    const { json } = await client.send('GET', `/Users/${one?.id}?excludedAttributes=emails,meta.location,id`)
    t.deepEqual([json.emails, json.meta.location, json.id], [undefined, undefined, one?.id])
    const searched = await client.send<{ totalResults: number }>('POST', '/Users/.search', {
      filter: 'displayName eq "Page"',
      attributes: ['userName'],
    })
    t.is(searched.json.totalResults, 3)
    const wrong = await client.send<ScimFailure>('GET', '/Users?filter=userName+is+x')
    t.like(wrong.json, { status: '400', scimType: 'invalidFilter' })
    // Those that no client manages are not shown, the first admin among them.
    t.is(await found(`emails eq "${ADMIN_EMAIL}" or userName eq "${ADMIN_EMAIL}"`), ' of 0')
  })

  withEngine(`${name}: names and addresses are there once, and an administrator is not taken over`, async (t) => {
    const { client, api } = await start()
    const first = await client.make('/Users', { userName: 'Once@example.com' })
    const again = await client.send<ScimFailure>('POST', '/Users', { userName: 'ONCE@example.com' })
    t.like(again.json, { status: '409', scimType: 'uniqueness' })
    const second = await client.make('/Users', { userName: 'twice@example.com' })
    const renamed = await client.send<ScimFailure>('PUT', `/Users/${second.id}`, { userName: 'once@example.com' })
    t.like(renamed.json, { status: '409', scimType: 'uniqueness' })
    const sameName = { userName: 'once@example.com', emails: [{ value: 'thrice@example.com' }] }
    t.is((await client.send('POST', '/Users', sameName)).status, 409)

    const admin = await client.send<ScimFailure>('POST', '/Users', { userName: ADMIN_EMAIL, active: false })
    t.like(admin.json, { status: '409', scimType: 'uniqueness' })
    t.is((await api.request('GET', '/users/me', { token: api.admin })).status, 200)

    const viewer = await inviteAndAccept(api, 'viewer@example.com', 'viewer')
    const taken = await client.make('/Users', { userName: 'viewer@example.com', externalId: 'v' })
    t.is(taken.id, viewer.id)
    t.is((await api.request('GET', '/users/me', { token: viewer.token })).status, 200)
    t.deepEqual(await actionsOn(viewer.id), ['user.invited', 'user.activated', 'user.provisioned'])
    t.not(first.id, taken.id)

    const json = { email: 'invited@example.com', role: 'viewer' }
    const invited = await api.request<{ id: string }>('POST', '/users/invite', { token: api.admin, json })
    const accepted = await client.make('/Users', { userName: 'invited@example.com' })
    t.is(accepted.id, invited.json.id)
    t.like((await api.request('GET', `/users/${accepted.id}`, { token: api.admin })).json, { status: 'active' })
  })

  withEngine(`${name}: others have no say, and another tenant is another world`, async (t) => {
    const { client, api } = await start()
    for (const scopes of [['record'], ['policies'], ['classify']]) {
      const other = scimClient(api, await api.serviceToken(scopes))
      const answer = await other.send<ScimFailure>('GET', '/Users')
      t.is(answer.status, 403)
      t.is(answer.json.status, '403')
    }
    t.is((await scimClient(api, api.admin).send('GET', '/Users')).status, 403)
    t.is((await scimClient(api, 'wst_nothing').send('GET', '/Users')).status, 401)
    const { id } = await client.make('/Users', { userName: 'inside@example.com' })
    const { json } = await api.request<{ users: { id: string }[] }>('GET', '/users?role=admin', { token: api.admin })
    for (const unmanaged of [json.users[0]?.id, 'nothing']) {
      for (const method of ['GET', 'DELETE']) t.is((await client.send(method, `/Users/${unmanaged}`)).status, 404)
      t.is((await client.patch(`/Users/${unmanaged}`, { op: 'replace', path: 'active', value: false })).status, 404)
    }
    t.is((await client.send('GET', `/Users/${id}`)).status, 200)
  })

  withEngine(`${name}: a client of another tenant sees and changes nothing of this one`, async (t) => {
    const { client, api } = await start()
    const { id } = await client.make('/Users', { userName: 'ours@example.com', externalId: 'same' })
    const group = await client.make('/Groups', { displayName: 'Ours', members: [{ value: id }] })
    const { dataDir } = api.settings
    const env = await environmentOf()
    const password = ['--admin-email', 'boss@other.example', '--admin-password', ADMIN_PASSWORD]
    await adminCommand(dataDir, ['tenant', 'create', '--name', `Other ${name}`, ...password], env)
    const named = ['--tenant', `Other ${name}`, '--name', 'Okta', '--scopes', 'scim']
    const made = await adminCommand(dataDir, ['token', 'create', ...named], env)
    const theirs = scimClient(api, /wst_\S+/.exec(made.stdout)?.[0] ?? '')
    t.is((await theirs.list('/Users')).totalResults, 0)
    t.is((await theirs.list('/Groups?filter=displayName+eq+%22Ours%22')).totalResults, 0)
    for (const path of [`/Users/${id}`, `/Groups/${group.id}`]) {
      for (const method of ['GET', 'DELETE']) t.is((await theirs.send(method, path)).status, 404)
      t.is((await theirs.patch(path, { op: 'replace', path: 'displayName', value: 'Theirs' })).status, 404)
    }
    const stolen = { displayName: 'Theirs', members: [{ value: id }] }
    t.is((await theirs.send('POST', '/Groups', stolen)).status, 400)
    const own = await theirs.make('/Users', { userName: 'ours@example.com', externalId: 'same' })
    t.not(own.id, id)
    t.is((await client.list('/Users?filter=externalId+eq+%22same%22')).Resources[0]?.id, id)

    // Whose owner mistypes is none of the business of whoever provisioned the same address elsewhere.
    await theirs.make('/Users', { userName: ADMIN_EMAIL })
    const boss = (await api.login('boss@other.example', ADMIN_PASSWORD)) as string
    const failed = async (token: string, email: string) => {
      const path = `/audit-log?action=auth.login_failed&limit=100`
      const { json } = await api.request<{ entries: { details: { email: string } }[] }>('GET', path, { token })
      return json.entries.filter(({ details }) => details.email === email).length
    }
    for (const email of [ADMIN_EMAIL, 'boss@other.example'])
      await api.request('POST', '/auth/login', { json: { email, password: 'Wrong-Password-1' } })
    await until(
      async () => (await failed(boss, 'boss@other.example')) === 1 && (await failed(api.admin, ADMIN_EMAIL)) > 0,
      () => 'the wrong passwords are not in the audit logs of their tenants',
    )
    t.is(await failed(boss, ADMIN_EMAIL), 0)
  })

  withEngine(`${name}: what is wrong is said in the form of SCIM`, async (t) => {
    const { client, api, token } = await start()
    const bad = async (body: unknown) => (await client.send<ScimFailure>('POST', '/Users', body)).json
    t.like(await bad({}), { status: '400', scimType: 'invalidValue' })
    t.like(await bad([]), { status: '400', scimType: 'invalidSyntax' })
    t.like(await bad({ userName: '' }), { status: '400', scimType: 'invalidValue' })
    t.like(await bad({ userName: 7 }), { status: '400', scimType: 'invalidValue' })
    t.like(await bad({ userName: 'not an address\r\nBcc: x@example.com' }), { status: '400', scimType: 'invalidValue' })
    t.like(await bad({ userName: 'a@example.com', displayName: 'x'.repeat(300) }), { status: '400' })
    t.like(await bad({ userName: 'a@example.com', emails: Array(21).fill({ value: 'a@example.com' }) }), {
      status: '400',
    })
    const unknown = await client.send<ScimFailure>('GET', '/Roles')
    t.like(unknown.json, { status: '404', detail: 'Path not found' })
    t.is((await client.send('DELETE', '/Users')).status, 405)
    t.is((await client.send('POST', '/.search', {})).status, 501)
    const options = { token, headers: { 'content-type': 'text/plain' }, body: '{}' }
    const typed = await api.request<ScimFailure>('POST', '//scim/v2/Users', options)
    t.like(typed.json, { status: '415' })
    const large = await bad({ userName: 'a@example.com', title: 'x'.repeat(1_100_000) })
    t.like(large, { status: '413' })
  })

  withEngine(`${name}: the service describes itself`, async (t) => {
    const { client } = await start()
    const { json: config } = await client.send('GET', '/ServiceProviderConfig')
    t.like(config, { patch: { supported: true }, bulk: { supported: false }, etag: { supported: true } })
    t.deepEqual(
      (await client.list('/ResourceTypes')).Resources.map(({ id }) => id),
      ['User', 'Group'],
    )
    const { Resources } = await client.list('/Schemas')
    t.is(Resources.length, 2)
    for (const { id } of Resources) t.is((await client.send('GET', `/Schemas/${id}`)).json.id, id)
    t.is((await client.send('GET', '/ResourceTypes/Role')).status, 404)
  })
}
