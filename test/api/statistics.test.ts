import test from 'ava'
import { addTenant } from '../../cli/tenants.ts'
import type { AiService } from '../../core/model/inventory.ts'
import { DashboardStatistics, type ServiceStatistics } from '../../core/model/statistics.ts'
import { ADMIN_PASSWORD, startTestApi, type TestApi } from '../support/api.ts'

const NOW = Date.parse('2026-11-21T10:30:00Z')
const HOUR = 3_600_000
const HASH = 'a'.repeat(64)

const ANA = '00000000-0000-4000-8000-00000000000a'
const BEN = '00000000-0000-4000-8000-00000000000b'

const finding = (type: string) => ({ type, value: '***', score: 1, start: 0, end: 3 })

async function record(api: TestApi, ...records: (Record<string, unknown> & { hoursAgo?: number })[]) {
  const json = records.map(({ hoursAgo = 0, ...fields }) => ({
    platform_id: 'openai-api',
    content_hash: HASH,
    id: crypto.randomUUID(),
    timestamp: new Date(NOW - hoursAgo * HOUR).toISOString(),
    risk_score: 0,
    source: 'proxy',
    policy_decisions: [],
    enforced_action: 'allow',
    ...fields,
  }))
  await api.request('POST', '/interactions/batch', { token: api.server.internalToken, json })
  return json
}

async function stats(api: TestApi, period?: string): Promise<DashboardStatistics> {
  const query = period === undefined ? '' : `?period=${period}`
  const answer = await api.request('GET', `/dashboard/stats${query}`, { token: api.admin })
  if (answer.status !== 200) throw new Error(answer.text)
  return DashboardStatistics.parse(answer.json)
}

const start = (t: Parameters<typeof startTestApi>[0]) => startTestApi(t, { now: () => new Date(NOW) })

test('a dashboard without interactions is all zeros, with every bucket there', async (t) => {
  const api = await start(t)
  for (const [period, buckets] of [
    ['24h', 24],
    ['7d', 7],
    ['30d', 30],
    ['90d', 90],
  ] as const) {
    const { series, totals, risk_histogram } = await stats(api, period)
    t.is(series.length, buckets)
    t.is(risk_histogram.length, 10)
    t.true(Object.values(totals).every((value) => value === 0))
  }
  t.is((await stats(api)).period, '24h')
  t.is((await api.request('GET', '/dashboard/stats?period=1y', { token: api.admin })).status, 400)
})

test('everything that was recorded is counted once in each breakdown', async (t) => {
  const api = await start(t)
  await record(
    api,
    { enforced_action: 'block', risk_score: 0.95, user_id: ANA, classifications: [finding('IBAN'), finding('IBAN')] },
    { enforced_action: 'coach', risk_score: 0.5, user_id: ANA, classifications: [finding('EMAIL')], hoursAgo: 1 },
    { enforced_action: 'log', risk_score: 1, user_id: BEN, platform_id: 'claude-web' },
    { classifications: [finding('EMAIL'), finding('IBAN')], source: 'api', hoursAgo: 23 },
  )
  const { totals, by_platform, by_classification, by_action, by_source, top_users, risk_histogram, series } =
    await stats(api)
  t.deepEqual(totals, {
    interactions: 4,
    blocked: 1,
    coached: 1,
    logged: 1,
    allowed: 1,
    high_risk: 2,
    users: 2,
    platforms: 2,
    open_alerts: totals.open_alerts,
  })
  t.true(totals.open_alerts > 0)
  t.deepEqual(by_platform, [
    { platform_id: 'openai-api', interactions: 3, blocked: 1, coached: 1, high_risk: 1 },
    { platform_id: 'claude-web', interactions: 1, blocked: 0, coached: 0, high_risk: 1 },
  ])
  t.deepEqual(
    by_classification.map(({ type, interactions, blocked }) => [type, interactions, blocked]),
    [
      ['EMAIL', 2, 0],
      ['IBAN', 2, 1],
    ],
  )
  t.deepEqual(by_action, { block: 1, coach: 1, log: 1, allow: 1 })
  t.deepEqual(
    by_source.map(({ source, interactions }) => [source, interactions]),
    [
      ['proxy', 3],
      ['api', 1],
    ],
  )
  t.deepEqual(
    top_users.map(({ user_id, interactions }) => [user_id, interactions]),
    [
      [ANA, 2],
      [BEN, 1],
    ],
  )
  t.deepEqual(
    risk_histogram.map(({ interactions }) => interactions),
    [1, 0, 0, 0, 0, 1, 0, 0, 0, 2],
  )
  t.deepEqual(
    series.flatMap(({ bucket, interactions }) => (interactions === 0 ? [] : [[bucket, interactions]])),
    [
      ['2026-11-20T11:00:00.000Z', 1],
      ['2026-11-21T09:00:00.000Z', 1],
      ['2026-11-21T10:00:00.000Z', 2],
    ],
  )
})

