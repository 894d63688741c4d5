import { createHmac } from 'node:crypto'
import test from 'ava'
import { ADMIN_EMAIL, ADMIN_PASSWORD, startTestApi, type TestApi } from '../support/api.ts'
import { fileScope } from '../support/scope.ts'
import { sessionKeyOf } from '../support/session-key.ts'
import { until } from '../support/wire.ts'

const SECRET = 'a secret of the tests, thirty-two bytes or more'
const ENV = { WEIR_JWT_SECRET: SECRET }

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** What somebody could do who has the key of sessions. */
function signerOf(api: TestApi) {
  const { id: kid, key } = sessionKeyOf(api.settings.dataDir, SECRET)
  const sign = (header: unknown, payload: unknown, secret: string | Buffer = key, algorithm = 'sha256') => {
    const unsigned = `${encode(header)}.${encode(payload)}`
    return `${unsigned}.${createHmac(algorithm, secret).update(unsigned).digest('base64url')}`
  }
  return { sign, HEADER: { alg: 'HS256', typ: 'JWT', kid } }
}
type Signer = ReturnType<typeof signerOf>

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

async function statusOf(api: TestApi, authorization: string | undefined): Promise<number> {
  const headers = authorization === undefined ? {} : { authorization }
  return (await api.request('GET', '/users/me', { headers })).status
}

test('a token of ours carries the claims that are documented, and one made from them is accepted', async (t) => {
  const api = await startTestApi(t, { env: ENV })
  const claims = claimsOf(api.admin)
  t.deepEqual(Object.keys(claims).sort(), ['aud', 'exp', 'iat', 'iss', 'jti', 'role', 'sub', 'sv', 'tenant_id'])
  const { sign, HEADER } = signerOf(api)
  t.is(await statusOf(api, `Bearer ${sign(HEADER, claims)}`), 200)
  t.is(await statusOf(api, `bearer ${api.admin}`), 200)
})

test('no header, another scheme, or a header that is not one token: 401', async (t) => {
  const api = await startTestApi(t, { env: ENV })
  const headers = [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    `Basic ${btoa(`${ADMIN_EMAIL}:${ADMIN_PASSWORD}`)}`,
    `Token ${api.admin}`,
    api.admin,
    `Bearer ${api.admin} ${api.admin}`,
    `Bearer ${api.admin},`,
    'Bearer null',
    'Bearer ..',
    'Bearer a.b.c',
    'Bearer wst_',
    'Bearer wst_0000000000000000000000000000000000000000000',
    `Bearer ${'x'.repeat(8000)}`,
  ]
  for (const header of headers) t.is(await statusOf(api, header), 401, header)
})

type Forge = (claims: Record<string, unknown>, token: string, signer: Signer) => string

