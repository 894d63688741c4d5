import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { Passwords } from '../../api/passwords/passwords.ts'
import { hashProxyToken, isProxyToken } from '../../api/users/proxy-token-hashes.ts'
import { addTenant } from '../../cli/tenants.ts'
import { ADMIN_EMAIL, ADMIN_PASSWORD, startTestApi } from '../support/api.ts'
import { openLive } from '../support/api-live.ts'
import { inviteAndAccept } from '../support/api-users.ts'
import { documentEngines } from '../support/engines.ts'
import { logLines } from '../support/log-lines.ts'

interface Created {
  readonly token: string
  readonly created_at: string
}

async function start(t: ExecutionContext, env: Readonly<Record<string, string>> = {}) {
  const { lines } = logLines()
  const api = await startTestApi(t, { env, onLog: (line) => lines.push(line) })
  const create = async (token: string) => {
    const { status, json } = await api.request<Created>('POST', '/users/me/proxy-token', { token })
    t.is(status, 201)
    return json.token
  }
  const verify = (email: string, token: string, service = api.server.internalToken) =>
    api.request<{ user_id: string }>('POST', '/proxy-tokens/verify', { token: service, json: { email, token } })
  return { api, lines, create, verify }
}

for (const engine of documentEngines(test)) {
  engine.test(
    `${engine.name}: a proxy token is its user's until another one replaces it, or it is revoked`,
    async (t) => {
      const { api, create, verify } = await start(t, await engine.environment())
      const viewer = await inviteAndAccept(api, 'jo@example.com', 'viewer')
      const first = await create(viewer.token)
      t.regex(first, /^wpt_[A-Za-z0-9_-]{43}$/)
      const found = await verify('JO@example.com', first)
      t.is(found.status, 200)
      t.deepEqual(found.json, { user_id: viewer.id })
      t.is((await verify(ADMIN_EMAIL, first)).status, 404)

      const second = await create(viewer.token)
      t.is((await verify('jo@example.com', first)).status, 404)
      t.is((await verify('jo@example.com', second)).status, 200)

      t.is((await api.request('DELETE', '/users/me/proxy-token', { token: viewer.token })).status, 204)
      t.is((await verify('jo@example.com', second)).status, 404)
      t.is((await api.request('DELETE', '/users/me/proxy-token', { token: viewer.token })).status, 204)

      const audit = await api.request<{ entries: { action: string; actor_email: string }[] }>(
        'GET',
        `/audit-log?target_type=user&actor_id=${viewer.id}`,
        { token: api.admin },
      )
      t.deepEqual(
        audit.json.entries.map(({ action }) => action).filter((action) => action.startsWith('proxy_token.')),
        ['proxy_token.deleted', 'proxy_token.created', 'proxy_token.created'],
      )
    },
  )
}

test('the token of a user who is deactivated, or of another tenant, holds no longer or not at all', async (t) => {
  const { api, create, verify } = await start(t)
  const viewer = await inviteAndAccept(api, 'jo@example.com', 'viewer')
  const token = await create(viewer.token)
  const setStatus = (status: string) =>
    api.request('PATCH', `/users/${viewer.id}/status`, { token: api.admin, json: { status } })
  await setStatus('inactive')
  t.is((await verify('jo@example.com', token)).status, 404)
  await setStatus('active')
  t.is((await verify('jo@example.com', token)).status, 200)

  const adminEmail = 'stranger@example.com'
  await addTenant(api.settings, { name: 'Other', adminEmail, adminPassword: ADMIN_PASSWORD })
  const stranger = await api.login('stranger@example.com', ADMIN_PASSWORD)
  const theirs = await api.request<Created>('POST', '/service-tokens', {
    token: stranger,
    json: { name: 'theirs', scopes: ['record'] },
  })
  t.is((await verify('jo@example.com', token, theirs.json.token)).status, 404)
  const strangerToken = await create(stranger)
  t.is((await verify('stranger@example.com', strangerToken)).status, 404)
  t.is((await verify('stranger@example.com', strangerToken, theirs.json.token)).status, 200)

  await api.request('DELETE', `/users/${viewer.id}`, { token: api.admin })
  t.is((await verify('jo@example.com', token)).status, 404)
})