test('a period has its own interactions and no others', async (t) => {
  const api = await start(t)
  await record(
    api,
    { hoursAgo: 0 },
    { hoursAgo: 24 },
    { hoursAgo: 6 * 24 },
    { hoursAgo: 29 * 24 },
    { hoursAgo: 89 * 24 },
    { hoursAgo: 90 * 24 },
  )
  const count = async (period: string) => (await stats(api, period)).totals.interactions
  t.deepEqual([await count('24h'), await count('7d'), await count('30d'), await count('90d')], [1, 3, 4, 5])
})

test('what is deleted is no longer counted, and its user is forgotten', async (t) => {
  const api = await start(t)
  const [one] = await record(api, { user_id: ANA, enforced_action: 'block', risk_score: 0.9 }, { user_id: BEN })
  await api.request('DELETE', `/interactions/${one?.id}`, { token: api.admin })
  const { totals, top_users, by_action } = await stats(api)
  t.deepEqual([totals.interactions, totals.blocked, totals.high_risk, totals.users], [1, 0, 0, 1])
  t.deepEqual(by_action, { block: 0, coach: 0, log: 0, allow: 1 })
  t.deepEqual(
    top_users.map(({ user_id }) => user_id),
    [BEN],
  )
  const { json } = await api.request<{ services: AiService[] }>('GET', '/inventory', { token: api.admin })
  t.deepEqual([json.services[0]?.interactions, json.services[0]?.users, json.services[0]?.blocked], [1, 1, 0])
})

test('a retry is not counted again', async (t) => {
  const api = await start(t)
  const json = await record(api, {}, {})
  await api.request('POST', '/interactions/batch', { token: api.server.internalToken, json: [...json, ...json] })
  t.is((await stats(api)).totals.interactions, 2)
})

test('the inventory knows each service, by whom and how it was used', async (t) => {
  const api = await start(t)
  await record(
    api,
    { user_id: ANA, risk_score: 0.25, hoursAgo: 5 },
    { user_id: ANA, risk_score: 0.75, enforced_action: 'block' },
    { user_id: BEN, risk_score: 0, enforced_action: 'coach', hoursAgo: 9 },
    { platform_id: 'chatgpt-web' },
    { platform_id: 'unheard-of' },
  )
  const { json, headers } = await api.request<{ services: AiService[]; total: number }>('GET', '/inventory', {
    token: api.admin,
  })
  t.is(json.total, 3)
  t.is(headers.get('x-total-count'), '3')
  t.deepEqual(json.services[0], {
    platform_id: 'openai-api',
    name: 'OpenAI API',
    category: 'api',
    status: 'tolerated',
    first_seen: '2026-11-21T01:30:00.000Z',
    last_seen: '2026-11-21T10:30:00.000Z',
    interactions: 3,
    users: 2,
    blocked: 1,
    coached: 1,
    tunnelled: 0,
    max_risk_score: 0.75,
    avg_risk_score: 0.3333,
  })
  t.deepEqual(
    json.services.slice(1).map(({ name, category }) => [name, category]),
    [
      ['ChatGPT', 'web_app'],
      ['unheard-of', 'other'],
    ],
  )
  const page = await api.request<{ services: AiService[] }>('GET', '/inventory?limit=1&page=3', { token: api.admin })
  t.is(page.json.services[0]?.platform_id, 'unheard-of')
})

