import test from 'ava'
import { type Answer, startTestApi } from '../../support/api.ts'
import { type Account, CLIENT_ID, CLIENT_SECRET, startOpenIdProvider } from '../../support/openid-provider.ts'
import { scimClient } from '../../support/scim.ts'
import { fileScope } from '../../support/scope.ts'

const PUBLIC_URL = 'https://weir.test'
const scope = fileScope()
let starting: ReturnType<typeof begin> | undefined
const start = () => (starting ??= begin())

async function begin() {
  const provider = await startOpenIdProvider(scope, () => [`${PUBLIC_URL}/api/v1/auth/oidc/callback`])
  const api = await startTestApi(scope, {
    env: {
      WEIR_PUBLIC_URL: PUBLIC_URL,
      WEIR_OIDC_ISSUER: provider.issuer,
      WEIR_OIDC_CLIENT_ID: CLIENT_ID,
      WEIR_OIDC_CLIENT_SECRET: CLIENT_SECRET,
      WEIR_OIDC_ADMIN_VALUES: 'weir-admins',
      WEIR_OIDC_VIEWER_VALUES: 'staff',
      WEIR_SCIM_ADMIN_GROUPS: 'Weir Admins',
    },
  })
  const client = scimClient(api, await api.serviceToken(['scim']))
  const manually = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    api.request('GET', path, { headers, redirect: 'manual' })
  const cookieOf = (answer: Answer, name: string) =>
    answer.headers
      .getSetCookie()
      .flatMap((line) => line.split(';')[0] ?? '')
      .find((pair) => pair.startsWith(`${name}=`))
  /** Where a sign-in leads, and the user whose session it opened. */
  const signIn = async (account: Account) => {
    provider.put(account)
    const sent = await manually('/auth/oidc/start')
    const back = await provider.signIn(sent.headers.get('location') ?? '', account.sub)
    const { pathname, search } = new URL(back)
    const done = await manually(`/${pathname}${search}`, { cookie: cookieOf(sent, '__Host-weir-sign-on') ?? '' })
    const cookie = cookieOf(done, '__Host-weir-session')
    const headers = { 'x-weir-console': '1', 'sec-fetch-site': 'same-origin', cookie: cookie ?? '' }
    const opened =
      cookie === undefined
        ? undefined
        : await api.request<{ token: string; user: { id: string; role: string } }>('POST', '/auth/session/refresh', {
            headers,
          })
    return { to: done.headers.get('location'), user: opened?.json.user, token: opened?.json.token }
  }
  return { api, client, signIn }
}

const account = (name: string, more: object = {}): Account => ({
  sub: `sub-${name}`,
  email: `${name}@example.com`,
  email_verified: true,
  name,
  roles: [],
  ...more,
})

test('a provisioned user signs in with the verified address, and groups decide on the role', async (t) => {
  const { client, signIn } = await start()
  const { id } = await client.make('/Users', { userName: 'ann@example.com' })
  const first = await signIn(account('ann', { roles: ['weir-admins'] }))
  t.like(first.user, { id, role: 'viewer' })
  const group = await client.make('/Groups', { displayName: 'Weir Admins', members: [{ value: id }] })
  // Without any value of the role claim, too.
  t.like((await signIn(account('ann'))).user, { id, role: 'admin' })
  await client.patch(`/Groups/${group.id}`, { op: 'remove', path: 'members' })
  await client.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })
  t.is((await signIn(account('ann', { roles: ['staff'] }))).to, '/?sign-in=inactive')
})

test('an address that nobody vouches for needs the id that the client gave', async (t) => {
  const { client, signIn } = await start()
  await client.make('/Users', { userName: 'ben@example.com', externalId: 'sub-ben' })
  await client.make('/Users', { userName: 'cat@example.com', externalId: 'sub-other' })
  t.is((await signIn(account('cat', { email_verified: false }))).to, '/?sign-in=unverified')
  t.is((await signIn(account('ben', { email_verified: false }))).user?.role, 'viewer')
})

test('an administrator with an account in use is linked only where the client names the same person', async (t) => {
  const { api, client, signIn } = await start()
  const make = async (name: string, externalId: string) => {
    const { id } = await client.make('/Users', { userName: `${name}@example.com`, externalId })
    const json = { new_password: 'Correct-Horse-1-Battery' }
    await api.request('POST', `/users/${id}/reset-password`, { token: api.admin, json })
    return id
  }
  const ids = [await make('dan', 'another'), await make('eva', 'sub-eva')]
  await client.make('/Groups', { displayName: 'Weir Admins', members: ids.map((value) => ({ value })) })
  t.is((await signIn(account('dan'))).to, '/?sign-in=link-first')
  t.like((await signIn(account('eva'))).user, { id: ids[1], role: 'admin' })
})

test('who signed in before is taken over by the client, also as an administrator of the same provider', async (t) => {
  const { client, signIn } = await start()
  const before = await signIn(account('fay', { roles: ['weir-admins'] }))
  t.is(before.user?.role, 'admin')
  const { id } = await client.make('/Users', { userName: 'fay@example.com' })
  t.is(before.user?.id, id)
  t.like((await signIn(account('fay', { roles: ['weir-admins'] }))).user, { id, role: 'viewer' })
})

test('a sign-in gives the role of the groups, whatever the record says meanwhile', async (t) => {
  const { api, client, signIn } = await start()
  const { id } = await client.make('/Users', { userName: 'hal@example.com' })
  await api.request('PUT', `/users/${id}`, { token: api.admin, json: { role: 'admin' } })
  t.like((await signIn(account('hal', { roles: ['weir-admins'] }))).user, { id, role: 'viewer' })
})

test('who has lost every role at the provider loses the sessions at the next try', async (t) => {
  const { api, signIn } = await start()
  const { token } = await signIn(account('gus', { roles: ['staff'] }))
  t.is((await api.request('GET', '/users/me', { token })).status, 200)
  t.is((await signIn(account('gus'))).to, '/?sign-in=no-role')
  t.is((await api.request('GET', '/users/me', { token })).status, 401)
})
