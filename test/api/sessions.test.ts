import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import test from 'ava'
import { Secret, TOTP } from 'otpauth'
import { openSqliteStore } from '../../api/store/sqlite/sqlite-store.ts'
import { SESSIONS_MAX, type SessionRecord } from '../../api/store/user-store.ts'
import { ADMIN_EMAIL, ADMIN_PASSWORD, type Answer, startTestApi, type TestApi } from '../support/api.ts'
import { openLive } from '../support/api-live.ts'
import { inviteAndAccept } from '../support/api-users.ts'
import { documentEngines } from '../support/engines.ts'

const CONSOLE = { 'x-weir-console': '1', 'sec-fetch-site': 'same-origin' }
const MINUTE = 60_000
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

interface Listed {
  readonly id: string
  readonly method: string
  readonly last_used_at: string
  readonly created_at: string
  readonly address: string
  readonly user_agent: string
  readonly current: boolean
}

const sessionsOf = async (api: TestApi, token: string, path = '/users/me/sessions') =>
  (await api.request<{ sessions: Listed[] }>('GET', path, { token })).json.sessions
const me = async (api: TestApi, token: string) => (await api.request('GET', '/users/me', { token })).status
const end = (api: TestApi, token: string, path: string) => api.request<{ deleted: number }>('DELETE', path, { token })

async function signIn(api: TestApi, userAgent: string, email = ADMIN_EMAIL): Promise<string> {
  const headers = { 'user-agent': userAgent }
  const answer = await api.request<{ token: string }>('POST', '/auth/login', {
    json: { email, password: ADMIN_PASSWORD },
    headers,
  })
  return answer.json.token
}

for (const engine of documentEngines(test)) {
  engine.test(`${engine.name}: people see where they are signed in, and end it`, async (t) => {
    let time = Date.parse('2026-11-22T10:00:00Z')
    const api = await startTestApi(t, { now: () => new Date(time), env: await engine.environment() })
    time += MINUTE
    const lost = await signIn(api, `Mozilla/5.0 (a phone) ${'x'.repeat(500)}`)
    const [first, second, ...none] = await sessionsOf(api, api.admin)
    t.deepEqual(none, [])
    t.like(first, { method: 'password', current: false, created_at: '2026-11-22T10:01:00.000Z', address: '127.0.0.1' })
    t.is(first?.user_agent.length, 160)
    t.true(first?.user_agent.startsWith('Mozilla/5.0 (a phone) x'))
    t.like(second, { current: true, created_at: '2026-11-22T10:00:00.000Z' })

    const live = await openLive(t, api, { token: lost })
    t.is((await end(api, api.admin, `/users/me/sessions/${first?.id}`)).status, 204)
    t.is(await live.closed, 4401)
    t.is(await me(api, lost), 401)
    t.is((await end(api, api.admin, `/users/me/sessions/${first?.id}`)).status, 404)
    t.is((await end(api, api.admin, `/users/me/sessions/${UNKNOWN}`)).status, 404)

    const others = [await signIn(api, 'one'), await signIn(api, 'two')]
    t.deepEqual((await end(api, api.admin, '/users/me/sessions')).json, { deleted: 2 })
    t.deepEqual(await Promise.all(others.map((token) => me(api, token))), [401, 401])
    t.is(await me(api, api.admin), 200)
    t.deepEqual((await end(api, api.admin, '/users/me/sessions')).json, { deleted: 0 })

    const audited = await api.request<{ entries: { details: { sessions: string[] } }[] }>(
      'GET',
      '/audit-log?action=user.sessions_ended',
      { token: api.admin },
    )
    t.deepEqual(
      audited.json.entries.map(({ details }) => details.sessions.length),
      [2, 1],
    )
  })

  engine.test(`${engine.name}: an admin ends the sessions of others, and nobody else does`, async (t) => {
    const api = await startTestApi(t, { env: await engine.environment() })
    const jo = await inviteAndAccept(api, 'jo@example.com', 'viewer')
    const again = await signIn(api, 'again', jo.email)
    const path = `/users/${jo.id}/sessions`
    t.is((await api.request('GET', path, { token: jo.token })).status, 403)
    t.is((await end(api, jo.token, path)).status, 403)
    const listed = await sessionsOf(api, api.admin, path)
    t.deepEqual(
      listed.map(({ current }) => current),
      [false, false],
    )
    const id = listed.find(({ user_agent }) => user_agent === 'again')?.id
    const admins = await sessionsOf(api, api.admin)
    t.is((await end(api, api.admin, `${path}/${admins[0]?.id}`)).status, 404, 'of another user')
    t.is((await end(api, jo.token, `/users/me/sessions/${admins[0]?.id}`)).status, 404)
    t.is((await end(api, api.admin, `${path}/${id}`)).status, 204)
    t.is(await me(api, again), 401)
    t.is(await me(api, jo.token), 200)
    t.deepEqual((await end(api, api.admin, path)).json, { deleted: 1 })
    t.is(await me(api, jo.token), 401)
    // Of oneself the session that asks goes on.
    const own = (await api.request<{ id: string }>('GET', '/users/me', { token: api.admin })).json.id
    t.deepEqual((await end(api, api.admin, `/users/${own}/sessions`)).json, { deleted: 0 })
    t.is(await me(api, api.admin), 200)
  })
}

