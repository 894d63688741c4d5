import { createHash } from 'node:crypto'
import test from 'ava'
import { type RequestOptions, startTestApi, type TestApi } from '../support/api.ts'

type InteractionJson = Record<string, unknown> & { id: string; timestamp: string; risk_score: number }
interface ListJson {
  data: InteractionJson[]
  total: number
  limit: number
  offset: number
}

const HASH = createHash('sha256').update('a prompt').digest('hex')
const MINIMAL = { platform_id: 'openai-api', content_hash: HASH }
const finding = (type: string, fields: object = {}) => ({ type, value: '***', score: 1, start: 0, end: 3, ...fields })

const asAdmin = (api: TestApi, options: RequestOptions = {}): RequestOptions => ({ token: api.admin, ...options })
const asProxy = (api: TestApi, options: RequestOptions = {}): RequestOptions => ({
  token: api.server.internalToken,
  ...options,
})
const post = (api: TestApi, json: unknown, as = asAdmin) =>
  api.request<InteractionJson>('POST', '/interactions', as(api, { json }))

test('an interaction gets its defaults and what the server sets', async (t) => {
  const api = await startTestApi(t)
  const { status, json } = await post(api, MINIMAL)
  t.is(status, 201)
  const { id, tenant_id, timestamp, reference, ...rest } = json
  t.is(reference, id.replaceAll('-', '').slice(-10))
  t.deepEqual(rest, {
    ...MINIMAL,
    interaction_type: 'prompt',
    content_metadata: {},
    classifications: [],
    risk_score: 0,
    direction: 'outbound',
    source: 'browser_extension',
    user_id: null,
    policy_decisions: [],
    enforced_action: 'allow',
    tier: 1,
  })
  t.true(Math.abs(Date.parse(timestamp) - Date.now()) < 60_000)
  t.regex(String(tenant_id), /^[0-9a-f-]{36}$/)
  t.deepEqual((await api.request('GET', `/interactions/${id}`, asAdmin(api))).json, json)
})

test('risk follows from the classifications where the sender gives none', async (t) => {
  const api = await startTestApi(t)
  const computed = await post(api, { ...MINIMAL, classifications: [finding('CREDIT_CARD')] })
  t.true(computed.json.risk_score > 0.5)
  const given = await post(api, { ...MINIMAL, classifications: [finding('CREDIT_CARD')], risk_score: 0.1 })
  t.is(given.json.risk_score, 0.1)
})

test('policies decide on create, in order, and the strictest is enforced', async (t) => {
  const api = await startTestApi(t)
  const policy = (name: string, action: string, priority: number, conditions: unknown[], enabled = true) =>
    api.request('POST', '/policies', asAdmin(api, { json: { name, rules: { action, conditions }, priority, enabled } }))
  await policy('watch', 'log', 1, [{ field: 'classifications', operator: 'contains', value: 'EMAIL' }])
  await policy('stop', 'block', 3, [
    { field: 'risk_score', operator: 'gte', value: '0.5' },
    { field: 'platform_id', operator: 'in', value: ['openai-api'] },
  ])
  await policy('warn', 'coach', 2, [])
  await policy('asleep', 'block', 0, [], false)
  await policy('elsewhere', 'block', 0, [{ field: 'platform_id', operator: 'eq', value: 'claude-web' }])
  const { json } = await post(api, { ...MINIMAL, classifications: [finding('EMAIL')], risk_score: 0.5 })
  const decisions = json.policy_decisions as Record<string, unknown>[]
  t.deepEqual(
    decisions.map(({ policy_name, action, matched_conditions }) => [policy_name, action, matched_conditions]),
    [
      ['watch', 'log', 1],
      ['warn', 'coach', 0],
      ['stop', 'block', 2],
    ],
  )
  t.is(json.enforced_action, 'block')
})

test('with first_match the first policy that matches is enforced', async (t) => {
  const api = await startTestApi(t, { env: { WEIR_POLICY_RESOLUTION: 'first_match' } })
  for (const [name, action, priority] of [
    ['a', 'log', 1],
    ['b', 'block', 2],
  ]) {
    const json = { name, rules: { action, conditions: [] }, priority, enabled: true }
    await api.request('POST', '/policies', asAdmin(api, { json }))
  }
  t.is((await post(api, MINIMAL)).json.enforced_action, 'log')
})

