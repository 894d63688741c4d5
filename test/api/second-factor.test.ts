import test from 'ava'
import { Secret, TOTP } from 'otpauth'
import { adminCommand } from '../support/admin-command.ts'
import { ADMIN_EMAIL, ADMIN_PASSWORD, startTestApi, type TestApi } from '../support/api.ts'
import { invitationToken } from '../support/api-users.ts'
import type { Scope } from '../support/scope.ts'
import { temporaryFolder } from '../support/temp.ts'
import { until } from '../support/wire.ts'

const STEP = 30_000

interface App {
  readonly secret: string
  readonly uri: string
}

async function start(t: Scope) {
  let time = Date.parse('2026-11-22T10:00:00Z')
  const dataDir = temporaryFolder(t)
  const api = await startTestApi(t, { now: () => new Date(time), dataDir })
  const login = (code?: string) =>
    api.request<{ token: string; details?: unknown }>('POST', '/auth/login', {
      json: { email: ADMIN_EMAIL, password: ADMIN_PASSWORD, ...(code !== undefined && { code }) },
    })
  /** As an authenticator app shows it now, by another reading of its address. */
  const codeOf = ({ uri }: App, steps = 0) => {
    const secret = new URL(uri).searchParams.get('secret') ?? ''
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time + steps * STEP })
  }
  return { api, dataDir, login, codeOf, tick: (steps: number) => (time += steps * STEP) }
}

const begin = (api: TestApi, token = api.admin, password = ADMIN_PASSWORD) =>
  api.request<App>('POST', '/users/me/second-factor', { token, json: { password } })
const confirm = (api: TestApi, code: string, token = api.admin) =>
  api.request<{ recovery_codes: string[] }>('POST', '/users/me/second-factor/confirm', { token, json: { code } })
const state = async (api: TestApi, token = api.admin) =>
  (await api.request('GET', '/users/me/second-factor', { token })).json

test('an app is set up, and from then on a password alone is not enough', async (t) => {
  const { api, login, codeOf, tick } = await start(t)
  t.deepEqual(await state(api), { enabled: false, recovery_codes_left: 0 })
  t.is((await begin(api, api.admin, 'Wrong-Password-1')).status, 403)
  const { json: app } = await begin(api)
  t.regex(app.uri, /^otpauth:\/\/totp\/Weir:admin%40example\.com\?/)
  t.is((await login()).status, 200)
  t.is((await confirm(api, '000000')).status, 403)
  const confirmed = await confirm(api, codeOf(app))
  t.is(confirmed.status, 200)
  t.is(new Set(confirmed.json.recovery_codes).size, 10)
  t.deepEqual(await state(api), { enabled: true, recovery_codes_left: 10 })
  t.is((await begin(api)).status, 409)

  const asked = await login()
  t.is(asked.status, 400)
  t.like(asked.json, { details: [{ path: 'code' }] })
  await until(
    async () => {
      const path = '/audit-log?action=auth.code_asked'
      return (await api.request<{ total: number }>('GET', path, { token: api.admin })).json.total === 1
    },
    () => 'that a code was asked for is not in the audit log',
  )
  t.is((await login(codeOf(app))).status, 401, 'the code that confirmed it is used up')
  tick(1)
  t.is((await login(codeOf(app))).status, 200)
  t.is((await login(codeOf(app))).status, 401, 'once')
  tick(1)
  t.is((await login(codeOf(app, 1))).status, 200, 'a clock that is ahead')
  t.is((await login(codeOf(app))).status, 401, 'older than the last')
  tick(3)
  t.is((await login(codeOf(app, -2))).status, 401, 'too old')
})

test('other sessions end when it is turned on, and wrong passwords learn nothing of it', async (t) => {
  const { api, login, codeOf } = await start(t)
  const other = (await login()).json.token
  const { json: app } = await begin(api)
  await confirm(api, codeOf(app))
  t.is((await api.request('GET', '/users/me', { token: other })).status, 401)
  t.is((await api.request('GET', '/users/me', { token: api.admin })).status, 200)
  const wrong = { email: ADMIN_EMAIL, password: 'Wrong-Password-1' }
  const answer = await api.request<{ details?: unknown }>('POST', '/auth/login', { json: wrong })
  t.is(answer.status, 401)
  t.is(answer.json.details, undefined)
})

test('a recovery code counts once, with or without its dashes, also where two use it at once', async (t) => {
  const { api, login, codeOf } = await start(t)
  const { json: app } = await begin(api)
  const [first = '', second = ''] = (await confirm(api, codeOf(app))).json.recovery_codes
  t.is((await login(first)).status, 200)
  t.is((await login(first)).status, 401)
  const spelled = second.replaceAll('-', '').toLowerCase()
  const both = await Promise.all([login(spelled), login(second)])
  t.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
  t.deepEqual(await state(api), { enabled: true, recovery_codes_left: 8 })
})

