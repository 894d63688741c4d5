import test from 'ava'
import { contextFindings, simulate as simulateOn } from '../../api/simulation/simulate.ts'
import type { SimulationResult } from '../../core/model/simulation.ts'
import { startTestApi, type TestApi } from '../support/api.ts'
import { busyFor, turnsDuring } from '../support/turns.ts'

const NOW = Date.parse('2026-11-21T10:30:00Z')
const DAY = 86_400_000
const ANA = '00000000-0000-4000-8000-00000000000a'

const simulate = (api: TestApi, json: object) =>
  api.request<SimulationResult>('POST', '/policies/simulate', { token: api.admin, json })

const RULES = { action: 'block', conditions: [{ field: 'risk_score', operator: 'gte', value: '0.5' }] }

test('rules are tried on what was recorded, and change nothing', async (t) => {
  const api = await startTestApi(t, { now: () => new Date(NOW) })
  const json = Array.from({ length: 600 }, (_, index) => ({
    platform_id: index % 3 === 0 ? 'claude-web' : 'openai-api',
    content_hash: 'a'.repeat(64),
    risk_score: index % 2 === 0 ? 0.9 : 0.1,
    user_id: index < 60 ? ANA : null,
    timestamp: new Date(NOW - index * 1000).toISOString(),
  }))
  const old = { ...json[0], timestamp: new Date(NOW - 8 * DAY).toISOString() }
  const token = api.server.internalToken
  await api.request('POST', '/interactions/batch', { token, json: json.slice(0, 500) })
  await api.request('POST', '/interactions/batch', { token, json: [...json.slice(500), old] })
  const { status, json: result } = await simulate(api, { rules: RULES })
  t.is(status, 200)
  const { samples, ...counts } = result
  t.deepEqual(counts, {
    period: '7d',
    evaluated: 600,
    evaluated_from: '2026-11-15T00:00:00.000Z',
    complete: true,
    matched: 300,
    excepted: 0,
    by_exception: [],
    exceptions_for_values: [],
    by_action: { block: 0, coach: 0, log: 0, allow: 300 },
    by_day: [{ day: '2026-11-21', matched: 300 }],
    by_platform: [
      { platform_id: 'openai-api', matched: 200 },
      { platform_id: 'claude-web', matched: 100 },
    ],
    by_user: [{ user_id: ANA, matched: 30 }],
  })
  t.is(samples.length, 20)
  t.is(samples[0]?.timestamp, new Date(NOW).toISOString())
  t.false('content_hash' in (samples[0] ?? {}))
  t.is((await simulate(api, { rules: RULES, period: '30d' })).json.evaluated, 601)
  t.is((await simulate(api, { rules: { action: 'log', conditions: [] }, period: '24h' })).json.matched, 600)
  t.is((await api.request<{ total: number }>('GET', '/policies', { token: api.admin })).json.total, 0)
})

