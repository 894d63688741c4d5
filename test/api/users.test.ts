import { randomUUID } from 'node:crypto'
import test from 'ava'
import { ADMIN_EMAIL, ADMIN_PASSWORD, startTestApi, type TestApi } from '../support/api.ts'
import { invitationToken, inviteAndAccept, readOutbox } from '../support/api-users.ts'

type UserJson = Record<string, unknown> & { id: string; email: string; role: string; status: string }

const NEW_PASSWORD = 'Brand-New-Passw0rd'
const DAY = 86_400_000

const invite = (api: TestApi, json: object) =>
  api.request<UserJson & { error: string }>('POST', '/users/invite', { token: api.admin, json })
const accept = (api: TestApi, json: object) =>
  api.request<{ token: string; user: UserJson; error: string }>('POST', '/auth/accept-invitation', { json })
const isLoggedIn = async (api: TestApi, token: string) =>
  (await api.request('GET', '/users/me', { token })).status === 200

test('an invitation makes a pending user and a mail with the link on a line of its own', async (t) => {
  const api = await startTestApi(t, { env: { WEIR_PUBLIC_URL: 'https://weir.example/' } })
  const json = { email: 'Jo@Example.com', role: 'viewer', display_name: 'Jo' }
  const { status, json: user } = await invite(api, json)
  t.is(status, 201)
  const { id: _id, tenant_id: _tenant, created_at: _created, ...rest } = user
  t.deepEqual(rest, {
    email: 'jo@example.com',
    display_name: 'Jo',
    role: 'viewer',
    status: 'pending',
    last_login: null,
    invited_by: ADMIN_EMAIL,
  })
  const [mail = ''] = readOutbox(api)
  t.regex(mail, /^To: jo@example\.com\r$/m)
  t.regex(mail, /^https:\/\/weir\.example\/accept-invitation#token=inv_[A-Za-z0-9_-]{43}\r$/m)
})

test('without WEIR_PUBLIC_URL the link names the address the API listens on', async (t) => {
  const api = await startTestApi(t)
  await invite(api, { email: 'jo@example.com', role: 'viewer' })
  t.true(readOutbox(api)[0]?.includes(`\n${new URL('/', api.server.url).href}accept-invitation#token=`))
})

test('who accepts is active and logged in, and the invitation is used up', async (t) => {
  const api = await startTestApi(t)
  const { json: invited } = await invite(api, { email: 'jo@example.com', role: 'viewer' })
  const token = invitationToken(api, 'jo@example.com')
  await t.throwsAsync(api.login('jo@example.com', NEW_PASSWORD))
  const accepted = await accept(api, { token, password: NEW_PASSWORD, display_name: 'Jo' })
  t.is(accepted.status, 200)
  t.is(accepted.json.user.id, invited.id)
  t.deepEqual([accepted.json.user.status, accepted.json.user.display_name], ['active', 'Jo'])
  t.true(await isLoggedIn(api, accepted.json.token))
  t.truthy(await api.login('jo@example.com', NEW_PASSWORD))
  const again = await accept(api, { token, password: 'Thief-Passw0rd-1' })
  t.deepEqual([again.status, again.json.error], [400, 'Invitation not found, used already, or replaced by a newer one'])
})

test('an invitation accepted twice at once is accepted once', async (t) => {
  const api = await startTestApi(t)
  await invite(api, { email: 'jo@example.com', role: 'viewer' })
  const token = invitationToken(api, 'jo@example.com')
  const answers = await Promise.all(
    ['First-Passw0rd-1', 'Other-Passw0rd-2'].map((password) => accept(api, { token, password })),
  )
  t.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
})

test('a weak password leaves the invitation as it was', async (t) => {
  const api = await startTestApi(t)
  await invite(api, { email: 'jo@example.com', role: 'viewer' })
  const token = invitationToken(api, 'jo@example.com')
  for (const password of ['short1A', 'alllowercase1', 'ALLUPPERCASE1', 'NoDigitsInHere', '']) {
    t.is((await accept(api, { token, password })).status, 400, password)
  }
  t.is((await accept(api, { token: 'inv_nonsense', password: NEW_PASSWORD })).status, 400)
  t.is((await accept(api, { token, password: NEW_PASSWORD })).status, 200)
})

test('after seven days the invitation has expired, and the user can be invited again', async (t) => {
  let now = Date.now()
  const api = await startTestApi(t, { now: () => new Date(now) })
  const first = await invite(api, { email: 'jo@example.com', role: 'viewer' })
  const stale = invitationToken(api, 'jo@example.com')
  now += 7 * DAY - 1000
  const admin = await api.login(ADMIN_EMAIL, ADMIN_PASSWORD)
  const json = { email: 'JO@example.com', role: 'admin' }
  const early = await api.request('POST', '/users/invite', { token: admin, json })
  t.is(early.status, 409)
  now += 1000
  const expired = await accept(api, { token: stale, password: NEW_PASSWORD })
  t.deepEqual([expired.status, expired.json.error], [400, 'Invitation expired'])
  const again = await api.request<UserJson>('POST', '/users/invite', { token: admin, json })
  t.is(again.status, 201)
  t.deepEqual([again.json.id, again.json.role, again.json.status], [first.json.id, 'admin', 'pending'])
  t.is((await accept(api, { token: stale, password: NEW_PASSWORD })).status, 400)
  t.is((await accept(api, { token: invitationToken(api, 'jo@example.com'), password: NEW_PASSWORD })).status, 200)
})

test('an invitation is sent again, with a new link in place of the one before', async (t) => {
  const clock = { now: Date.now() }
  const api = await startTestApi(t, { now: () => new Date(clock.now) })
  const email = 'jo@example.com'
  const invited = await api.request<{ id: string }>('POST', '/users/invite', {
    token: api.admin,
    json: { email, role: 'viewer' },
  })
  const first = invitationToken(api, email)
  const resend = (id = invited.json.id) =>
    api.request<{ status: string; invited_by: string }>('POST', `/users/${id}/resend-invitation`, { token: api.admin })
  clock.now += 6 * 86_400_000
  const admin = await api.login(ADMIN_EMAIL, ADMIN_PASSWORD)
  const again = await api.request<{ status: string }>('POST', `/users/${invited.json.id}/resend-invitation`, {
    token: admin,
  })
  t.is(again.status, 200)
  t.is(again.json.status, 'pending')
  const second = invitationToken(api, email)
  t.not(second, first)
  const accept = (token: string) =>
    api.request<{ error: string }>('POST', '/auth/accept-invitation', { json: { token, password: ADMIN_PASSWORD } })
  t.is((await accept(first)).json.error, 'Invitation not found, used already, or replaced by a newer one')
  // Past the end of the first one.
  clock.now += 2 * 86_400_000
  t.is((await accept(second)).status, 200)
  const last = await api.login(ADMIN_EMAIL, ADMIN_PASSWORD)
  const tooLate = await api.request('POST', `/users/${invited.json.id}/resend-invitation`, { token: last })
  t.is(tooLate.status, 409)
  const { json } = await api.request<{ entries: { details: object }[] }>(
    'GET',
    '/audit-log?action=user.invitation_resent',
    { token: last },
  )
  t.deepEqual(
    json.entries.map(({ details }) => details),
    [{ email }],
  )
  t.is((await resend(randomUUID())).status, 401)
})

test('an invitation is sent again three times a minute at most', async (t) => {
  const api = await startTestApi(t)
  const invite = async (email: string) =>
    (await api.request<{ id: string }>('POST', '/users/invite', { token: api.admin, json: { email, role: 'viewer' } }))
      .json.id
  const [jo, al] = [await invite('jo@example.com'), await invite('al@example.com')]
  const resend = (id: string) => api.request('POST', `/users/${id}/resend-invitation`, { token: api.admin })
  for (let time = 0; time < 3; time++) t.is((await resend(jo)).status, 200)
  const refused = await resend(jo)
  t.is(refused.status, 429)
  t.true(Number(refused.headers.get('retry-after')) > 0)
  t.is((await resend(al)).status, 200)
  t.is((await resend(randomUUID())).status, 404)
})

test('a person who is deleted and invited again gets three mails a minute at most', async (t) => {
  const api = await startTestApi(t)
  const invited = () => invite(api, { email: 'jo@example.com', role: 'viewer' })
  for (let time = 0; time < 3; time++) {
    const { status, json } = await invited()
    t.is(status, 201)
    t.is((await invited()).status, 409, 'what is refused sends no mail and is not counted')
    t.is((await api.request('DELETE', `/users/${json.id}`, { token: api.admin })).status, 204)
  }
  t.is((await invited()).status, 429)
})

test('an address that is taken, or no address, is not invited', async (t) => {
  const api = await startTestApi(t)
  t.is((await invite(api, { email: ADMIN_EMAIL.toUpperCase(), role: 'viewer' })).status, 409)
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => invite(api, { email: 'jo@example.com', role: 'viewer' })),
  )
  t.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409])
  for (const json of [
    { role: 'viewer' },
    { email: 'jo', role: 'viewer' },
    { email: 'a@b.org\r\nBcc: c@d.org', role: 'viewer' },
    { email: 'x@example.com' },
    { email: 'x@example.com', role: 'owner' },
    { email: 'x@example.com', role: 'viewer', status: 'active' },
    { email: 'x@example.com', role: 'viewer', password: NEW_PASSWORD },
  ]) {
    t.is((await invite(api, json)).status, 400, JSON.stringify(json))
  }
})

