import test from 'ava'
import { EnabledPolicies } from '../../api/policies/enabled-policies.ts'
import type { PolicyRecord } from '../../api/store/policy-store.ts'
import type { Store } from '../../api/store/store.ts'
import { ADMIN_EMAIL, type RequestOptions, startTestApi, type TestApi } from '../support/api.ts'

interface PolicyJson {
  id: string
  name: string
  description: string
  rules: { action: string; conditions: unknown[] }
  enabled: boolean
  priority: number
  created_at: string
  updated_at: string
  created_by: string
  tenant_id: string
}
interface PolicyListJson {
  policies: PolicyJson[]
  total: number
}

const RULES = { action: 'block', conditions: [{ field: 'risk_score', operator: 'gte', value: '0.8' }] }

async function create(api: TestApi, fields: object = {}) {
  return api.request<PolicyJson>('POST', '/policies', {
    token: api.admin,
    json: { name: 'P', rules: RULES, ...fields },
  })
}

const asAdmin = (api: TestApi, options: RequestOptions = {}): RequestOptions => ({ token: api.admin, ...options })

test('a policy starts disabled, at priority 100, with an empty description', async (t) => {
  const api = await startTestApi(t)
  const { status, json } = await create(api)
  t.is(status, 201)
  const { id, tenant_id, created_at, updated_at, ...rest } = json
  t.deepEqual(rest, {
    name: 'P',
    description: '',
    rules: { action: 'block', conditions: [{ field: 'risk_score', operator: 'gte', value: 0.8 }] },
    enabled: false,
    priority: 100,
    created_by: ADMIN_EMAIL,
  })
  t.is(created_at, updated_at)
  t.deepEqual((await api.request('GET', `/policies/${id}`, asAdmin(api))).json, json)
  t.deepEqual((await api.request('GET', `/policies/${id.toUpperCase()}`, asAdmin(api))).json, json)
  t.regex(tenant_id, /^[0-9a-f-]{36}$/)
})

test('every field and operator of the table is taken, and nothing beyond it', async (t) => {
  const api = await startTestApi(t)
  const user = crypto.randomUUID()
  const taken: [string, string, unknown][] = [
    ['platform_id', 'eq', 'openai-api'],
    ['platform_id', 'ne', 'openai-api'],
    ['platform_id', 'in', ['openai-api', 'claude-web']],
    ['platform_id', 'in', 'openai-api'],
    ['risk_score', 'eq', 0],
    ['risk_score', 'lt', '0.5'],
    ['risk_score', 'gte', 1],
    ['classification_count', 'gt', 3],
    ['classification_count', 'lte', '10'],
    ['classifications', 'contains', 'EMAIL'],
    ['classifications', 'not_contains', 'CREDIT_CARD'],
    ['source', 'in', ['proxy', 'api']],
    ['direction', 'eq', 'inbound'],
    ['user_id', 'ne', user],
  ]
  for (const [index, [field, operator, value]] of taken.entries()) {
    const rules = { action: 'log', conditions: [{ field, operator, value }] }
    t.is((await create(api, { name: `taken ${index}`, rules })).status, 201, `${field} ${operator}`)
  }
  const refused: [string, string, unknown, string][] = [
    ['platform_id', 'contains', 'x', 'operator'],
    ['platform_id', 'eq', ['x'], 'value'],
    ['platform_id', 'in', [], 'value'],
    ['platform_id', 'eq', { $gt: '' }, 'value'],
    ['platform_id', 'eq', 'x\u0000', 'value'],
    ['risk_score', 'ne', 0.5, 'operator'],
    ['risk_score', 'gt', 1.5, 'value'],
    ['risk_score', 'gt', 'high', 'value'],
    ['risk_score', 'gt', '1e999', 'value'],
    ['classification_count', 'eq', 1.5, 'value'],
    ['classification_count', 'eq', -1, 'value'],
    ['classifications', 'eq', 'EMAIL', 'operator'],
    ['classifications', 'contains', 'email', 'value'],
    ['source', 'eq', 'fax', 'value'],
    ['direction', 'ne', 'inbound', 'operator'],
    ['direction', 'eq', 'sideways', 'value'],
    ['user_id', 'in', [user], 'operator'],
    ['user_id', 'eq', 'me', 'value'],
    ['prompt', 'eq', 'x', 'field'],
  ]
  for (const [field, operator, value, wrong] of refused) {
    const rules = { action: 'log', conditions: [{ field, operator, value }] }
    const answer = await api.request<{ details: { path: string }[] }>(
      'POST',
      '/policies',
      asAdmin(api, { json: { name: 'N', rules } }),
    )
    t.is(answer.status, 400, `${field} ${operator}`)
    t.true(
      answer.json.details.some(({ path }) => path.startsWith(`rules.conditions.0.${wrong}`)),
      answer.text,
    )
  }
})

