import test from 'ava'
import { ADMIN_EMAIL, ADMIN_PASSWORD, type Answer, startTestApi, type TestApi } from '../support/api.ts'
import { fileScope } from '../support/scope.ts'

const CONSOLE = { 'x-weir-console': '1', 'sec-fetch-site': 'same-origin' }
const MINUTE = 60_000
const TEN_MINUTES = 600

interface Session {
  readonly token: string
  readonly expires_in: number
  readonly user: { readonly email: string; readonly role: string }
}

const scope = fileScope()
let time = new Date('2026-11-20T10:00:00Z').getTime()
let started: Promise<TestApi> | undefined
const theApi = () => {
  started ??= startTestApi(scope, { now: () => new Date(time) })
  return started
}

async function signIn(api: TestApi, headers: Readonly<Record<string, string>> = CONSOLE) {
  const json = { email: ADMIN_EMAIL, password: ADMIN_PASSWORD }
  const answer = await api.request<Session>('POST', '/auth/session', { json, headers })
  return { answer, cookie: cookieOf(answer) }
}

function cookieOf(answer: Answer): string {
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

const refresh = (api: TestApi, cookie: string, headers: Readonly<Record<string, string>> = CONSOLE) =>
  api.request<Session>('POST', '/auth/session/refresh', { headers: { ...headers, cookie } })
const me = async (api: TestApi, token: string) => (await api.request('GET', '/users/me', { token })).status

test.serial(
  'a browser gets a Bearer of ten minutes, and a cookie that no script and no other site can use',
  async (t) => {
    const api = await theApi()
    const { answer } = await signIn(api)
    t.is(answer.status, 200)
    t.is(answer.json.expires_in, TEN_MINUTES)
    t.like(answer.json.user, { email: ADMIN_EMAIL, role: 'admin' })
    const [pair = '', ...attributes] = (answer.headers.get('set-cookie') ?? '').split('; ')
    t.regex(pair, /^__Host-weir-session=[\w.-]+$/)
    t.deepEqual(attributes.sort(), ['HttpOnly', 'Max-Age=28800', 'Path=/', 'SameSite=Strict', 'Secure'])
    t.is(await me(api, answer.json.token), 200)
  },
)

test.serial('the cookie obtains further Bearers until the session ends by itself', async (t) => {
  const api = await theApi()
  const { answer, cookie } = await signIn(api)
  time += 11 * MINUTE
  t.is(await me(api, answer.json.token), 401)
  const second = await refresh(api, cookie)
  t.is(second.status, 200)
  t.is(second.headers.get('set-cookie'), null)
  t.is(await me(api, second.json.token), 200)
  time += 464 * MINUTE
  const last = await refresh(api, cookie)
  t.is(last.json.expires_in, 5 * 60)
  time += 6 * MINUTE
  t.is((await refresh(api, cookie)).status, 401)
})

test.serial('the cookie is no Bearer, a Bearer is no cookie, and no other route reads either from there', async (t) => {
  const api = await theApi()
  const { answer, cookie } = await signIn(api)
  const value = cookie.split('=')[1] ?? ''
  t.is(await me(api, value), 401)
  t.is((await refresh(api, `__Host-weir-session=${answer.json.token}`)).status, 401)
  t.is((await refresh(api, `${cookie}x`)).status, 401)
  t.is((await refresh(api, `__Host-weir-session=a.b.c`)).status, 401)
  t.is((await refresh(api, '')).status, 401)
  t.is((await api.request('GET', '/users/me', { headers: { ...CONSOLE, cookie } })).status, 401)
})

const FOREIGN: readonly (readonly [what: string, headers: Readonly<Record<string, string>>])[] = [
  ['a form of another site', { 'sec-fetch-site': 'cross-site' }],
  ['a script of another site', { ...CONSOLE, 'sec-fetch-site': 'cross-site' }],
  ['a host beside ours', { ...CONSOLE, 'sec-fetch-site': 'same-site' }],
  ['an address typed by hand', { ...CONSOLE, 'sec-fetch-site': 'none' }],
  ['a page of ours without the header', { 'sec-fetch-site': 'same-origin' }],
  ['an older browser on another site', { 'x-weir-console': '1', origin: 'https://evil.example' }],
  ['a sandboxed frame', { 'x-weir-console': '1', origin: 'null' }],
]
for (const [what, headers] of FOREIGN) {
  test.serial(`${what} opens, renews and ends no session`, async (t) => {
    const api = await theApi()
    const { cookie } = await signIn(api)
    t.is((await signIn(api, headers)).answer.status, 403)
    t.is((await refresh(api, cookie, headers)).status, 403)
    t.is((await api.request('DELETE', '/auth/session', { headers: { ...headers, cookie } })).status, 403)
    t.is((await refresh(api, cookie)).status, 200)
  })
}

test.serial('signing out ends this session and its Bearers, and no other', async (t) => {
  const api = await theApi()
  const { answer, cookie } = await signIn(api)
  const other = await signIn(api)
  const out = await api.request('DELETE', '/auth/session', { headers: { ...CONSOLE, cookie } })
  t.is(out.status, 204)
  t.regex(out.headers.get('set-cookie') ?? '', /^__Host-weir-session=; Max-Age=0; /)
  t.is(await me(api, answer.json.token), 401)
  t.is((await refresh(api, cookie)).status, 401)
  t.is(await me(api, other.answer.json.token), 200)
  t.is((await refresh(api, other.cookie)).status, 200)
  t.is((await api.request('DELETE', '/auth/session', { headers: { ...CONSOLE, cookie } })).status, 204)
  const token = (await refresh(api, other.cookie)).json.token
  const log = await api.request<{ entries: { action: string }[] }>('GET', '/audit-log?action=auth.logout', { token })
  t.is(log.json.entries.length, 1)
})

test.serial('a new password ends all sessions but the one that chose it', async (t) => {
  const api = await theApi()
  const { answer, cookie } = await signIn(api)
  const other = await signIn(api)
  const { token } = answer.json
  const changed = await api.request('PUT', '/users/me', { token, json: { password: ADMIN_PASSWORD } })
  t.is(changed.status, 200)
  t.is((await refresh(api, cookie)).status, 200)
  t.is((await refresh(api, other.cookie)).status, 401)
})

test.serial('attempts here and at the login are counted together', async (t) => {
  const api = await startTestApi(t, { env: { WEIR_LOGIN_RATE: '4' } })
  const json = { email: 'nobody@example.com', password: 'Wrong-Passw0rd' }
  const statuses: number[] = []
  // One login is spent by the harness.
  for (const path of ['/auth/login', '/auth/session', '/auth/login', '/auth/session']) {
    statuses.push((await api.request('POST', path, { json, headers: CONSOLE })).status)
  }
  t.deepEqual(statuses, [401, 401, 401, 429])
})