test('a simulation counts what the proxy counted, and says what had happened and what would change', async (t) => {
  const api = await startTestApi(t, { now: () => new Date(NOW) })
  const record = (index: number, fields: object) => ({
    platform_id: 'openai-api',
    content_hash: 'a'.repeat(64),
    timestamp: new Date(NOW - index * DAY).toISOString(),
    ...fields,
  })
  const context = (context_findings: unknown) => ({ content_metadata: { context_findings } })
  const found = [{ type: 'EMAIL', value: '***', score: 1, start: 0, end: 3 }]
  const token = api.server.internalToken
  await api.request('POST', '/interactions/batch', {
    token,
    json: [
      record(0, { classifications: found, enforced_action: 'block', policy_decisions: [] }),
      record(0, { ...context([{ type: 'EMAIL', count: 2 }]), enforced_action: 'coach', policy_decisions: [] }),
      record(1, context([{ type: 'IBAN', count: 1 }])),
      record(1, context('EMAIL')),
      record(2, context([null, { type: 'EMAIL' }, { type: 'EMAIL', count: -1 }])),
    ],
  })
  const rules = (value: string) => ({
    action: 'block',
    conditions: [{ field: 'classifications', operator: 'contains', value }],
  })
  const { json } = await simulate(api, { rules: rules('EMAIL') })
  t.is(json.matched, 2)
  t.deepEqual(json.by_action, { block: 1, coach: 1, log: 0, allow: 0 })
  t.deepEqual(json.by_day, [{ day: '2026-11-21', matched: 2 }])
  t.false('changes' in json || 'warnings' in json)
  const two = { action: 'log', conditions: [{ field: 'classification_count', operator: 'gte', value: 2 }] }
  t.is((await simulate(api, { rules: two })).json.matched, 1)
  const policy = await api.request<{ id: string }>('POST', '/policies', {
    token: api.admin,
    json: { name: 'P', rules: rules('EMAIL') },
  })
  const compared = await simulate(api, { rules: two, policy_id: policy.json.id })
  t.deepEqual(compared.json.changes, { newly_matched: 0, no_longer_matched: 1 })
  t.is((await simulate(api, { rules: two, policy_id: ANA })).status, 404)
})

test('a simulation lets through what exceptions in force let through, and says which', async (t) => {
  const clock = { now: new Date(NOW) }
  const api = await startTestApi(t, { now: () => clock.now })
  const found = (type: string, value = '***') => ({ type, value, score: 0.9, start: 0, end: 3 })
  const record = (platform_id: string, ...classifications: object[]) => ({
    ...{ platform_id, content_hash: 'a'.repeat(64), timestamp: new Date(NOW - 1000).toISOString() },
    ...{ classifications, policy_decisions: [], enforced_action: 'allow' },
  })
  await api.request('POST', '/interactions/batch', {
    token: api.server.internalToken,
    json: [
      record('openai-api', found('EMAIL')),
      record('openai-api', found('EMAIL'), found('IBAN')),
      record('claude-web', found('EMAIL', 'press@acme.example')),
      record('claude-web', found('EMAIL', 'jo@acme.example')),
    ],
  })
  const rules = { action: 'block', conditions: [{ field: 'classification_count', operator: 'gte', value: 1 }] }
  const asAdmin = { token: api.admin }
  const { json: policy } = await api.request<{ id: string }>('POST', '/policies', {
    ...asAdmin,
    json: { name: 'P', rules },
  })
  const except = async (fields: object, hours: number) => {
    const expires_at = new Date(NOW + hours * 3_600_000).toISOString()
    const json = { reason: 'known', owner: 'ann@acme.example', expires_at, ...fields }
    return (await api.request<{ id: string }>('POST', '/exceptions', { ...asAdmin, json })).json.id
  }
  const everywhere = await except({ types: ['EMAIL'], platform_ids: ['openai-api'] }, 2)
  const ofPolicy = await except({ policy_id: policy.id, values: ['press@acme.example'] }, 2)
  const counts = async (fields: object = {}) => {
    const { matched, excepted, by_exception, exceptions_for_values, changes } = (
      await simulate(api, { rules, ...fields })
    ).json
    return { matched, excepted, by: by_exception, values: exceptions_for_values, changes }
  }
  const first = { exception_id: everywhere, excepted: 1 }
  t.deepEqual(await counts(), { matched: 3, excepted: 1, by: [first], values: [], changes: undefined })
  const replacing = await counts({ policy_id: policy.id })
  t.deepEqual([replacing.matched, replacing.excepted, replacing.values], [2, 2, [ofPolicy]])
  const both = [first, { exception_id: ofPolicy, excepted: 1 }]
  t.deepEqual(
    replacing.by,
    both.toSorted((a, b) => (a.exception_id < b.exception_id ? -1 : 1)),
  )
  t.deepEqual(replacing.changes, { newly_matched: 0, no_longer_matched: 0 })
  const narrower = { action: 'block', conditions: [{ field: 'classifications', operator: 'contains', value: 'EMAIL' }] }
  const { changes } = await counts({ policy_id: policy.id, rules: narrower })
  t.deepEqual(changes, { newly_matched: 0, no_longer_matched: 1 }, 'what is left of e-mail and IBAN is no e-mail')
  clock.now = new Date(NOW + 3 * 3_600_000)
  const later = await counts({ policy_id: policy.id })
  t.deepEqual(
    [later.matched, later.excepted, later.values],
    [4, 0, []],
    'an exception that has ended holds for nothing',
  )
})