test('an update changes the fields it names, and only those', async (t) => {
  const api = await startTestApi(t)
  const before = (await create(api)).json
  const path = `/policies/${before.id}`
  const changed = await api.request<PolicyJson>('PUT', path, asAdmin(api, { json: { priority: 5, enabled: true } }))
  t.is(changed.status, 200)
  t.deepEqual(changed.json, { ...before, priority: 5, enabled: true, updated_at: changed.json.updated_at })
  t.is((await api.request('PUT', path, asAdmin(api, { json: {} }))).status, 200)
  for (const json of [
    { id: crypto.randomUUID() },
    { tenant_id: 'x' },
    { created_by: 'me' },
    { version: 9 },
    { name: null },
  ]) {
    t.is((await api.request('PUT', path, asAdmin(api, { json }))).status, 400, JSON.stringify(json))
  }
  const after = (await api.request<PolicyJson>('GET', path, asAdmin(api))).json
  t.deepEqual(after, { ...changed.json, updated_at: after.updated_at })
})

test('toggle sets what it is told, again and again', async (t) => {
  const api = await startTestApi(t)
  const { id } = (await create(api)).json
  for (const enabled of [true, true, false, false]) {
    const toggled = await api.request<PolicyJson>(
      'PATCH',
      `/policies/${id}/toggle`,
      asAdmin(api, { json: { enabled } }),
    )
    t.is(toggled.status, 200)
    t.is(toggled.json.enabled, enabled)
  }
  for (const json of [{}, { enabled: 'true' }, { enabled: 1 }, { enabled: true, name: 'x' }]) {
    t.is((await api.request('PATCH', `/policies/${id}/toggle`, asAdmin(api, { json }))).status, 400)
  }
})

test('a name is unique within its tenant, whatever races', async (t) => {
  const api = await startTestApi(t)
  const answers = await Promise.all(Array.from({ length: 8 }, () => create(api, { name: 'Only one' })))
  t.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)])
  const { id } = (await create(api, { name: 'Another' })).json
  const renamed = await api.request<{ error: string }>(
    'PUT',
    `/policies/${id}`,
    asAdmin(api, { json: { name: 'Only one' } }),
  )
  t.is(renamed.status, 409)
  t.is(renamed.json.error, 'The name is taken already')
  t.is((await api.request('PUT', `/policies/${id}`, asAdmin(api, { json: { name: 'Another' } }))).status, 200)
})

test('a deleted policy is gone', async (t) => {
  const api = await startTestApi(t)
  const { id } = (await create(api)).json
  const deleted = await api.request('DELETE', `/policies/${id}`, asAdmin(api))
  t.is(deleted.status, 204)
  t.is(deleted.text, '')
  for (const [method, path] of [
    ['GET', `/policies/${id}`],
    ['DELETE', `/policies/${id}`],
    ['GET', '/policies/not-an-id'],
    ['GET', '/policies/%00'],
    ['GET', '/policies/%E0%A4%A'],
  ] as const) {
    const answer = await api.request<{ error: string }>(method, path, asAdmin(api))
    t.is(answer.status, 404, path)
    t.is(answer.json.error, 'Policy not found')
  }
})

test('the list is a page of summaries with its headers', async (t) => {
  const api = await startTestApi(t)
  for (const [name, priority, enabled] of [
    ['b', 2, true],
    ['a', 2, false],
    ['c', 1, true],
  ] as const) {
    await create(api, { name, priority, enabled })
  }
  const list = async (query: string) => {
    const answer = await api.request<PolicyListJson>('GET', `/policies${query}`, asAdmin(api))
    t.is(answer.status, 200, answer.text)
    return { names: answer.json.policies.map(({ name }) => name).join(''), ...answer }
  }
  const page = await list('?sort=name&limit=2&page=2')
  t.is(page.names, 'c')
  t.is(page.json.total, 3)
  t.deepEqual(
    ['x-total-count', 'x-page', 'x-per-page', 'x-total-pages'].map((name) => page.headers.get(name)),
    ['3', '2', '2', '2'],
  )
  t.deepEqual(Object.keys(page.json.policies[0] ?? {}), [
    'id',
    'name',
    'enabled',
    'priority',
    'action',
    'created_at',
    'created_by',
  ])
  t.is((await list('')).names, 'cba')
  t.is((await list('?sort=-name')).names, 'cba')
  t.is((await list('?sort=-created_at')).names, 'cab')
  t.is((await list('?enabled=true&sort=name')).names, 'bc')
  t.is((await list('?enabled=false')).names, 'a')
  t.is((await list('?page=9')).names, '')
})