test('a proxy token opens nothing of the API, and is kept and told nowhere', async (t) => {
  const { api, lines, create, verify } = await start(t)
  const token = await create(api.admin)
  await verify(ADMIN_EMAIL, token)
  t.is((await api.request('GET', '/users/me', { token })).status, 401)
  for (const path of ['/users/me', '/users', '/audit-log']) {
    const { text } = await api.request('GET', path, { token: api.admin })
    t.false(text.includes(token) || text.includes('argon2') || text.includes('proxy_token_hash'), path)
  }
  t.false(lines.some((line) => line.includes(token)))
  for (const file of ['weir.sqlite', 'weir.sqlite-wal']) {
    t.false(readFileSync(join(api.settings.dataDir, file), 'latin1').includes(token.slice(4)), file)
  }
})

test('however many wrong tokens come, at once or before, the right one holds', async (t) => {
  const { api, create, verify } = await start(t)
  const viewer = await inviteAndAccept(api, 'jo@example.com', 'viewer')
  const token = await create(viewer.token)
  const own = await create(api.admin)
  for (let guess = 0; guess < 12; guess++) t.is((await verify('jo@example.com', `wpt_${guess}`)).status, 404)
  t.is((await verify('Jo@example.com', token)).status, 200)
  const wrong = Array.from({ length: 200 }, (_, guess) => verify('jo@example.com', `wpt_${guess}`))
  t.is((await verify('jo@example.com', token)).status, 200)
  t.true((await Promise.all(wrong)).every(({ status }) => status === 404))
  for (let use = 0; use < 12; use++) t.is((await verify(ADMIN_EMAIL, own)).status, 200)
})

test('a token of a release before, whose hash has nothing before it, still holds', async (t) => {
  const passwords = new Passwords()
  const stored = await passwords.hash('wpt_old')
  t.true(await isProxyToken(stored, 'wpt_old', passwords))
  t.false(await isProxyToken(stored, 'wpt_other', passwords))
  const hashed = await hashProxyToken('wpt_new', passwords)
  t.regex(hashed, /^[0-9a-f]{8}\$argon2id\$/)
  t.true(await isProxyToken(hashed, 'wpt_new', passwords))
  // Whoever finds the first 32 bits again has not found the token.
  t.false(await isProxyToken(hashed.slice(0, 8) + stored, 'wpt_new', passwords))
  t.false(await isProxyToken(null, 'wpt_new', passwords))
})

test('unknown users, users without a token and wrong tokens are answered after the same time', async (t) => {
  const { api, create, verify } = await start(t)
  await create(api.admin)
  await inviteAndAccept(api, 'none@example.com', 'viewer')
  const time = async (email: string) => {
    const begun = performance.now()
    t.is((await verify(email, 'wpt_wrong')).status, 404)
    return performance.now() - begun
  }
  const known: number[] = []
  const unknown: number[] = []
  const tokenless: number[] = []
  // The quickest of each, since what else runs on the machine only adds. A password hash is made for none of them.
  const hashes: number[] = []
  const passwords = new Passwords()
  const difference = () =>
    Math.max(...[unknown, tokenless].map((times) => Math.abs(Math.min(...times) - Math.min(...known))))
  const isSame = () => difference() < Math.min(...hashes) / 4
  for (let round = 0; round < 30 || (round < 200 && !isSame()); round++) {
    const begun = performance.now()
    await passwords.hash('wpt_wrong')
    hashes.push(performance.now() - begun)
    known.push(await time(ADMIN_EMAIL))
    unknown.push(await time(`nobody-${round}@example.com`))
    tokenless.push(await time('none@example.com'))
  }
  t.true(isSame(), `${difference()} ms, where a hash takes ${Math.min(...hashes)} ms`)
})

