import { randomUUID } from 'node:crypto'
import test from 'ava'
import { addTenant } from '../../../cli/tenants.ts'
import { ADMIN_PASSWORD, startTestApi } from '../../support/api.ts'
import { inviteAndAccept } from '../../support/api-users.ts'

const HASH = 'a'.repeat(64)

test('deactivation, a new role, a reset password and deletion hold from the next request on', async (t) => {
  const api = await startTestApi(t)
  const jo = await inviteAndAccept(api, 'jo@example.com', 'viewer')
  const path = `/users/${jo.id}`
  const change = (method: string, suffix: string, json?: unknown) =>
    api.request(method, path + suffix, { token: api.admin, json })
  const status = async (route = '/users/me', token = jo.token) => (await api.request('GET', route, { token })).status
  t.is(await status(), 200)
  await change('PATCH', '/status', { status: 'inactive' })
  t.is(await status(), 401)
  await change('PATCH', '/status', { status: 'active' })
  const again = await api.login('jo@example.com', ADMIN_PASSWORD)
  t.is(await status('/service-tokens', again), 403)
  await change('PUT', '', { role: 'admin' })
  t.is(await status('/service-tokens', again), 200)
  await change('POST', '/reset-password', { new_password: 'Brand-New-Passw0rd' })
  t.is(await status('/users/me', again), 401)
  const last = await api.login('jo@example.com', 'Brand-New-Passw0rd')
  await change('DELETE', '')
  t.is(await status('/users/me', last), 401)
})

test('two tenants may use the same names and ids, and neither counts what is the other’s', async (t) => {
  const api = await startTestApi(t)
  const adminEmail = 'stranger@example.com'
  await addTenant(api.settings, { name: 'Other', adminEmail, adminPassword: ADMIN_PASSWORD })
  const stranger = await api.login('stranger@example.com', ADMIN_PASSWORD)
  const theirs = await api.request<{ token: string }>('POST', '/service-tokens', {
    token: stranger,
    json: { name: 'theirs', scopes: ['record', 'policies'] },
  })
  const blocking = { name: 'P', rules: { action: 'block', conditions: [] }, enabled: true }
  const record = { platform_id: 'x', content_hash: HASH, id: randomUUID() }
  t.is((await api.request('POST', '/policies', { token: api.admin, json: blocking })).status, 201)
  const mine = await api.request<{ enforced_action: string }>('POST', '/interactions', {
    token: api.server.internalToken,
    json: record,
  })
  t.is(mine.json.enforced_action, 'block')

  const count = async (path: string, token: string) =>
    (await api.request<{ total: number }>('GET', path, { token })).json.total
  t.is(await count('/policies', theirs.json.token), 0)
  t.is(await count('/interactions', stranger), 0)
  t.is(await count('/alerts', stranger), 0)
  t.is(await count('/inventory', stranger), 0)
  t.deepEqual((await api.request('GET', `/interactions/search?content_hash=${HASH}`, { token: stranger })).json, [])

  const same = await api.request<{ enforced_action: string }>('POST', '/interactions', {
    token: theirs.json.token,
    json: record,
  })
  t.is(same.json.enforced_action, 'allow')
  t.is((await api.request('POST', '/policies', { token: stranger, json: blocking })).status, 201)
  t.is(await count('/interactions', api.admin), 1)
  t.is(await count('/policies', api.admin), 1)
})
