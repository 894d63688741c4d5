import test from 'ava'
import { startTestApi } from '../../support/api.ts'
import { asAdmin, asProxy, finding, type InteractionJson, type ListJson, MINIMAL, post } from './requests.ts'

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