test('a simulation of more than it looks at says how far back it reached', async (t) => {
  const api = await startTestApi(t, { now: () => new Date(NOW) })
  for (let batch = 0; batch < 21; batch++) {
    const json = Array.from({ length: 500 }, (_, index) => ({
      platform_id: 'openai-api',
      content_hash: 'a'.repeat(64),
      timestamp: new Date(NOW - (batch * 500 + index) * 1000).toISOString(),
    }))
    await api.request('POST', '/interactions/batch', { token: api.server.internalToken, json })
  }
  const { json } = await simulate(api, { rules: { action: 'log', conditions: [] }, period: '30d' })
  t.is(json.evaluated, 10_000)
  t.false(json.complete)
  t.is(json.evaluated_from, new Date(NOW - 9_999_000).toISOString())

  const together = await Promise.all(Array.from({ length: 12 }, () => simulate(api, { rules: RULES, period: '30d' })))
  const statuses = together.map(({ status }) => status).toSorted()
  t.deepEqual(statuses, [...Array(9).fill(200), 429, 429, 429], 'one at a time in a tenant, eight that wait')
})

test('records that say that very much was found before do not hold up a simulation', async (t) => {
  const api = await startTestApi(t, { now: () => new Date(NOW) })
  const context_findings = Array.from({ length: 2400 }, () => ({ type: 'A', count: 1000 }))
  const record = { platform_id: 'x', content_hash: 'a'.repeat(64), content_metadata: { context_findings } }
  const token = api.server.internalToken
  await api.request('POST', '/interactions/batch', { token, json: Array.from({ length: 40 }, () => record) })
  const conditions = [{ field: 'classification_count', operator: 'gte', value: 1000 }]
  t.is((await simulate(api, { rules: { action: 'log', conditions } })).json.matched, 40)

  // 2.4 million findings each, if they were believed.
  let reads = 0
  const counted = Array.from({ length: 2400 }, () => ({
    type: 'A',
    get count() {
      reads += 1
      return 1000
    },
  }))
  t.is(contextFindings(counted).length, 1000)
  t.true(reads < 10, `${reads} were read`)
  t.is(contextFindings([{ type: 'A', count: 5000 }]).length, 1000)
})

test('records that take long to evaluate are evaluated with others in between', async (t) => {
  const record = {
    timestamp: new Date(NOW).toISOString(),
    risk_score: 0,
    classifications: [],
    get content_metadata() {
      busyFor(3)
      return {}
    },
  }
  const list = async () => ({ items: Array.from({ length: 40 }, () => record), total: 40 })
  const request = { rules: RULES, period: '24h' } as never
  const simulating = simulateOn({ interactions: { list } } as never, 't', request, {
    now: new Date(NOW),
    exceptions: [],
  })
  const [{ evaluated }, turns] = await turnsDuring(simulating)
  t.is(evaluated, 40)
  // After four of them at most.
  t.true(turns >= 9, `${turns} turns`)
})

test('what no policy could say is not simulated', async (t) => {
  const api = await startTestApi(t)
  for (const json of [
    {},
    { rules: {} },
    { rules: RULES, period: '1y' },
    { rules: { action: 'log' } },
    { ...RULES },
    { rules: RULES, name: 'x' },
  ]) {
    t.is((await simulate(api, json)).status, 400, JSON.stringify(json))
  }
  t.is((await simulate(api, { rules: RULES })).json.evaluated, 0)
})
