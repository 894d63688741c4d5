import test from 'ava'
import { ADMIN_EMAIL, ADMIN_PASSWORD, startTestApi } from '../support/api.ts'
import { inviteAndAccept } from '../support/api-users.ts'

const RIGHT = { email: ADMIN_EMAIL, password: ADMIN_PASSWORD }
const WRONG = { email: ADMIN_EMAIL, password: 'x' }

test('five logins a minute and address, right or wrong, then 429 with the time to wait', async (t) => {
  const api = await startTestApi(t, { env: { WEIR_LOGIN_RATE: '5' } })
  // The harness has logged in once.
  for (let attempt = 2; attempt <= 5; attempt++) {
    const answer = await api.request('POST', '/auth/login', { json: attempt % 2 === 0 ? WRONG : RIGHT })
    t.is(answer.status, attempt % 2 === 0 ? 401 : 200)
    t.is(answer.headers.get('ratelimit-limit'), '5')
    t.is(answer.headers.get('ratelimit-remaining'), String(5 - attempt))
  }
  const refused = await api.request<{ error: string }>('POST', '/auth/login', { json: RIGHT })
  t.is(refused.status, 429)
  t.regex(refused.json.error, /^Too many requests: try again in \d+ seconds$/)
  const wait = Number(refused.headers.get('retry-after'))
  t.true(wait > 0 && wait <= 60)
  t.is(refused.headers.get('ratelimit-remaining'), '0')
  t.is(refused.headers.get('ratelimit-reset'), String(wait))
  t.is((await api.request('GET', '/users/me', { token: api.admin })).status, 200)
})

test('behind a trusted proxy the address is the client’s, and a client cannot choose its own', async (t) => {
  const env = { WEIR_LOGIN_RATE: '2', WEIR_TRUSTED_PROXIES: '127.0.0.0/8' }
  const api = await startTestApi(t, { env })
  const login = async (forwarded: string) =>
    (await api.request('POST', '/auth/login', { json: WRONG, headers: { 'x-forwarded-for': forwarded } })).status
  t.deepEqual([await login('192.0.2.1'), await login('192.0.2.1'), await login('192.0.2.1')], [401, 401, 429])
  t.is(await login('192.0.2.2'), 401)
  t.is(await login('203.0.113.9, 192.0.2.1'), 429)
  // Somebody with an IPv6 line has more addresses than there are guesses.
  t.deepEqual(
    [await login('2001:db8:1:2::1'), await login('2001:db8:1:2:ffff::2'), await login('2001:db8:1:2::3')],
    [401, 401, 429],
  )
  t.is(await login('2001:db8:1:3::1'), 401)
})

test('without a trusted proxy X-Forwarded-For means nothing', async (t) => {
  const api = await startTestApi(t, { env: { WEIR_LOGIN_RATE: '2' } })
  const login = async (forwarded: string) =>
    (await api.request('POST', '/auth/login', { json: WRONG, headers: { 'x-forwarded-for': forwarded } })).status
  t.deepEqual([await login('192.0.2.1'), await login('192.0.2.2')], [401, 429])
})

test('a tenant’s users share one count, each service token has its own, and probes none', async (t) => {
  const api = await startTestApi(t, { env: { WEIR_TENANT_RATE: '3' } })
  const proxy = api.server.internalToken
  const first = await api.request('GET', '/users/me', { token: api.admin })
  t.deepEqual(
    ['ratelimit-limit', 'ratelimit-remaining'].map((name) => first.headers.get(name)),
    ['3', '2'],
  )
  const other = await api.serviceToken(['policies'])
  await api.request('GET', '/users/me', { token: await api.login(ADMIN_EMAIL, ADMIN_PASSWORD) })
  t.is((await api.request('GET', '/users/me', { token: api.admin })).status, 429)
  for (const token of [proxy, other]) {
    for (const status of [200, 200, 200, 429]) {
      t.is((await api.request('GET', '/policies', { token })).status, status)
    }
  }
  for (const path of ['/healthz', '/readyz', '/metrics', '//healthz'])
    t.is((await api.request('GET', path)).status, 200)
})

test('what is refused for its token is not counted against the tenant', async (t) => {
  const api = await startTestApi(t, { env: { WEIR_TENANT_RATE: '2' } })
  for (let attempt = 0; attempt < 5; attempt++)
    t.is((await api.request('GET', '/users/me', { token: 'x' })).status, 401)
  t.is((await api.request('GET', '/users/me', { token: api.admin })).status, 200)
})

test('an administrator gets through what a viewer’s refused requests have used up', async (t) => {
  const api = await startTestApi(t, { env: { WEIR_TENANT_RATE: '10' } })
  const { token } = await inviteAndAccept(api, 'viewer@example.com', 'viewer')
  const statuses: number[] = []
  for (let n = 0; n < 12; n += 1) statuses.push((await api.request('GET', '/service-tokens', { token })).status)
  // The invitation was the tenant's first request. One caller alone uses up all that is left of the ten.
  t.deepEqual(statuses, [...Array(9).fill(403), ...Array(3).fill(429)])
  t.is((await api.request('GET', '/service-tokens', { token: api.admin })).status, 200)
  t.is((await api.request('GET', '/service-tokens', { token: api.admin })).status, 429)
})

test('one caller alone reaches the whole rate', async (t) => {
  const api = await startTestApi(t, { env: { WEIR_TENANT_RATE: '10' } })
  for (const token of [api.admin, api.server.internalToken]) {
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1) statuses.push((await api.request('GET', '/policies', { token })).status)
    t.deepEqual(statuses, [...Array(10).fill(200), 429])
  }
})