test('the list is filtered, sorted and paged', async (t) => {
  const api = await startTestApi(t)
  await inviteAndAccept(api, 'b@example.com', 'viewer')
  await invite(api, { email: 'c@example.com', role: 'viewer' })
  const list = async (query: string) => {
    const answer = await api.request<{ users: UserJson[]; total: number }>('GET', `/users${query}`, {
      token: api.admin,
    })
    t.is(answer.headers.get('x-total-count'), String(answer.json.total))
    return `${answer.json.users.map(({ email }) => email.charAt(0)).join('')} of ${answer.json.total}`
  }
  t.is(await list(''), 'abc of 3')
  t.is(await list('?sort=-email'), 'cba of 3')
  t.is(await list('?role=viewer&sort=email'), 'bc of 2')
  t.is(await list('?status=pending'), 'c of 1')
  t.is(await list('?sort=email&limit=1&page=2'), 'b of 3')
  for (const query of ['?role=owner', '?status=gone', '?sort=role', '?page=0']) {
    t.is((await api.request('GET', `/users${query}`, { token: api.admin })).status, 400, query)
  }
})

test('a role change holds for the token that is out, at once', async (t) => {
  const api = await startTestApi(t)
  const jo = await inviteAndAccept(api, 'jo@example.com', 'viewer')
  const invites = async () => (await api.request('GET', '/users', { token: jo.token })).status
  t.is(await invites(), 403)
  const changed = await api.request<UserJson>('PUT', `/users/${jo.id}`, { token: api.admin, json: { role: 'admin' } })
  t.deepEqual([changed.status, changed.json.role], [200, 'admin'])
  t.is(await invites(), 200)
  await api.request('PUT', `/users/${jo.id}`, { token: api.admin, json: { role: 'viewer', display_name: 'Jo' } })
  t.is(await invites(), 403)
  for (const json of [
    { email: 'x@example.com' },
    { role: 'owner' },
    { status: 'inactive' },
    { password: NEW_PASSWORD },
  ]) {
    t.is((await api.request('PUT', `/users/${jo.id}`, { token: api.admin, json })).status, 400)
  }
})