test('codes cannot be tried one after the other', async (t) => {
  const { api, login, codeOf, tick } = await start(t)
  const { json: app } = await begin(api)
  const recovery = (await confirm(api, codeOf(app))).json.recovery_codes
  tick(1)
  const [rescue = ''] = (await confirm(api, codeOf(app))).json.recovery_codes ?? []
  t.is(rescue, '', 'it is confirmed once')
  for (let tries = 0; tries < 10; tries += 1) t.is((await login('000000')).status, 401)
  t.is((await login(codeOf(app))).status, 429)
  t.is((await login(recovery[0])).status, 200, 'a recovery code cannot be guessed')
})

test('what is tried in a session is bounded too, and keeps nobody from signing in', async (t) => {
  const { api, login, codeOf, tick } = await start(t)
  const { json: app } = await begin(api)
  await confirm(api, codeOf(app))
  const remove = (code: string) =>
    api.request('POST', '/users/me/second-factor/remove', { token: api.admin, json: { code } })
  const change = () =>
    api.request('PUT', '/users/me', {
      token: api.admin,
      json: { password: 'Another-Horse-2-Battery', current_password: 'Wrong-Horse-1-Battery', code: '000000' },
    })
  for (let tries = 0; tries < 5; tries += 1) {
    t.is((await remove('000000')).status, 403)
    t.is((await change()).status, 403)
  }
  tick(1)
  t.is((await remove(codeOf(app))).status, 429, 'codes and passwords count together')
  t.is((await change()).status, 429)
  t.is((await login(codeOf(app))).status, 200)
})

test('right passwords that come together use up no try', async (t) => {
  const { api } = await start(t)
  const together = () => Promise.all(Array.from({ length: 20 }, () => begin(api)))
  t.true(
    (await together()).some(({ status }) => status === 429),
    'no more than ten are checked at once',
  )
  t.is((await begin(api)).status, 201)
})

test('an open session is not enough for a new password, nor to begin anew beside a confirmation', async (t) => {
  const { api, codeOf, tick } = await start(t)
  const { json: app } = await begin(api)
  const both = await Promise.all([begin(api), confirm(api, codeOf(app))])
  t.true(both.some(({ status }) => status >= 400))
  const isOn = (await state(api)) as { enabled: boolean }
  if (!isOn.enabled) await confirm(api, codeOf((await begin(api)).json))
  const change = (code?: string) => {
    const json = { password: 'Another-Horse-2-Battery', ...(code !== undefined && { code }) }
    return api.request<{ details?: unknown }>('PUT', '/users/me', { token: api.admin, json })
  }
  const asked = await change()
  t.is(asked.status, 400)
  t.like(asked.json, { details: [{ path: 'code' }] })
  t.is((await change('000000')).status, 403)
  t.is((await api.request('PUT', '/users/me', { token: api.admin, json: { display_name: 'Root' } })).status, 200)
  tick(1)
  if (isOn.enabled) t.is((await change(codeOf(app))).status, 200)
})

test('it is removed with a code, by an admin, or on the machine itself', async (t) => {
  const { api, dataDir, login, codeOf, tick } = await start(t)
  const remove = (code: string) =>
    api.request('POST', '/users/me/second-factor/remove', { token: api.admin, json: { code } })
  const { json: app } = await begin(api)
  await confirm(api, codeOf(app))
  t.is((await remove('000000')).status, 403)
  tick(1)
  t.is((await remove(codeOf(app))).status, 204)
  t.is((await login()).status, 200)
  t.is((await remove(codeOf(app))).status, 409)

  const again = await begin(api)
  t.not(again.json.secret, app.secret)
  await confirm(api, codeOf(again.json))
  t.is((await adminCommand(dataDir, ['user', 'remove-second-factor', '--email', ADMIN_EMAIL])).code, 0)
  const { json, status } = await login()
  t.is(status, 200)

  const invited = await api.request<{ id: string }>('POST', '/users/invite', {
    token: json.token,
    json: { email: 'jo@example.com', role: 'viewer' },
  })
  const password = 'Quiet-Harbour-42'
  const token = invitationToken(api, 'jo@example.com')
  const jo = await api.request<{ token: string }>('POST', '/auth/accept-invitation', { json: { token, password } })
  const ofJo = await begin(api, jo.json.token, password)
  t.is((await confirm(api, codeOf(ofJo.json), jo.json.token)).status, 200)
  const path = `/users/${invited.json.id}/second-factor`
  t.is((await api.request('DELETE', path, { token: jo.json.token })).status, 403)
  t.is((await api.request('DELETE', path, { token: json.token })).status, 204)
  const entered = await api.request('POST', '/auth/login', { json: { email: 'jo@example.com', password } })
  t.is(entered.status, 200)
  const log = await api.request<{ entries: { action: string }[] }>('GET', '/audit-log?target_type=user&limit=100', {
    token: json.token,
  })
  const actions = log.json.entries.map(({ action }) => action).filter((action) => action.includes('second_factor'))
  t.deepEqual(actions.reverse(), [
    'user.second_factor_added',
    'user.second_factor_refused',
    'user.second_factor_removed',
    'user.second_factor_added',
    'user.second_factor_removed',
    'user.second_factor_added',
    'user.second_factor_removed',
  ])
})