test('what is no e-mail address and token is a 400, and any text is a 404 at most', async (t) => {
  const { api, verify } = await start(t)
  for (const [email, token] of [
    ['', ''],
    ['not an address', 'wst_x'],
    ['\u0000', '\ud800'],
    [ADMIN_EMAIL, '💥'.repeat(100)],
  ] as const) {
    t.is((await verify(email, token)).status, 404)
  }
  for (const json of [
    {},
    { email: 'a@b.c' },
    { email: 'a@b.c', token: { $gt: '' } },
    { email: 'a@b.c', token: 'x', x: 1 },
  ]) {
    const { status } = await api.request('POST', '/proxy-tokens/verify', { token: api.server.internalToken, json })
    t.is(status, 400)
  }
})

test('an administrator makes and revokes the token of another user, who is told to nobody else', async (t) => {
  const { api, verify } = await start(t)
  const viewer = await inviteAndAccept(api, 'jo@example.com', 'viewer')
  const path = `/users/${viewer.id}/proxy-token`
  t.is((await api.request('POST', path, { token: viewer.token })).status, 403)
  const { status, json } = await api.request<Created>('POST', path, { token: api.admin })
  t.is(status, 201)
  t.deepEqual((await verify('jo@example.com', json.token)).json, { user_id: viewer.id })
  t.is((await api.request('DELETE', path, { token: api.admin })).status, 204)
  t.is((await verify('jo@example.com', json.token)).status, 404)
  const pending = await api.request<{ id: string }>('POST', '/users/invite', {
    token: api.admin,
    json: { email: 'new@example.com', role: 'viewer' },
  })
  const refused = await api.request('POST', `/users/${pending.json.id}/proxy-token`, { token: api.admin })
  t.is(refused.status, 409)
  const audit = await api.request<{ entries: { action: string; actor_email: string; target_id: string }[] }>(
    'GET',
    '/audit-log?target_type=user',
    { token: api.admin },
  )
  t.deepEqual(
    audit.json.entries
      .filter(({ action }) => action.startsWith('proxy_token.'))
      .map(({ action, actor_email, target_id }) => [action, actor_email, target_id]),
    [
      ['proxy_token.deleted', ADMIN_EMAIL, viewer.id],
      ['proxy_token.created', ADMIN_EMAIL, viewer.id],
    ],
  )
})

test('a proxy finds the user of an address, and none of another tenant', async (t) => {
  const { api } = await start(t)
  const viewer = await inviteAndAccept(api, 'jo@example.com', 'viewer')
  const lookUp = async (user: string) => {
    const token = api.server.internalToken
    return (await api.request('POST', '/proxy-tokens/users', { token, json: { user } })).json
  }
  t.deepEqual(await lookUp('Jo@Example.com'), { user_id: viewer.id })
  t.deepEqual(await lookUp('CORP\\jo'), { user_id: null })
  await addTenant(api.settings, { name: 'Other', adminEmail: 'stranger@example.com', adminPassword: ADMIN_PASSWORD })
  t.deepEqual(await lookUp('stranger@example.com'), { user_id: null })
})

test('questions about tokens use up nothing of what a proxy may ask besides', async (t) => {
  const { api, verify } = await start(t, { WEIR_TENANT_RATE: '20' })
  const service = await api.request<Created>('POST', '/service-tokens', {
    token: api.admin,
    json: { name: 'proxy', scopes: ['policies'] },
  })
  const token = service.json.token
  for (let guess = 0; guess < 20; guess++) t.is((await verify('jo@example.com', `wpt_${guess}`, token)).status, 404)
  t.is((await verify('jo@example.com', 'wpt_last', token)).status, 429)
  t.is((await api.request('GET', '/policies', { token })).status, 200)
})

test('proxies are told whose rights or token have changed, and users are not', async (t) => {
  const { api, create } = await start(t)
  const viewer = await inviteAndAccept(api, 'jo@example.com', 'viewer')
  const proxy = await openLive(t, api, { token: api.server.internalToken })
  const person = await openLive(t, api, { token: viewer.token })
  await create(viewer.token)
  const told = { type: 'users_changed', user_id: viewer.id }
  await proxy.waitFor((message) => message.type === 'users_changed')
  t.deepEqual(
    proxy.messages.filter(({ type }) => type === 'users_changed'),
    [told],
  )
  person.send({ type: 'ping' })
  await person.waitFor(({ type }) => type === 'pong')
  t.false(person.messages.some(({ type }) => type === 'users_changed'))
})