test('a policy change holds for the very next interaction', async (t) => {
  const api = await startTestApi(t)
  const json = { name: 'all', rules: { action: 'block', conditions: [] }, enabled: true }
  const { id } = (await api.request<InteractionJson>('POST', '/policies', asAdmin(api, { json }))).json
  t.is((await post(api, MINIMAL)).json.enforced_action, 'block')
  await api.request('PATCH', `/policies/${id}/toggle`, asAdmin(api, { json: { enabled: false } }))
  t.is((await post(api, MINIMAL)).json.enforced_action, 'allow')
  await api.request('PUT', `/policies/${id}`, asAdmin(api, { json: { enabled: true } }))
  t.is((await post(api, MINIMAL)).json.enforced_action, 'block')
  await api.request('DELETE', `/policies/${id}`, asAdmin(api))
  t.is((await post(api, MINIMAL)).json.enforced_action, 'allow')
})

test('a person’s server-set fields are ignored, so that a fetched object can be sent back', async (t) => {
  const api = await startTestApi(t)
  const first = (await post(api, { ...MINIMAL, user_id: crypto.randomUUID() })).json
  const again = await post(api, first)
  t.is(again.status, 201)
  t.not(again.json.id, first.id)
  t.is(again.json.user_id, first.user_id)
  const forged = { ...MINIMAL, enforced_action: 'block', policy_decisions: 'nonsense', id: 7, timestamp: 'yesterday' }
  t.is((await post(api, forged)).json.enforced_action, 'allow')
})

test('a proxy’s id, time and decisions stand, and its id makes a retry harmless', async (t) => {
  const api = await startTestApi(t)
  const record = {
    ...MINIMAL,
    id: crypto.randomUUID(),
    timestamp: '2026-11-20T12:00:00+02:00',
    policy_decisions: [{ policy_id: crypto.randomUUID(), policy_name: 'P', action: 'coach', matched_conditions: 1 }],
    enforced_action: 'coach',
    source: 'proxy',
    tier: 2,
  }
  const first = await post(api, record, asProxy)
  t.is(first.status, 201)
  t.is(first.json.id, record.id)
  t.is(first.json.timestamp, '2026-11-20T10:00:00.000Z')
  t.deepEqual(first.json.policy_decisions, record.policy_decisions)
  t.is(first.json.enforced_action, 'coach')
  const again = await post(api, { ...record, risk_score: 1 }, asProxy)
  t.is(again.status, 201)
  t.deepEqual(again.json, first.json)
  const batch = await api.request('POST', '/interactions/batch', asProxy(api, { json: [record, record] }))
  t.deepEqual(batch.json, { received: 2, stored: 2 })
  t.is((await api.request<ListJson>('GET', '/interactions', asAdmin(api))).json.total, 1)
})

test('decisions that come without the action that was enforced tell it, whatever our policies say', async (t) => {
  const api = await startTestApi(t)
  const json = { name: 'all', rules: { action: 'coach', conditions: [] }, enabled: true }
  await api.request('POST', '/policies', asAdmin(api, { json }))
  const decision = (action: string) => ({
    policy_id: crypto.randomUUID(),
    policy_name: action,
    action,
    matched_conditions: 0,
  })
  for (const [actions, expected] of [
    [[], 'allow'],
    [['log'], 'log'],
    [['log', 'block', 'coach'], 'block'],
  ] as const) {
    const { json: recorded } = await post(api, { ...MINIMAL, policy_decisions: actions.map(decision) }, asProxy)
    t.is(recorded.enforced_action, expected)
    t.is((recorded.policy_decisions as unknown[]).length, actions.length)
  }
})

test('a service that has not decided lets the policies decide', async (t) => {
  const api = await startTestApi(t)
  const json = { name: 'all', rules: { action: 'coach', conditions: [] }, enabled: true }
  await api.request('POST', '/policies', asAdmin(api, { json }))
  const { json: recorded } = await post(api, MINIMAL, asProxy)
  t.is(recorded.enforced_action, 'coach')
  t.is((recorded.policy_decisions as unknown[]).length, 1)
})

test('a batch stores what is valid and counts the rest', async (t) => {
  const api = await startTestApi(t)
  const json = [
    MINIMAL,
    { ...MINIMAL, risk_score: 2 },
    { platform_id: 'x' },
    null,
    'text',
    [],
    7,
    { ...MINIMAL, unknown: 1 },
    { ...MINIMAL, content_hash: HASH.toUpperCase() },
  ]
  const answer = await api.request('POST', '/interactions/batch', asAdmin(api, { json }))
  t.is(answer.status, 200)
  t.deepEqual(answer.json, { received: 9, stored: 2 })
  t.is((await api.request<ListJson>('GET', '/interactions', asAdmin(api))).json.total, 2)
})