test('a deactivated user is out at once and stays out with the old token after coming back', async (t) => {
  const api = await startTestApi(t)
  const jo = await inviteAndAccept(api, 'jo@example.com', 'viewer')
  const set = (status: string) =>
    api.request<UserJson>('PATCH', `/users/${jo.id}/status`, { token: api.admin, json: { status } })
  t.is((await set('inactive')).json.status, 'inactive')
  t.false(await isLoggedIn(api, jo.token))
  await t.throwsAsync(api.login('jo@example.com', ADMIN_PASSWORD))
  t.is((await set('active')).json.status, 'active')
  t.false(await isLoggedIn(api, jo.token))
  t.truthy(await api.login('jo@example.com', ADMIN_PASSWORD))
  t.is((await set('pending')).status, 400)
})

test('a password reset ends the sessions and the old password', async (t) => {
  const api = await startTestApi(t)
  const jo = await inviteAndAccept(api, 'jo@example.com', 'viewer')
  const reset = (new_password: unknown) =>
    api.request<{ success: boolean; message: string }>('POST', `/users/${jo.id}/reset-password`, {
      token: api.admin,
      json: { new_password },
    })
  t.is((await reset('too-short1A')).status, 400)
  t.is((await reset(undefined)).status, 400)
  t.true(await isLoggedIn(api, jo.token))
  const done = await reset(NEW_PASSWORD)
  t.is(done.status, 200)
  t.deepEqual([done.json.success, typeof done.json.message], [true, 'string'])
  t.false(await isLoggedIn(api, jo.token))
  await t.throwsAsync(api.login('jo@example.com', ADMIN_PASSWORD))
  t.truthy(await api.login('jo@example.com', NEW_PASSWORD))
})