test('an admin says what the company thinks of a service', async (t) => {
  const api = await start(t)
  await record(api, {})
  const set = (platform: string, status: string) =>
    api.request<AiService>('PATCH', `/inventory/${platform}`, { token: api.admin, json: { status } })
  const changed = await set('openai-api', 'unsanctioned')
  t.deepEqual([changed.status, changed.json.status], [200, 'unsanctioned'])
  await record(api, {})
  const { json } = await api.request<{ services: AiService[] }>('GET', '/inventory', { token: api.admin })
  t.deepEqual([json.services[0]?.status, json.services[0]?.interactions], ['unsanctioned', 2])
  t.is((await set('openai-api', 'banned')).status, 400)
  t.is((await set('never-seen', 'sanctioned')).status, 404)
  t.is((await set('NOT%20AN%20ID', 'sanctioned')).status, 404)
  const audit = await api.request<{ entries: { details: unknown }[] }>(
    'GET',
    '/audit-log?action=inventory.status_changed',
    { token: api.admin },
  )
  t.deepEqual(audit.json.entries[0]?.details, { from: 'tolerated', to: 'unsanctioned' })
})

test('more is told on request alone: the period before, what was not inspected, alerts and policies', async (t) => {
  const api = await start(t)
  const { json: policy } = await api.request<{ id: string }>('POST', '/policies', {
    token: api.admin,
    json: { name: 'No cards', rules: { action: 'block', conditions: [] } },
  })
  const decision = (policy_id: string) => ({ policy_id, policy_name: 'then', action: 'block', matched_conditions: 0 })
  const gone = crypto.randomUUID()
  const blocked = { enforced_action: 'block', policy_decisions: [decision(policy.id), decision(gone)] }
  await record(
    api,
    { ...blocked, risk_score: 0.96, content_metadata: { inspection: { status: 'partial' } } },
    { enforced_action: 'log', policy_decisions: [decision(policy.id)] },
    { hoursAgo: 24, enforced_action: 'coach' },
    { hoursAgo: 47 },
    { hoursAgo: 48 },
  )
  const plain = await stats(api)
  for (const field of ['previous', 'not_inspected', 'open_alerts_by_severity', 'by_policy'])
    t.false(field in plain, field)
  t.true(plain.series.every((bucket) => !('logged' in bucket)))
  const details = async (token = api.admin) =>
    (await api.request<DashboardStatistics>('GET', '/dashboard/stats?include=details', { token })).json
  const { series, ...more } = await details()
  t.like(more, { totals: plain.totals, by_platform: plain.by_platform })
  t.is(series.at(-1)?.logged, 1)
  t.deepEqual(more.previous, { interactions: 2, blocked: 0, coached: 1, logged: 0, allowed: 1, high_risk: 0 })
  t.deepEqual(more.not_inspected, { partial: 1, none: 0 })
  const { low, medium, high, critical } = more.open_alerts_by_severity ?? { low: 0, medium: 0, high: 0, critical: 0 }
  t.is(low + medium + high + critical, plain.totals.open_alerts)
  t.is(critical, 1)
  t.deepEqual(more.by_policy, [
    { policy_id: policy.id, name: 'No cards', interactions: 2, blocked: 1, coached: 0, high_risk: 1 },
    { policy_id: gone, name: null, interactions: 1, blocked: 1, coached: 0, high_risk: 1 },
  ])
  t.is((await api.request('GET', '/dashboard/stats?include=all', { token: api.admin })).status, 400)
})

test('one service has its own figures, which another tenant does not find', async (t) => {
  const api = await start(t)
  await record(
    api,
    { enforced_action: 'block', policy_decisions: [], hoursAgo: 2 },
    { enforced_action: 'log', hoursAgo: 24 },
    { platform_id: 'claude-web' },
  )
  const of = (path: string, token = api.admin) => api.request<ServiceStatistics>('GET', `/inventory/${path}`, { token })
  const { json } = await of('openai-api/stats?period=24h')
  t.deepEqual(json.totals, { interactions: 1, blocked: 1, coached: 0, logged: 0, allowed: 0, high_risk: 0 })
  t.deepEqual(json.previous, { interactions: 1, blocked: 0, coached: 0, logged: 1, allowed: 0, high_risk: 0 })
  t.is(json.series.length, 24)
  t.is(json.series.at(-3)?.blocked, 1)
  t.is((await of('openai-api/stats')).json.period, '30d')
  for (const path of ['unknown/stats', 'A%20B/stats']) t.is((await of(path)).status, 404, path)
  t.is((await of('openai-api/stats?period=1y')).status, 400)
  await addTenant(api.settings, { name: 'Other', adminEmail: 'stranger@example.com', adminPassword: ADMIN_PASSWORD })
  t.is((await of('openai-api/stats', await api.login('stranger@example.com', ADMIN_PASSWORD))).status, 404)
})
