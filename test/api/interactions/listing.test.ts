import test from 'ava'
import { startTestApi } from '../../support/api.ts'
import { asAdmin, asProxy, finding, HASH, type InteractionJson, type ListJson, MINIMAL, post } from './requests.ts'

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