test('include=rules gives a proxy full policies, and 304 while nothing has changed', async (t) => {
  const api = await startTestApi(t)
  const policy = (await create(api, { enabled: true })).json
  const token = api.server.internalToken
  const full = await api.request<PolicyListJson>('GET', '/policies?include=rules&enabled=true', { token })
  t.deepEqual(full.json, { policies: [policy], total: 1 })
  t.is(full.headers.get('cache-control'), 'private, no-cache')
  const etag = full.headers.get('etag') ?? ''
  t.regex(etag, /^"[\x21\x23-\x7e]+"$/)
  const ask = (tag: string) =>
    api.request('GET', '/policies?include=rules&enabled=true', { token, headers: { 'if-none-match': tag } })
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await ask(tag)
    t.is(answer.status, 304, tag)
    t.is(answer.text, '')
    t.is(answer.headers.get('etag'), etag)
  }
  t.is((await ask('"other"')).status, 200)
  await api.request('PUT', `/policies/${policy.id}`, asAdmin(api, { json: { priority: 1 } }))
  t.is((await ask(etag)).status, 200)
})

test('If-Match guards a change against another one that came before', async (t) => {
  const api = await startTestApi(t)
  const created = await create(api)
  const path = `/policies/${created.json.id}`
  const first = created.headers.get('etag') ?? ''
  t.is((await api.request('GET', path, asAdmin(api))).headers.get('etag'), first)
  t.is((await api.request('GET', path, asAdmin(api, { headers: { 'if-none-match': first } }))).status, 304)

  const put = (tag: string) =>
    api.request('PUT', path, asAdmin(api, { json: { priority: 1 }, headers: { 'if-match': tag } }))
  const changed = await put(first)
  t.is(changed.status, 200)
  const second = changed.headers.get('etag') ?? ''
  t.not(second, first)
  t.is((await put(first)).status, 412)
  t.is((await put(`W/${second}`)).status, 412)
  const toggle = { json: { enabled: true }, headers: { 'if-match': first } }
  t.is((await api.request('PATCH', `${path}/toggle`, asAdmin(api, toggle))).status, 412)
  t.is((await api.request('DELETE', path, asAdmin(api, { headers: { 'if-match': first } }))).status, 412)
  t.is((await put(`"x", ${second}`)).status, 200)
  t.is((await api.request('DELETE', path, asAdmin(api, { headers: { 'if-match': '*' } }))).status, 204)
})

test('of two guarded changes made at once one wins', async (t) => {
  const api = await startTestApi(t)
  const created = await create(api)
  const headers = { 'if-match': created.headers.get('etag') ?? '' }
  const answers = await Promise.all(
    [1, 2, 3, 4].map((priority) =>
      api.request('PUT', `/policies/${created.json.id}`, asAdmin(api, { json: { priority }, headers })),
    ),
  )
  t.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412, 412])
})

test('the policies of a tenant are bounded together: what makes them smaller is always allowed', async (t) => {
  const api = await startTestApi(t)
  const platforms = Array.from({ length: 500 }, (_, index) => `p-${index}`.padEnd(98, 'x'))
  const condition = { field: 'platform_id', operator: 'in', value: platforms }
  const large = (conditions: number) => ({
    action: 'log',
    conditions: Array.from({ length: conditions }, () => condition),
  })
  const ids: string[] = []
  for (let n = 0; n < 4; n++) {
    const { status, json } = await create(api, { name: `L${n}`, rules: large(19) })
    t.is(status, 201)
    ids.push(json.id)
  }
  const full = await create(api, { name: 'One more', rules: large(19) })
  t.is(full.status, 409)
  t.regex(JSON.stringify(full.json), /4194304 bytes together/)
  t.is((await create(api, { name: 'Small' })).status, 201)
  const change = (id: string | undefined, json: object) => api.request('PUT', `/policies/${id}`, asAdmin(api, { json }))
  t.is((await change(ids[0], { rules: large(20) })).status, 200)
  t.is((await change(ids[0], { rules: large(2) })).status, 200)
  t.is((await change(ids[0], { enabled: true })).status, 200)
  t.is((await create(api, { name: 'There is room again', rules: large(15) })).status, 201)
  t.is((await change(ids[0], { rules: large(19) })).status, 409)
})

test('a policy that is deleted while all are read hides no other one', async (t) => {
  const rules = { action: 'block', conditions: [] } as const
  const policies = Array.from({ length: 1201 }, (_, index) => ({
    ...{ id: `policy-${index}`, name: `P${index}`, enabled: true, priority: index, created_at: '' },
    rules,
  }))
  let there = policies
  const list = async (_tenant: string, _filter: object, _sort: object, page: { offset: number; limit: number }) => {
    const items = there.slice(page.offset, page.offset + page.limit) as unknown as readonly PolicyRecord[]
    const total = there.length
    // Another process is faster than the next page.
    there = there.slice(1)
    return { items, total }
  }
  const store = { policies: { list } } as unknown as Pick<Store, 'policies'>
  const found = new Set((await new EnabledPolicies(store).of('tenant')).map(({ id }) => id))
  t.deepEqual(
    policies.slice(10).filter(({ id }) => !found.has(id)),
    [],
  )
})