test('a batch is an array of up to 500', async (t) => {
  const api = await startTestApi(t)
  const send = async (json: unknown) => api.request('POST', '/interactions/batch', asAdmin(api, { json }))
  t.deepEqual((await send([])).json, { received: 0, stored: 0 })
  t.deepEqual((await send(Array(500).fill(MINIMAL))).json, { received: 500, stored: 500 })
  for (const json of [Array(501).fill(MINIMAL), MINIMAL, { interactions: [] }, 'x', null]) {
    t.is((await send(json)).status, 400)
  }
  t.is((await api.request<ListJson>('GET', '/interactions', asAdmin(api))).json.total, 500)
})

const BAD_FIELDS: [string, object][] = [
  ['platform_id', { platform_id: undefined }],
  ['platform_id', { platform_id: '' }],
  ['platform_id', { platform_id: 'OpenAI' }],
  ['platform_id', { platform_id: { $gt: '' } }],
  ['platform_id', { platform_id: 'a\u0000b' }],
  ['content_hash', { content_hash: undefined }],
  ['content_hash', { content_hash: 'abc' }],
  ['content_hash', { content_hash: 'g'.repeat(64) }],
  ['interaction_type', { interaction_type: 'chat' }],
  ['content_metadata', { content_metadata: [] }],
  ['content_metadata', { content_metadata: 'x' }],
  ['content_metadata', { content_metadata: { a: '\ud800' } }],
  ['content_metadata', { content_metadata: { 'a\u0000': 1 } }],
  ['content_metadata', { content_metadata: { a: 'x'.repeat(66_000) } }],
  ['content_metadata', { content_metadata: nested(11) }],
  ['classifications', { classifications: {} }],
  ['classifications.0.type', { classifications: [finding('email')] }],
  ['classifications.0.score', { classifications: [finding('EMAIL', { score: 1.1 })] }],
  ['classifications.0.end', { classifications: [finding('EMAIL', { start: 5, end: 4 })] }],
  ['classifications.0.start', { classifications: [finding('EMAIL', { start: -1 })] }],
  ['classifications.0.start', { classifications: [finding('EMAIL', { start: 0.5 })] }],
  ['classifications.0.end', { classifications: [finding('EMAIL', { end: 1e21 })] }],
  ['classifications.0.value', { classifications: [finding('EMAIL', { value: '\udc00' })] }],
  ['classifications.0.context', { classifications: [finding('EMAIL', { context: 'x' })] }],
  ['risk_score', { risk_score: '0.5' }],
  ['risk_score', { risk_score: -0.1 }],
  ['risk_score', { risk_score: 1.01 }],
  ['risk_score', { risk_score: null }],
  ['direction', { direction: 'both' }],
  ['source', { source: 'fax' }],
  ['user_id', { user_id: 'jo' }],
  ['user_id', { user_id: 7 }],
  ['tier', { tier: 4 }],
  ['raw_text', { raw_text: 'the prompt itself' }],
]

test('a wrong field of an interaction is named, and nothing is stored', async (t) => {
  const api = await startTestApi(t)
  for (const [path, fields] of BAD_FIELDS) {
    const answer = await post(api, { ...MINIMAL, ...fields })
    t.is(answer.status, 400, JSON.stringify(fields).slice(0, 100))
    const details = answer.json.details as { path: string; message: string }[]
    t.true(
      details.some((detail) => detail.path === path && detail.message !== ''),
      `${path}: ${answer.text.slice(0, 300)}`,
    )
    t.false(answer.text.includes('the prompt itself'))
  }
  t.is((await api.request<ListJson>('GET', '/interactions', asAdmin(api))).json.total, 0)
})

test('a hundred thousand levels of JSON are refused like any other', async (t) => {
  const api = await startTestApi(t)
  const deep = 100_000
  const bodies = [
    `${'['.repeat(deep)}${']'.repeat(deep)}`,
    `{"platform_id":"x","content_hash":"${HASH}","content_metadata":${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}}`,
    `{"platform_id":${'['.repeat(deep)}${']'.repeat(deep)},"content_hash":"${HASH}"}`,
  ]
  for (const body of bodies) {
    const headers = { 'content-type': 'application/json' }
    t.is((await api.request('POST', '/interactions', asAdmin(api, { body, headers }))).status, 400)
  }
})