const forgeries: Record<string, Forge> = {
  'alg none': (claims) => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`,
  'alg NoNe': (claims) => `${encode({ alg: 'NoNe', typ: 'JWT' })}.${encode(claims)}.`,
  'alg none with the old signature': (claims, token) =>
    `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.${token.split('.')[2]}`,
  'alg HS512 with the right secret': (claims, _token, { sign, HEADER }) =>
    sign({ ...HEADER, alg: 'HS512' }, claims, undefined, 'sha512'),
  'the root itself': (claims, _token, { sign, HEADER }) => sign(HEADER, claims, SECRET),
  'the root itself, and no key id': (claims, _token, { sign }) => sign({ alg: 'HS256', typ: 'JWT' }, claims, SECRET),
  'no key id': (claims, _token, { sign }) => sign({ alg: 'HS256', typ: 'JWT' }, claims),
  'another key id': (claims, _token, { sign, HEADER }) => sign({ ...HEADER, kid: '0123456789ab' }, claims),
  'alg RS256 signed with the secret as if it were a key': (claims, _token, { sign, HEADER }) =>
    sign({ ...HEADER, alg: 'RS256' }, claims),
  'alg ES256 with r = s = 0': (claims) =>
    `${encode({ alg: 'ES256', typ: 'JWT' })}.${encode(claims)}.${Buffer.alloc(64).toString('base64url')}`,
  'an empty secret': (claims, _token, { sign, HEADER }) => sign(HEADER, claims, ''),
  'a guessed secret': (claims, _token, { sign, HEADER }) => sign(HEADER, claims, 'secret'),
  'a key in the header': (claims, _token, { sign, HEADER }) =>
    sign({ ...HEADER, jwk: { kty: 'oct', k: encode('mine') } }, claims, 'mine'),
  'a key id that is a path': (claims, _token, { sign, HEADER }) =>
    sign({ ...HEADER, kid: '../../../../dev/null' }, claims, ''),
  'a key id that is SQL': (claims, _token, { sign, HEADER }) =>
    sign({ ...HEADER, kid: "x' UNION SELECT 'k'--" }, claims, 'k'),
  'a key URL': (claims, _token, { sign, HEADER }) =>
    sign({ ...HEADER, jku: 'https://evil.example/jwks', x5u: 'https://evil.example' }, claims, 'k'),
  'another type': (claims, _token, { sign, HEADER }) => sign({ ...HEADER, typ: 'invitation+jwt' }, claims),
  'no type': (claims, _token, { sign, HEADER }) => sign({ ...HEADER, typ: undefined }, claims),
  'no signature': (_claims, token) => `${token.split('.').slice(0, 2).join('.')}.`,
  'two parts': (_claims, token) => token.split('.').slice(0, 2).join('.'),
  'four parts': (_claims, token) => `${token}.x`,
  'a changed payload': (claims, token) => {
    const [header, , signature] = token.split('.')
    return `${header}.${encode({ ...claims, tenant_id: crypto.randomUUID() })}.${signature}`
  },
  'a header that is no JSON': (claims, _token, { sign }) => sign('not json', claims),
  'a payload that is no JSON': (_claims, _token, { sign, HEADER }) => sign(HEADER, 'not json'),
  'a payload that is an array': (_claims, _token, { sign, HEADER }) => sign(HEADER, []),
  'a payload that is a string': (_claims, _token, { sign, HEADER }) => sign(HEADER, '"x"'),
  expired: (claims, _token, { sign, HEADER }) => sign(HEADER, { ...claims, exp: Math.floor(Date.now() / 1000) - 1 }),
  'no expiry': ({ exp: _exp, ...claims }, _token, { sign, HEADER }) => sign(HEADER, claims),
  'an expiry that is a string': (claims, _token, { sign, HEADER }) => sign(HEADER, { ...claims, exp: '9999999999' }),
  'an endless expiry': (claims, _token, { sign, HEADER }) =>
    sign(HEADER, JSON.stringify(claims).replace(/"exp":\d+/, '"exp":1e400')),
  'issued in the future': (claims, _token, { sign, HEADER }) =>
    sign(HEADER, { ...claims, iat: Math.floor(Date.now() / 1000) + 3600 }),
  'not valid yet': (claims, _token, { sign, HEADER }) =>
    sign(HEADER, { ...claims, nbf: Math.floor(Date.now() / 1000) + 3600 }),
  'another audience': (claims, _token, { sign, HEADER }) => sign(HEADER, { ...claims, aud: 'other' }),
  'no audience': ({ aud: _aud, ...claims }, _token, { sign, HEADER }) => sign(HEADER, claims),
  'another issuer': (claims, _token, { sign, HEADER }) => sign(HEADER, { ...claims, iss: 'other' }),
  'a user that does not exist': (claims, _token, { sign, HEADER }) =>
    sign(HEADER, { ...claims, sub: crypto.randomUUID() }),
  'a user of another tenant': (claims, _token, { sign, HEADER }) =>
    sign(HEADER, { ...claims, tenant_id: crypto.randomUUID() }),
  'a subject that is a query operator': (claims, _token, { sign, HEADER }) =>
    sign(HEADER, { ...claims, sub: { $gt: '' } }),
  'an older session version': (claims, _token, { sign, HEADER }) => sign(HEADER, { ...claims, sv: 0 }),
  'a session version that is a string': (claims, _token, { sign, HEADER }) => sign(HEADER, { ...claims, sv: '1' }),
}

const shared = startTestApi(fileScope(), { env: ENV })

for (const [name, forge] of Object.entries(forgeries)) {
  test(`a forged token is refused: ${name}`, async (t) => {
    const api = await shared
    t.is(await statusOf(api, `Bearer ${forge(claimsOf(api.admin), api.admin, signerOf(api))}`), 401)
  })
}

test('the role in the token is for show: the record decides', async (t) => {
  const api = await startTestApi(t, { env: ENV })
  const { sign, HEADER } = signerOf(api)
  const me = await api.request<{ role: string }>('GET', '/users/me', {
    token: sign(HEADER, { ...claimsOf(api.admin), role: 'viewer' }),
  })
  t.is(me.json.role, 'admin')
})

test('of two equal claims the verifier and the reader see the same one', async (t) => {
  const api = await startTestApi(t, { env: ENV })
  const payload = JSON.stringify(claimsOf(api.admin))
    .replace('{', `{"exp":9999999999,`)
    .replace(/"exp":(\d+),"jti"/, '"exp":1,"jti"')
  const { sign, HEADER } = signerOf(api)
  t.is(await statusOf(api, `Bearer ${sign(HEADER, payload)}`), 401)
})

test('a session ends after eight hours of the server’s clock', async (t) => {
  let now = Date.parse('2026-11-21T10:00:00Z')
  const api = await startTestApi(t, { env: ENV, now: () => new Date(now) })
  now += 8 * 3_600_000 - 1000
  t.is(await statusOf(api, `Bearer ${api.admin}`), 200)
  now += 1000
  t.is(await statusOf(api, `Bearer ${api.admin}`), 401)
})

test('a service token is shown once, listed without its secret, and dies when deleted', async (t) => {
  const api = await startTestApi(t)
  const created = await api.request<Record<string, unknown>>('POST', '/service-tokens', {
    token: api.admin,
    json: { name: 'edge proxy', scopes: ['policies'] },
  })
  t.is(created.status, 201)
  const { token, ...shown } = created.json
  t.regex(String(token), /^wst_[A-Za-z0-9_-]{43}$/)
  t.deepEqual(Object.keys(shown).sort(), ['created_at', 'created_by', 'id', 'name', 'scopes'])
  const listed = await api.request<{ service_tokens: unknown[]; total: number }>('GET', '/service-tokens', {
    token: api.admin,
  })
  t.is(listed.json.total, 2)
  t.deepEqual(listed.json.service_tokens[0], { ...shown, last_used_at: null })
  t.false(listed.text.includes(String(token)))
  t.is((await api.request('GET', '/policies', { token: String(token) })).status, 200)
  const used = async () => {
    const { json } = await api.request<{ service_tokens: { last_used_at: string | null }[] }>(
      'GET',
      '/service-tokens',
      {
        token: api.admin,
      },
    )
    return json.service_tokens[0]?.last_used_at ?? null
  }
  await until(
    async () => (await used()) !== null,
    () => 'its use is not noted',
  )
  t.is((await api.request('DELETE', `/service-tokens/${shown.id}`, { token: api.admin })).status, 204)
  t.is((await api.request('GET', '/policies', { token: String(token) })).status, 401)
  t.is((await api.request('DELETE', `/service-tokens/${shown.id}`, { token: api.admin })).status, 404)
})

test('service tokens have one name each, and scopes that exist', async (t) => {
  const api = await startTestApi(t)
  const create = async (json: unknown) =>
    (await api.request('POST', '/service-tokens', { token: api.admin, json })).status
  t.is(await create({ name: 'one', scopes: ['record'] }), 201)
  t.is(await create({ name: 'one', scopes: ['record'] }), 409)
  t.is(await create({ name: 'two', scopes: [] }), 400)
  t.is(await create({ name: 'two', scopes: ['admin'] }), 400)
  t.is(await create({ name: 'two', scopes: ['record', 'record'] }), 400)
  t.is(await create({ name: '', scopes: ['record'] }), 400)
})