test('a deleted user is gone and logged out, and the address is free again', async (t) => {
  const api = await startTestApi(t)
  const jo = await inviteAndAccept(api, 'jo@example.com', 'viewer')
  t.is((await api.request('DELETE', `/users/${jo.id}`, { token: api.admin })).status, 204)
  t.false(await isLoggedIn(api, jo.token))
  for (const [method, path, json] of [
    ['GET', ''],
    ['DELETE', ''],
    ['PUT', '', {}],
    ['PATCH', '/status', { status: 'active' }],
    ['POST', '/reset-password', { new_password: NEW_PASSWORD }],
  ] as const) {
    const answer = await api.request<{ error: string }>(method, `/users/${jo.id}${path}`, { token: api.admin, json })
    t.deepEqual([answer.status, answer.json.error], [404, 'User not found'])
  }
  t.truthy(await inviteAndAccept(api, 'jo@example.com', 'admin'))
})

test('admins do not demote, deactivate or delete themselves, even with others there', async (t) => {
  const api = await startTestApi(t)
  await inviteAndAccept(api, 'jo@example.com', 'admin')
  const me = (await api.request<UserJson>('GET', '/users/me', { token: api.admin })).json
  const attempts = [
    ['PUT', '', { role: 'viewer' }],
    ['PATCH', '/status', { status: 'inactive' }],
    ['DELETE', '', undefined],
  ] as const
  for (const [method, path, json] of attempts) {
    t.is((await api.request(method, `/users/${me.id}${path}`, { token: api.admin, json })).status, 409)
  }
  const harmless = { role: 'admin', display_name: 'Me' }
  t.is((await api.request('PUT', `/users/${me.id}`, { token: api.admin, json: harmless })).status, 200)
  t.true(await isLoggedIn(api, api.admin))
})

test('of two admins who demote each other at once one stays', async (t) => {
  const api = await startTestApi(t)
  const jo = await inviteAndAccept(api, 'jo@example.com', 'admin')
  const me = (await api.request<UserJson>('GET', '/users/me', { token: api.admin })).json
  const demote = (id: string, token: string) => api.request('PUT', `/users/${id}`, { token, json: { role: 'viewer' } })
  const answers = await Promise.all([demote(jo.id, api.admin), demote(me.id, jo.token)])
  t.is(answers.filter(({ status }) => status === 200).length, 1)
  t.true(answers.every(({ status }) => [200, 403, 409].includes(status)))
})

test('a pending user has neither status nor password to change', async (t) => {
  const api = await startTestApi(t)
  const { id } = (await invite(api, { email: 'jo@example.com', role: 'viewer' })).json
  const status = (value: string) =>
    api.request('PATCH', `/users/${id}/status`, { token: api.admin, json: { status: value } })
  t.is((await status('active')).status, 409)
  t.is((await status('inactive')).status, 409)
  const json = { new_password: NEW_PASSWORD }
  t.is((await api.request('POST', `/users/${id}/reset-password`, { token: api.admin, json })).status, 409)
  t.is((await api.request('DELETE', `/users/${id}`, { token: api.admin })).status, 204)
  t.is((await accept(api, { token: invitationToken(api, 'jo@example.com'), password: NEW_PASSWORD })).status, 400)
})