test('the last use is noted to the minute, and sessions that have expired are forgotten', async (t) => {
  let time = Date.parse('2026-11-22T10:00:00Z')
  const api = await startTestApi(t, { now: () => new Date(time) })
  const lastUse = async () => (await sessionsOf(api, api.admin)).find(({ current }) => current)?.last_used_at
  time += MINUTE / 2
  t.is(await lastUse(), '2026-11-22T10:00:00.000Z')
  time += MINUTE
  while ((await lastUse()) !== '2026-11-22T10:01:30.000Z');
  await signIn(api, 'another')
  time += 9 * 60 * MINUTE
  const later = await signIn(api, 'later')
  const [only, ...none] = await sessionsOf(api, later)
  t.is(only?.user_agent, 'later')
  t.deepEqual(none, [])
})

for (const engine of documentEngines(test)) {
  engine.test(`${engine.name}: a session that opens live updates keeps the address it is used from`, async (t) => {
    let time = Date.parse('2026-11-22T10:00:00Z')
    const api = await startTestApi(t, { now: () => new Date(time), env: await engine.environment() })
    time += 2 * MINUTE
    await openLive(t, api, { token: api.admin })
    const current = async () => (await sessionsOf(api, api.admin)).find((session) => session.current)
    while ((await current())?.last_used_at !== '2026-11-22T10:02:00.000Z');
    t.is((await current())?.address, '127.0.0.1')
  })
}

test('of very many sessions the one that is in use stays, however fast others begin', async (t) => {
  let time = Date.parse('2026-11-22T10:00:00Z')
  const api = await startTestApi(t, { now: () => new Date(time) })
  const { json: user } = await api.request<{ id: string; tenant_id: string }>('GET', '/users/me', { token: api.admin })
  const store = openSqliteStore(join(api.settings.dataDir, 'weir.sqlite'))
  const [own] = (await store.users.get(user.tenant_id, user.id))?.sessions ?? []
  const begun = new Date(time + 10_000).toISOString()
  for (let count = 2; count < SESSIONS_MAX; count += 1) {
    const addSession = { ...(own as SessionRecord), id: randomUUID(), created_at: begun, last_used_at: begun }
    await store.users.update(user.tenant_id, user.id, { addSession })
  }
  await store.close()
  time += 20_000
  const lastUse = async () => (await sessionsOf(api, api.admin)).find(({ current }) => current)?.last_used_at
  for (let tries = 0; tries < 100 && (await lastUse()) !== '2026-11-22T10:00:20.000Z'; tries += 1);
  for (const name of ['one', 'two', 'three']) await signIn(api, name)
  t.is(await me(api, api.admin), 200)
  t.is((await sessionsOf(api, api.admin)).length, SESSIONS_MAX)
})

test('where a second factor is asked of administrators, they may do nothing before they have one', async (t) => {
  let time = Date.parse('2026-11-22T10:00:00Z')
  const api = await startTestApi(t, { now: () => new Date(time), env: { WEIR_SECOND_FACTOR: 'admins' } })
  const token = api.admin
  const jsonOf = <T>(answer: Answer<T>) => answer.json
  t.is(await me(api, token), 200)
  for (const [method, path] of [
    ['GET', '/users'],
    ['GET', '/users/me/sessions'],
    ['PUT', '/users/me'],
    ['POST', '/users/me/proxy-token'],
  ] as const) {
    const json = method === 'PUT' ? { display_name: 'Root' } : undefined
    const refused = await api.request<{ error: string }>(method, path, { token, json })
    t.is(refused.status, 403, path)
    t.regex(refused.json.error, /second factor/)
  }
  await t.throwsAsync(openLive(t, api, { token }), { message: /403/ })
  const json = { email: ADMIN_EMAIL, password: ADMIN_PASSWORD }
  const entered = await api.request<{ second_factor_required?: true }>('POST', '/auth/session', {
    json,
    headers: CONSOLE,
  })
  t.true(entered.json.second_factor_required)
  const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const refresh = () =>
    api.request<{ token: string; second_factor_required?: true }>('POST', '/auth/session/refresh', {
      headers: { ...CONSOLE, cookie },
    })
  const browser = jsonOf(await refresh())
  t.true(browser.second_factor_required)

  const begun = await api.request<{ secret: string }>('POST', '/users/me/second-factor', {
    token: browser.token,
    json: { password: ADMIN_PASSWORD },
  })
  const app = new TOTP({ secret: Secret.fromBase32(begun.json.secret) })
  const code = () => ({ code: app.generate({ timestamp: time }) })
  const confirmed = await api.request('POST', '/users/me/second-factor/confirm', { token: browser.token, json: code() })
  t.is(confirmed.status, 200)
  t.is(jsonOf(await refresh()).second_factor_required, undefined)
  t.is((await api.request('GET', '/users', { token: browser.token })).status, 200)

  const viewer = await inviteAndAccept({ ...api, admin: browser.token }, 'jo@example.com', 'viewer')
  const live = await openLive(t, api, { token: viewer.token })
  const asJo = () => api.request('GET', '/policies', { token: viewer.token })
  t.is((await asJo()).status, 200)
  const promote = { token: browser.token, json: { role: 'admin' } }
  t.is((await api.request('PUT', `/users/${viewer.id}`, promote)).status, 200)
  t.is((await asJo()).status, 403, 'who becomes an admin is asked too')
  t.is(await live.closed, 4401)

  time += MINUTE
  t.is(
    (await api.request('POST', '/users/me/second-factor/remove', { token: browser.token, json: code() })).status,
    204,
  )
  t.is((await api.request('GET', '/users', { token: browser.token })).status, 403)
})