test('the list has pages with exact totals, and items without tenant and hash', async (t) => {
  const api = await startTestApi(t)
  const json = Array.from({ length: 7 }, (_, index) => ({
    ...MINIMAL,
    id: crypto.randomUUID(),
    timestamp: `2026-11-1${index}T00:00:00Z`,
    risk_score: index / 10,
  }))
  await api.request('POST', '/interactions/batch', asProxy(api, { json }))
  const page = await api.request<ListJson>('GET', '/interactions?limit=3&page=2&sort=timestamp', asAdmin(api))
  t.deepEqual(
    page.json.data.map(({ risk_score }) => risk_score),
    [0.3, 0.4, 0.5],
  )
  t.deepEqual([page.json.total, page.json.limit, page.json.offset], [7, 3, 3])
  t.deepEqual(
    ['x-total-count', 'x-page', 'x-per-page', 'x-total-pages'].map((name) => page.headers.get(name)),
    ['7', '2', '3', '3'],
  )
  const item = page.json.data[0] as InteractionJson
  t.false('tenant_id' in item || 'content_hash' in item)
  t.is(item.reference, item.id?.slice(-10))
  t.true('policy_decisions' in item && 'classifications' in item && 'enforced_action' in item)
  const newest = await api.request<ListJson>('GET', '/interactions', asAdmin(api))
  t.deepEqual(
    newest.json.data.map(({ risk_score }) => risk_score),
    [0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0],
  )
  t.is(newest.json.limit, 50)
})

test('every documented query parameter narrows the list', async (t) => {
  const api = await startTestApi(t)
  const user = crypto.randomUUID()
  await post(api, { ...MINIMAL, risk_score: 0.2, user_id: user, classifications: [finding('EMAIL')] })
  await post(api, {
    platform_id: 'claude-web',
    content_hash: 'b'.repeat(64),
    risk_score: 0.9,
    direction: 'inbound',
    source: 'api',
  })
  const count = async (query: string) => {
    const answer = await api.request<ListJson>('GET', `/interactions?${query}`, asAdmin(api))
    t.is(answer.status, 200, query)
    return answer.json.data.map(({ risk_score }) => risk_score).join()
  }
  t.is(await count('platform_id=claude-web'), '0.9')
  t.is(await count('risk_score_min=0.9'), '0.9')
  t.is(await count('risk_score_max=0.2'), '0.2')
  t.is(await count('risk_score_min=0.3&risk_score_max=0.8'), '')
  t.is(await count('classification_type=EMAIL'), '0.2')
  t.is(await count('source=api'), '0.9')
  t.is(await count(`user_id=${user.toUpperCase()}`), '0.2')
  t.is(await count('direction=inbound'), '0.9')
  t.is(await count('start_date=2999-01-01T00:00:00Z'), '')
  t.is(await count(`end_date=${encodeURIComponent('2999-01-01T00:00:00+02:00')}&sort=risk_score`), '0.2,0.9')
  t.is(await count('sort=-risk_score'), '0.9,0.2')
  t.is(await count('sort=platform_id'), '0.9,0.2')
})

test('what was blocked is found by what was done, by the policy, and by its reference', async (t) => {
  const api = await startTestApi(t)
  const rules = { action: 'block', conditions: [{ field: 'platform_id', operator: 'eq', value: 'openai-api' }] }
  const policy = await api.request<{ id: string }>(
    'POST',
    '/policies',
    asAdmin(api, { json: { name: 'P', rules, enabled: true } }),
  )
  const content_metadata = {
    host: 'api.openai.com',
    model: 'gpt-5',
    inspection: { status: 'partial', reason: 'large' },
  }
  const blocked = (await post(api, { ...MINIMAL, content_metadata })).json
  const allowed = (await post(api, { ...MINIMAL, platform_id: 'claude-web', interaction_type: 'completion' })).json
  const find = async (query: string) => {
    const answer = await api.request<ListJson>('GET', `/interactions?${query}`, asAdmin(api))
    t.is(answer.status, 200, answer.text)
    t.is(answer.json.total, answer.json.data.length)
    return answer.json.data.map(({ id }) => (id === blocked.id ? 'blocked' : 'allowed')).join()
  }
  t.is(await find('enforced_action=block'), 'blocked')
  t.is(await find('enforced_action=allow'), 'allowed')
  t.is(await find(`policy_id=${policy.json.id}&enforced_action=block&sort=-risk_score`), 'blocked')
  t.is(await find('interaction_type=completion'), 'allowed')
  t.is(await find('inspection=partial'), 'blocked')
  t.is(await find('model=gpt-5&host=API.openai.com'), 'blocked')
  t.is(await find(`reference=${allowed.reference}`), 'allowed')
  t.is(await find(`reference=${String(blocked.reference).toUpperCase()}&enforced_action=block`), 'blocked')
  t.is(await find(`reference=${blocked.reference}&enforced_action=allow`), '')
})

