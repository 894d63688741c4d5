import test, { type ExecutionContext } from 'ava'
import { adminCommand } from '../support/admin-command.ts'
import { ADMIN_EMAIL, ADMIN_PASSWORD, type Answer, startTestApi, type TestApi } from '../support/api.ts'
import {
  type Account,
  CLIENT_ID,
  CLIENT_SECRET,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../support/openid-provider.ts'
import { fileScope, type Scope } from '../support/scope.ts'
import { temporaryFolder } from '../support/temp.ts'

const PUBLIC_URL = 'https://weir.test'
const CONSOLE = { 'x-weir-console': '1', 'sec-fetch-site': 'same-origin' }

interface Running {
  readonly api: TestApi
  readonly provider: OpenIdProvider
  readonly log: string[]
  tick(milliseconds: number): void
}

const scope = fileScope()
let running: Promise<Running> | undefined
const start = () => {
  running ??= startAll(scope)
  return running
}

async function startAll(scope: Scope): Promise<Running> {
  const provider = await startOpenIdProvider(scope, () => [`${PUBLIC_URL}/api/v1/auth/oidc/callback`])
  const log: string[] = []
  let ahead = 0
  const api = await startTestApi(scope, {
    env: {
      WEIR_PUBLIC_URL: PUBLIC_URL,
      WEIR_OIDC_ISSUER: provider.issuer,
      WEIR_OIDC_CLIENT_ID: CLIENT_ID,
      WEIR_OIDC_CLIENT_SECRET: CLIENT_SECRET,
      WEIR_OIDC_ADMIN_VALUES: 'weir-admins',
      WEIR_OIDC_VIEWER_VALUES: 'staff, auditors',
    },
    now: () => new Date(Date.now() + ahead),
    onLog: (line) => log.push(line),
  })
  return { api, provider, log, tick: (milliseconds) => (ahead += milliseconds) }
}

const cookiesOf = (answer: Answer) => answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
const cookieNamed = (answer: Answer, name: string) => cookiesOf(answer).find((pair) => pair.startsWith(`${name}=`))

/** From the console to the provider, and back as far as its answer reaches the API's callback. */
async function begin({ api, provider }: Running, sub: string, page?: string) {
  const query = page === undefined ? '' : `?return_to=${encodeURIComponent(page)}`
  const sent = await manually(api, `/auth/oidc/start${query}`)
  const back = await provider.signIn(sent.headers.get('location') ?? '', sub)
  return { sent, cookie: cookieNamed(sent, '__Host-weir-sign-on') ?? '', back }
}

async function finish({ api }: Running, back: string, cookie: string) {
  const { pathname, search } = new URL(back)
  return manually(api, `/${pathname}${search}`, { cookie })
}

const manually = (api: TestApi, path: string, headers: Readonly<Record<string, string>> = {}) =>
  api.request('GET', path, { headers, redirect: 'manual' })

async function signIn(parts: Running, account: Account, page?: string) {
  parts.provider.put(account)
  const { back, cookie } = await begin(parts, account.sub, page)
  return finish(parts, back, cookie)
}

const refused = (t: ExecutionContext, answer: Answer, reason: string) => {
  t.is(answer.status, 303)
  t.is(answer.headers.get('location'), `/?sign-in=${reason}`)
  t.is(cookieNamed(answer, '__Host-weir-session'), undefined)
}

async function userOf({ api }: Running, answer: Answer) {
  const cookie = cookieNamed(answer, '__Host-weir-session') ?? ''
  const headers = { ...CONSOLE, cookie }
  return api.request<{ token: string; user: Record<string, unknown> & { id: string } }>(
    'POST',
    '/auth/session/refresh',
    {
      headers,
    },
  )
}

const audited = async ({ api }: Running, id: string) => {
  const query = `/audit-log?target_id=${id}`
  const { json } = await api.request<{ entries: { action: string; details: object }[] }>('GET', query, {
    token: api.admin,
  })
  return json.entries.map(({ action }) => action).reverse()
}

const staff = (name: string, more: object = {}): Account => ({
  sub: `sub-${name}`,
  email: `${name}@example.com`,
  email_verified: true,
  name: `Person ${name}`,
  roles: ['staff'],
  ...more,
})

test('whoever the provider knows gets an account at the first sign-in, and the same one at the next', async (t) => {
  const parts = await start()
  const first = await signIn(parts, staff('ada'), '/policies?x=1')
  t.is(first.status, 303)
  t.is(first.headers.get('location'), '/policies?x=1')
  t.is(first.headers.get('cache-control'), 'no-store')
  t.is(cookieNamed(first, '__Host-weir-sign-on'), '__Host-weir-sign-on=')
  const { json } = await userOf(parts, first)
  t.like(json.user, { email: 'ada@example.com', display_name: 'Person ada', role: 'viewer', status: 'active' })
  t.is((await parts.api.request('GET', '/users/me', { token: json.token })).status, 200)
  const again = await userOf(parts, await signIn(parts, staff('ada', { email: 'ada.b@example.com' })))
  t.is(again.json.user.id, json.user.id)
  t.is(again.json.user.email, 'ada@example.com')
  t.deepEqual(await audited(parts, json.user.id), ['user.created', 'auth.login', 'auth.login'])
})

test('an account without a password of its own gets none from its session, however young', async (t) => {
  const parts = await start()
  const { json } = await userOf(parts, await signIn(parts, staff('nopass')))
  for (const more of [{}, { current_password: ADMIN_PASSWORD }]) {
    const body = { password: 'Another-Passw0rd', ...more }
    const refusal = await parts.api.request<{ code: string }>('PUT', '/users/me', { token: json.token, json: body })
    t.is(refusal.status, 409)
    t.is(refusal.json.code, 'no_own_password')
  }
})

test('the role is what the provider says at each sign-in', async (t) => {
  const parts = await start()
  const account = staff('bob', { roles: ['x', 'weir-admins'] })
  const first = await userOf(parts, await signIn(parts, account))
  t.is(first.json.user.role, 'admin')
  const second = await userOf(parts, await signIn(parts, { ...account, roles: 'auditors' }))
  t.is(second.json.user.role, 'viewer')
  t.is((await parts.api.request('GET', '/users', { token: first.json.token })).status, 403)
  t.deepEqual(await audited(parts, first.json.user.id), [
    'user.created',
    'auth.login',
    'user.role_changed',
    'auth.login',
  ])
})

test('no value of the role claim is no account, and no viewer', async (t) => {
  const parts = await start()
  refused(t, await signIn(parts, staff('eve', { roles: ['guests', 'Staff'] })), 'no-role')
  refused(t, await signIn(parts, staff('eve2', { roles: undefined })), 'no-role')
  const { json } = await parts.api.request<{ users: { email: string }[] }>('GET', '/users?limit=100', {
    token: parts.api.admin,
  })
  t.false(json.users.some(({ email }) => email.startsWith('eve')))
})

test('a user who is there already is found by a verified address alone, and an admin not even then', async (t) => {
  const parts = await start()
  const invite = async (email: string, role: string) =>
    parts.api.request<{ id: string }>('POST', '/users/invite', { token: parts.api.admin, json: { email, role } })
  const invited = await invite('carl@example.com', 'viewer')
  refused(t, await signIn(parts, staff('carl', { email_verified: false })), 'unverified')
  refused(t, await signIn(parts, staff('carl', { email_verified: undefined })), 'unverified')
  const entered = await userOf(parts, await signIn(parts, staff('carl', { email: 'Carl@Example.com' })))
  t.is(entered.json.user.id, invited.json.id)
  t.is(entered.json.user.status, 'active')
  t.deepEqual((await audited(parts, invited.json.id)).slice(3), ['user.activated', 'user.linked', 'auth.login'])
  refused(t, await signIn(parts, staff('new', { email: 'free@example.com', email_verified: false })), 'unverified')
  refused(t, await signIn(parts, staff('carl-again', { email: 'carl@example.com' })), 'linked-elsewhere')
  refused(t, await signIn(parts, staff('nameless', { email: undefined })), 'no-email')
})

test('an admin links the account signed in, and signs in so from then on', async (t) => {
  const parts = await start()
  const { api, provider } = parts
  refused(t, await signIn(parts, staff('mallory', { email: ADMIN_EMAIL, roles: ['weir-admins'] })), 'link-first')
  provider.put(staff('root', { email: 'someone.else@example.com', roles: ['weir-admins'] }))
  t.is((await api.request('POST', '/auth/oidc/link', { token: api.admin, json: {} })).status, 403)
  const asked = await api.request<{ location: string }>('POST', '/auth/oidc/link', {
    token: api.admin,
    json: { return_to: '/me', password: ADMIN_PASSWORD },
    headers: CONSOLE,
  })
  t.is(asked.status, 200)
  for (const [password, status] of [
    [undefined, 400],
    ['Wrong-Password-1', 403],
  ] as const) {
    const json = { return_to: '/me', ...(password !== undefined && { password }) }
    t.is((await api.request('POST', '/auth/oidc/link', { token: api.admin, json, headers: CONSOLE })).status, status)
  }
  const back = await provider.signIn(asked.json.location, 'sub-root')
  const linked = await finish(parts, back, cookieNamed(asked, '__Host-weir-sign-on') ?? '')
  t.is(linked.headers.get('location'), '/me?sign-in=linked')
  t.deepEqual((await api.request('GET', '/users/me/identity', { token: api.admin })).json, { issuer: provider.issuer })
  t.is(cookieNamed(linked, '__Host-weir-session'), undefined)
  const entered = await userOf(parts, await signIn(parts, staff('root', { roles: ['weir-admins'] })))
  t.is(entered.json.user.email, ADMIN_EMAIL)
  t.true((await audited(parts, entered.json.user.id)).includes('user.linked'))

  const unlinked = await api.request('DELETE', `/users/${entered.json.user.id}/identity`, { token: api.admin })
  t.is(unlinked.status, 204)
  t.is((await api.request('GET', '/users/me', { token: entered.json.token })).status, 401)
  t.is((await api.request('GET', '/users/me', { token: api.admin })).status, 200)
  refused(t, await signIn(parts, staff('root', { email: ADMIN_EMAIL, roles: ['weir-admins'] })), 'link-first')
  t.true((await audited(parts, entered.json.user.id)).includes('auth.login_failed'))
})

test('a link that was begun ends with the session that began it', async (t) => {
  const parts = await start()
  const { api, provider } = parts
  const json = { email: ADMIN_EMAIL, password: ADMIN_PASSWORD }
  const signedIn = await api.request<{ token: string }>('POST', '/auth/session', { json, headers: CONSOLE })
  const asked = await api.request<{ location: string }>('POST', '/auth/oidc/link', {
    token: signedIn.json.token,
    json: { password: ADMIN_PASSWORD },
    headers: CONSOLE,
  })
  const cookie = cookieNamed(signedIn, '__Host-weir-session') ?? ''
  t.is((await api.request('DELETE', '/auth/session', { headers: { ...CONSOLE, cookie } })).status, 204)
  provider.put(staff('kiosk', { roles: ['weir-admins'] }))
  const back = await provider.signIn(asked.json.location, 'sub-kiosk')
  refused(t, await finish(parts, back, cookieNamed(asked, '__Host-weir-sign-on') ?? ''), 'expired')
})

test('an office signs in from one address', async (t) => {
  const parts = await start()
  for (let visit = 0; visit < 12; visit += 1) {
    t.is((await manually(parts.api, '/auth/oidc/start')).headers.get('ratelimit-limit'), '60000000')
  }
})

test('a cookie that only looks signed is refused like any other', async (t) => {
  const parts = await start()
  const { sent, back } = await begin(parts, 'sub-ada')
  const location = new URL(sent.headers.get('location') ?? '')
  const forged = `__Host-weir-sign-on=nonce ${location.searchParams.get('state')}.${location.searchParams.get('nonce')}`
  refused(t, await finish(parts, back, forged), 'expired')
})

test('whoever was deactivated stays outside', async (t) => {
  const parts = await start()
  const { json } = await userOf(parts, await signIn(parts, staff('dora')))
  const path = `/users/${json.user.id}/status`
  const answer = await parts.api.request('PATCH', path, { token: parts.api.admin, json: { status: 'inactive' } })
  t.is(answer.status, 200)
  refused(t, await signIn(parts, staff('dora')), 'inactive')
})

test('an answer counts for the browser that asked, for ten minutes, once, and unchanged', async (t) => {
  // Its own: the clock of the others is not set forward under them.
  const parts = await startAll(t)
  parts.provider.put(staff('fay'))
  const one = await begin(parts, 'sub-fay')
  const two = await begin(parts, 'sub-fay')
  refused(t, await finish(parts, one.back, ''), 'expired')
  refused(t, await finish(parts, one.back, two.cookie), 'expired')
  refused(t, await finish(parts, one.back, `${one.cookie.slice(0, -2)}xx`), 'expired')
  refused(t, await finish(parts, one.back.replace(/code=[^&]*/, 'code=other'), one.cookie), 'provider')
  t.is((await finish(parts, two.back, two.cookie)).headers.get('location'), '/')
  refused(t, await finish(parts, two.back, two.cookie), 'provider')
  const late = await begin(parts, 'sub-fay')
  parts.tick(11 * 60_000)
  refused(t, await finish(parts, late.back, late.cookie), 'expired')
  parts.tick(-11 * 60_000)
  const denied = await begin(parts, 'nobody')
  refused(t, await finish(parts, denied.back, denied.cookie), 'denied')
})

for (const page of ['//evil.example', 'https://evil.example', '/\\evil.example', '/a\nb', '']) {
  test(`the way back leads nowhere else: ${JSON.stringify(page)}`, async (t) => {
    const parts = await start()
    const answer = await signIn(parts, staff('gil'), page)
    t.true(answer.headers.get('location') === '/' || answer.status === 400)
  })
}

test('how people sign in is told to everyone, and no secret or claim is in the log', async (t) => {
  const parts = await start()
  const { json } = await parts.api.request('GET', '/auth/methods')
  t.deepEqual(json, { password: true, single_sign_on: true })
  await signIn(parts, staff('hal-canary', { roles: ['canary-role'] }))
  const text = parts.log.join('')
  t.regex(text, /"refusal":"no-role"/)
  t.notRegex(text, /canary|code=|a-secret-of-the-client/)
})

test('without a provider there is none', async (t) => {
  const api = await startTestApi(t)
  t.deepEqual((await api.request('GET', '/auth/methods')).json, { password: true, single_sign_on: false })
  t.is((await api.request('GET', '/auth/oidc/start')).status, 404)
  t.is((await api.request('GET', '/auth/oidc/callback?code=a&state=b')).status, 404)
  const json = { return_to: '/' }
  t.is((await api.request('POST', '/auth/oidc/link', { token: api.admin, json, headers: CONSOLE })).status, 404)
})

test('a provider that does not answer costs nobody a page of errors', async (t) => {
  const api = await startTestApi(t, {
    env: { WEIR_OIDC_ISSUER: 'http://127.0.0.1:9', WEIR_OIDC_CLIENT_ID: 'x', WEIR_OIDC_VIEWER_VALUES: 'y' },
  })
  const answer = await manually(api, '/auth/oidc/start')
  t.is(answer.headers.get('location'), '/?sign-in=provider')
  t.is(
    (await api.request('POST', '/auth/login', { json: { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } })).status,
    200,
  )
})

test('where passwords are off nobody signs in with one, and an operator makes a link that counts once', async (t) => {
  const dataDir = temporaryFolder(t)
  const env = {
    WEIR_PASSWORD_LOGIN: 'off',
    WEIR_OIDC_ISSUER: 'http://127.0.0.1:9',
    WEIR_OIDC_CLIENT_ID: 'x',
    WEIR_OIDC_ADMIN_VALUES: 'y',
  }
  const api = await startTestApi(t, { dataDir, env })
  const credentials = { email: ADMIN_EMAIL, password: ADMIN_PASSWORD }
  t.is((await api.request('POST', '/auth/login', { json: credentials })).status, 403)
  t.is((await api.request('POST', '/auth/session', { json: credentials, headers: CONSOLE })).status, 403)
  const invitation = { token: 'x', password: ADMIN_PASSWORD }
  t.is((await api.request('POST', '/auth/accept-invitation', { json: invitation })).status, 403)
  t.like((await api.request('GET', '/auth/methods')).json, { password: false })

  const made = await adminCommand(dataDir, ['user', 'sign-in-link', '--email', ADMIN_EMAIL], env)
  const token = /#sign-in=(\S+)$/m.exec(made.stdout)?.[1] ?? ''
  const use = (headers: Readonly<Record<string, string>> = CONSOLE) =>
    api.request<{ token: string }>('POST', '/auth/session/link', { json: { token }, headers })
  t.is((await use({})).status, 403)
  t.is((await api.request('GET', '/users/me', { token })).status, 401)
  const both = await Promise.all([use(), use()])
  t.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
  const entered = both.find(({ status }) => status === 200)
  t.is((await api.request('GET', '/users/me', { token: entered?.json.token })).status, 200)
  t.regex(entered?.headers.get('set-cookie') ?? '', /^__Host-weir-session=/)
  t.is((await use()).status, 401)
})