const BAD_QUERIES = [
  'page=0',
  'page=-1',
  'page=1.5',
  'page=',
  'page=abc',
  'page=1e3',
  'page=99999999999999999999',
  'limit=0',
  'limit=501',
  'limit=1&limit=2',
  'limit[]=1',
  'sort=unknown',
  'sort=--timestamp',
  'sort=',
  'risk_score_min=2',
  'risk_score_min=-0.5',
  'risk_score_min=NaN',
  'risk_score_max=high',
  'classification_type=email',
  'source=fax',
  'start_date=yesterday',
  'start_date=2026-13-01T00:00:00Z',
  'end_date=2026-11-21',
  'user_id=me',
  'user_id[$gt]=',
  'direction=both',
  'enforced_action=blocked',
  'policy_id=7',
  'interaction_type=chat',
  'inspection=no',
  'model=',
  'host=%00',
  'reference=abc',
  'reference=0123456789ab',
  'platform_id=%00',
  'platform_id=%F0%28',
  'tenant_id=00000000-0000-0000-0000-000000000000',
  'unknown=1',
  '__proto__=1',
]

test('a wrong query is a 400 that names the parameter', async (t) => {
  const api = await startTestApi(t)
  for (const query of BAD_QUERIES) {
    const answer = await api.request<{ details: { path: string }[] }>('GET', `/interactions?${query}`, asAdmin(api))
    t.is(answer.status, 400, query)
    const name = decodeURIComponent(query.split('=')[0] ?? '')
    t.true(
      answer.json.details.some(({ path }) => path === name || path.startsWith(`${name}.`)),
      `${query}: ${answer.text}`,
    )
  }
})

test('search finds by content hash, or by time range, newest first', async (t) => {
  const api = await startTestApi(t)
  const json = ['2026-11-20', '2026-11-21', '2026-11-22'].map((day, index) => ({
    platform_id: index === 0 ? 'claude-web' : 'openai-api',
    content_hash: index === 2 ? 'c'.repeat(64) : HASH,
    timestamp: `${day}T00:00:00Z`,
  }))
  await api.request('POST', '/interactions/batch', asProxy(api, { json }))
  const search = async (query: string) => {
    const answer = await api.request<InteractionJson[]>('GET', `/interactions/search?${query}`, asAdmin(api))
    return answer.status === 200 ? answer.json.map(({ timestamp }) => timestamp.slice(8, 10)).join() : answer.status
  }
  t.is(await search(`content_hash=${HASH}`), '21,20')
  t.is(await search(`content_hash=${HASH.toUpperCase()}`), '21,20')
  t.is(await search(`content_hash=${'d'.repeat(64)}`), '')
  t.is(await search(`content_hash=${HASH}&platform_id=claude-web`), '20')
  t.is(await search('start_date=2026-11-21T00:00:00Z&end_date=2026-11-30T00:00:00Z'), '22,21')
  t.is(await search(''), 400)
  t.is(await search('start_date=2026-11-21T00:00:00Z'), 400)
  t.is(await search('content_hash=abc'), 400)
  const [item] = (
    await api.request<InteractionJson[]>('GET', `/interactions/search?content_hash=${HASH}`, asAdmin(api))
  ).json
  t.deepEqual(Object.keys(item ?? {}).sort(), [
    'classifications',
    'content_hash',
    'id',
    'platform_id',
    'risk_score',
    'timestamp',
  ])
})

test('a deleted interaction is gone for good', async (t) => {
  const api = await startTestApi(t)
  const { id } = (await post(api, { ...MINIMAL, classifications: [finding('EMAIL')] })).json
  const deleted = await api.request('DELETE', `/interactions/${id}`, asAdmin(api))
  t.deepEqual([deleted.status, deleted.text], [204, ''])
  const answer = await api.request<{ error: string }>('GET', `/interactions/${id}`, asAdmin(api))
  t.deepEqual([answer.status, answer.json.error], [404, 'Interaction not found'])
  t.is((await api.request('DELETE', `/interactions/${id}`, asAdmin(api))).status, 404)
  t.is((await api.request<ListJson>('GET', '/interactions?classification_type=EMAIL', asAdmin(api))).json.total, 0)
})

test('all interactions of a user, of a text, or of both are erased, and audited once', async (t) => {
  const api = await startTestApi(t)
  const [jo, al] = [crypto.randomUUID(), crypto.randomUUID()]
  const json = Array.from({ length: 400 }, (_, index) => ({
    platform_id: index < 300 ? 'openai-api' : 'claude-web',
    content_hash: index % 4 === 0 ? 'c'.repeat(64) : HASH,
    user_id: index < 350 ? jo : al,
    classifications: [finding('EMAIL')],
  }))
  await api.request('POST', '/interactions/batch', asProxy(api, { json }))
  const erase = (query: string) => api.request<{ deleted: number }>('DELETE', `/interactions${query}`, asAdmin(api))
  for (const query of [
    '',
    '?platform_id=openai-api',
    `?user_id=${jo}&platform_id=openai-api`,
    '?user_id=',
    '?user_id=me',
  ]) {
    t.is((await erase(query)).status, 400, query)
  }
  const total = async (query = '') =>
    (await api.request<ListJson>('GET', `/interactions${query}`, asAdmin(api))).json.total
  t.is(await total(), 400)
  t.deepEqual((await erase(`?user_id=${jo.toUpperCase()}&content_hash=${'C'.repeat(64)}`)).json, { deleted: 88 })
  t.deepEqual((await erase(`?user_id=${jo}`)).json, { deleted: 262 })
  t.is(await total(`?user_id=${jo}`), 0)
  t.deepEqual((await erase(`?content_hash=${HASH}`)).json, { deleted: 38 })
  t.deepEqual((await erase(`?content_hash=${HASH}`)).json, { deleted: 0 })
  t.is(await total('?classification_type=EMAIL'), 12)
  const { json: stats } = await api.request<{ totals: { interactions: number; users: number } }>(
    'GET',
    '/dashboard/stats?period=24h',
    asAdmin(api),
  )
  t.deepEqual([stats.totals.interactions, stats.totals.users], [12, 1])
  const { json: log } = await api.request<{ entries: { target_id: unknown; details: object }[] }>(
    'GET',
    '/audit-log?action=interaction.deleted',
    asAdmin(api),
  )
  t.deepEqual(
    log.entries.map(({ details }) => details),
    [
      { count: 0, by: ['content_hash'] },
      { count: 38, by: ['content_hash'] },
      { count: 262, by: ['user_id'] },
      { count: 88, by: ['content_hash', 'user_id'] },
    ],
  )
})

function nested(levels: number): object {
  return levels === 0 ? {} : { a: nested(levels - 1) }
}

test('what a service with a wrong clock records is dated by its arrival, and an alert tells of the clock', async (t) => {
  const api = await startTestApi(t)
  const soon = new Date(Date.now() + 23 * 3_600_000).toISOString()
  const late = new Date(Date.now() + 25 * 3_600_000).toISOString()
  for (const timestamp of ['2000-01-01T00:00:00.000Z', soon]) {
    t.is((await post(api, { ...MINIMAL, timestamp }, asProxy)).json.timestamp, timestamp)
  }
  const alerts = async () =>
    (await api.request<{ alerts: Record<string, unknown>[] }>('GET', '/alerts?type=clock_jump', asAdmin(api))).json
      .alerts
  t.deepEqual(await alerts(), [])
  for (const timestamp of ['1999-12-31T23:59:59.999Z', '0001-01-01T00:00:00.000Z', '9999-12-31T00:00:00.000Z', late]) {
    const { status, json } = await post(api, { ...MINIMAL, timestamp, content_metadata: { url: 'x' } }, asProxy)
    t.is(status, 201)
    t.true(Math.abs(Date.parse(json.timestamp) - Date.now()) < 60_000)
    t.deepEqual(json.content_metadata, { url: 'x', reported_timestamp: timestamp })
    t.deepEqual((await api.request('GET', `/interactions/${json.id}`, asAdmin(api))).json, json)
  }
  const batch = [{ ...MINIMAL, timestamp: late }, MINIMAL]
  const stored = await api.request('POST', '/interactions/batch', asProxy(api, { json: batch }))
  t.deepEqual(stored.json, { received: 2, stored: 2 })
  t.deepEqual(
    (await alerts()).map(({ severity, count }) => [severity, count]),
    [['high', 5]],
  )
  // From a person the field is ignored.
  t.deepEqual((await post(api, { ...MINIMAL, timestamp: late })).json.content_metadata, {})
})
