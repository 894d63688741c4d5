import test from 'ava'
import type { Alert } from '../../core/model/alert.ts'
import { ADMIN_EMAIL, startTestApi, type TestApi } from '../support/api.ts'
import { openLive } from '../support/api-live.ts'

const HASH = 'a'.repeat(64)
const NOW = Date.parse('2026-11-21T10:00:00Z')

interface AlertListJson {
  alerts: Alert[]
  total: number
}

/** Records as the proxy does: decided already. */
async function record(api: TestApi, ...records: object[]) {
  const json = records.map((fields) => ({
    platform_id: 'openai-api',
    content_hash: HASH,
    id: crypto.randomUUID(),
    policy_decisions: [],
    enforced_action: 'allow',
    ...fields,
  }))
  const answer = await api.request<{ stored: number }>('POST', '/interactions/batch', {
    token: api.server.internalToken,
    json,
  })
  if (answer.json.stored !== records.length) throw new Error(answer.text)
  return json
}

async function alerts(api: TestApi, query = '?sort=created_at'): Promise<Alert[]> {
  const answer = await api.request<AlertListJson>('GET', `/alerts${query}`, { token: api.admin })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json.alerts
}

const POLICY_ID = crypto.randomUUID()
const decision = (action: string, policy_name = 'No cards', policy_id = POLICY_ID) => ({
  policy_id,
  policy_name,
  action,
  matched_conditions: 1,
})
const blocked = { enforced_action: 'block', policy_decisions: [decision('block')] }
const failed = (status: string, reason = 'too_large') => ({
  content_metadata: { inspection: { status, reason } },
})

/** An alert that every first interaction with a platform brings along. */
const withoutNewService = (list: Alert[]) => list.filter(({ type }) => type !== 'new_ai_service')

const CASES: [string, object, [type: string, severity: string][]][] = [
  ['a block', blocked, [['policy_block', 'medium']]],
  ['a block from risk 0.8', { ...blocked, risk_score: 0.8 }, [['policy_block', 'high']]],
  ['a block from risk 0.95', { ...blocked, risk_score: 0.95 }, [['policy_block', 'critical']]],
  ['high risk that passed', { risk_score: 0.8 }, [['high_risk', 'high']]],
  [
    'critical risk that was coached',
    { risk_score: 0.97, enforced_action: 'coach', policy_decisions: [decision('coach')] },
    [['high_risk', 'critical']],
  ],
  ['risk just below', { risk_score: 0.7999 }, []],
  ['a log', { enforced_action: 'log', policy_decisions: [decision('log')] }, []],
  ['an inspection that failed and passed', failed('partial'), [['inspection_failed', 'high']]],
  [
    'an inspection that failed and was refused',
    { ...failed('none'), enforced_action: 'block' },
    [['inspection_failed', 'medium']],
  ],
  [
    'a partial inspection that a policy blocked',
    { ...failed('partial'), ...blocked },
    [
      ['policy_block', 'medium'],
      ['inspection_failed', 'medium'],
    ],
  ],
  ['a file that nobody can read and that passed', failed('none', 'unreadable_file'), []],
  ['such a file beside a text', failed('partial', 'unreadable_file'), []],
  [
    'such a file that was refused',
    { ...failed('partial', 'unreadable_file'), enforced_action: 'block' },
    [['inspection_failed', 'medium']],
  ],
  ['a full inspection', failed('full'), []],
  ['metadata that only looks like it', { content_metadata: { inspection: 'none' } }, []],
]

for (const [name, fields, expected] of CASES) {
  test(`alerts of ${name}: ${expected.map((alert) => alert.join(' ')).join(', ') || 'none'}`, async (t) => {
    const api = await startTestApi(t)
    await record(api, fields)
    t.deepEqual(
      withoutNewService(await alerts(api))
        .map(({ type, severity }) => [type, severity])
        .sort(),
      expected.toSorted(),
    )
  })
}

test('an alert says what, where and who, never what was found', async (t) => {
  const api = await startTestApi(t)
  const user_id = crypto.randomUUID()
  const classifications = [{ type: 'CREDIT_CARD', value: '4111 1111 1111 1111', score: 1, start: 0, end: 19 }]
  const [interaction] = await record(api, { ...blocked, user_id, classifications, risk_score: 0.9 })
  const [alert] = withoutNewService(await alerts(api))
  const { id, tenant_id, created_at, updated_at, ...rest } = alert ?? ({} as Alert)
  t.deepEqual(rest, {
    type: 'policy_block',
    severity: 'high',
    title: '“No cards” blocked a prompt to OpenAI API',
    description: 'Risk 0.9, outbound; found: CREDIT_CARD.',
    status: 'open',
    interaction_id: interaction?.id ?? '',
    user_id,
    platform_id: 'openai-api',
    policy_ids: [POLICY_ID],
    count: 1,
    resolved_at: null,
    resolved_by: null,
  })
  t.is(created_at, updated_at)
  t.deepEqual((await api.request('GET', `/alerts/${id}`, { token: api.admin })).json, alert)
  t.truthy(tenant_id)
})

test('a service that is new to the tenant is told once', async (t) => {
  const api = await startTestApi(t)
  await record(api, {}, {}, { platform_id: 'claude-web' }, { platform_id: 'some-new-thing' })
  await record(api, {}, { platform_id: 'claude-web' })
  t.deepEqual((await alerts(api)).map(({ type, title, severity, count }) => [type, title, severity, count]).sort(), [
    ['new_ai_service', 'Claude is used for the first time', 'low', 1],
    ['new_ai_service', 'OpenAI API is used for the first time', 'low', 1],
    ['new_ai_service', 'some-new-thing is used for the first time', 'low', 1],
  ])
})

test('the same type, user, platform and policy within ten minutes adds up', async (t) => {
  let now = NOW
  const api = await startTestApi(t, { now: () => new Date(now) })
  const user_id = crypto.randomUUID()
  await record(api, { ...blocked, user_id }, { ...blocked, user_id, risk_score: 0.96 }, { ...blocked })
  now += 9 * 60_000
  await record(api, { ...blocked, user_id })
  await record(api, { ...blocked, user_id, platform_id: 'claude-web' })
  await record(api, { ...blocked, user_id, policy_decisions: [decision('block', 'Other', crypto.randomUUID())] })
  const counts = async () =>
    withoutNewService(await alerts(api))
      .map(({ user_id: user, platform_id, severity, count, title }) =>
        [user === user_id, platform_id, title.slice(0, 6), severity, count].join(' '),
      )
      .sort()
  t.deepEqual(await counts(), [
    'false openai-api “No ca medium 1',
    'true claude-web “No ca medium 1',
    'true openai-api “No ca critical 3',
    'true openai-api “Other medium 1',
  ])
  now += 61_000
  await record(api, { ...blocked, user_id })
  t.true((await counts()).includes('true openai-api “No ca medium 1'))
})

test('a retry raises nothing again', async (t) => {
  const api = await startTestApi(t)
  const json = await record(api, blocked)
  await api.request('POST', '/interactions/batch', { token: api.server.internalToken, json })
  t.is(withoutNewService(await alerts(api))[0]?.count, 1)
})

test('an alert is resolved, opened again, and what comes after a resolved one is new', async (t) => {
  const api = await startTestApi(t)
  await record(api, blocked)
  const [alert] = withoutNewService(await alerts(api))
  const set = (status: string) =>
    api.request<Alert>('PATCH', `/alerts/${alert?.id}/status`, { token: api.admin, json: { status } })
  const resolved = await set('resolved')
  t.is(resolved.status, 200)
  t.deepEqual([resolved.json.status, resolved.json.resolved_by], ['resolved', ADMIN_EMAIL])
  t.truthy(resolved.json.resolved_at)
  t.deepEqual((await set('resolved')).json, resolved.json)
  await record(api, blocked)
  t.deepEqual(
    withoutNewService(await alerts(api)).map(({ status, count }) => [status, count]),
    [
      ['resolved', 1],
      ['open', 1],
    ],
  )
  const open = await set('open')
  t.deepEqual([open.json.status, open.json.resolved_at, open.json.resolved_by], ['open', null, null])
  t.is((await set('closed')).status, 400)
  t.is((await api.request('GET', `/alerts/${crypto.randomUUID()}`, { token: api.admin })).status, 404)
  t.is((await api.request('PATCH', '/alerts/x/status', { token: api.admin, json: { status: 'open' } })).status, 404)
  const audit = await api.request<{ entries: { action: string }[] }>('GET', '/audit-log?target_type=alert', {
    token: api.admin,
  })
  t.deepEqual(
    audit.json.entries.map(({ action }) => action),
    ['alert.reopened', 'alert.resolved'],
  )
})

test('alert events tell of new alerts, of those that became worse, and of resolved ones', async (t) => {
  const api = await startTestApi(t)
  const live = await openLive(t, api, { token: api.admin })
  live.send({ type: 'subscribe', events: ['alert.*'] })
  await live.waitFor(({ type }) => type === 'subscribed')
  await record(api, {})
  for (const risk_score of [0.1, 0.85, 0.85, 0.99]) await record(api, { ...blocked, risk_score })
  const [alert] = withoutNewService(await alerts(api))
  await api.request('PATCH', `/alerts/${alert?.id}/status`, { token: api.admin, json: { status: 'resolved' } })
  await live.waitFor((message) => message.event_type === 'alert.resolved')
  t.deepEqual(
    live.messages.filter(({ type }) => type === 'event').map((message) => message.event_type),
    ['alert.created', 'alert.created', 'alert.severity_high', 'alert.severity_critical', 'alert.resolved'],
  )
})

test('the list is filtered, sorted and paged', async (t) => {
  let now = NOW
  const api = await startTestApi(t, { now: () => new Date(now) })
  const user_id = crypto.randomUUID()
  await record(api, { ...blocked, user_id })
  now += 60_000
  await record(api, { risk_score: 0.96 })
  const list = async (query: string) => (await alerts(api, query)).map(({ type }) => type).join()
  t.is(await list('?sort=severity'), 'new_ai_service,policy_block,high_risk')
  t.is(await list('?sort=-severity&limit=1'), 'high_risk')
  t.is(await list('?severity=medium'), 'policy_block')
  t.is(await list('?type=high_risk'), 'high_risk')
  t.is(await list('?status=resolved'), '')
  t.is((await list('?status=open')).split(',').length, 3)
  t.is(await list(`?user_id=${user_id}&type=policy_block`), 'policy_block')
  t.is(await list('?start_date=2026-11-21T10:00:30Z'), 'high_risk')
  t.is(await list('?end_date=2026-11-21T10:00:30Z&type=high_risk'), '')
  t.is(await list('?sort=-updated_at&limit=1'), 'high_risk')
  for (const query of ['?status=done', '?severity=5', '?type=x', '?sort=title', '?user_id=me']) {
    t.is((await api.request('GET', `/alerts${query}`, { token: api.admin })).status, 400, query)
  }
})

test('an alert names what its policy matched in earlier messages, and never says that nothing was found beside a block', async (t) => {
  const api = await startTestApi(t)
  const name = { type: 'PERSON_NAME', value: 'J***', score: 0.8, start: 0, end: 8 }
  const inspection = { status: 'full' }
  await record(
    api,
    {
      ...blocked,
      platform_id: 'claude-web',
      classifications: [name],
      content_metadata: { inspection, context_findings: [{ type: 'EMAIL', count: 2 }], matched_in_context: ['EMAIL'] },
    },
    { ...blocked, platform_id: 'openai-api', content_metadata: { context_findings: [{ type: 'IBAN', count: 1 }] } },
    { ...blocked, platform_id: 'anthropic-api' },
    {
      ...blocked,
      platform_id: 'google-gemini-api',
      content_metadata: { context_findings: 'x', matched_in_context: [7] },
    },
  )
  const described = withoutNewService(await alerts(api)).map(({ platform_id, description }) => [
    platform_id,
    description,
  ])
  t.deepEqual(Object.fromEntries(described), {
    'claude-web':
      'Risk 0.2, outbound; the policy matched in context: EMAIL; found: PERSON_NAME; found in context: EMAIL.',
    'openai-api': 'Risk 0, outbound; found in context: IBAN.',
    'anthropic-api': 'Risk 0, outbound; not for any kind of data.',
    'google-gemini-api': 'Risk 0, outbound; not for any kind of data.',
  })
})

const upgrade = {
  enforced_action: 'block',
  content_metadata: { inspection: { status: 'none', reason: 'unsupported_upgrade' } },
}

test('refused upgrades are one alert for each service and day, whoever tries them', async (t) => {
  let now = NOW
  const api = await startTestApi(t, { now: () => new Date(now) })
  await record(api, upgrade, { ...upgrade, user_id: crypto.randomUUID() })
  now += 3 * 3_600_000
  await record(api, upgrade, { ...upgrade, platform_id: 'claude-web' })
  // Alerts of the same millisecond stand in the order of their random ids.
  now += 1000
  await record(api, { ...failed('none'), enforced_action: 'block' })
  now += 22 * 3_600_000
  await record(api, upgrade)
  // The session has expired by then.
  now = NOW
  const told = withoutNewService(await alerts(api)).map(({ type, title, severity, count }) => [
    type,
    title,
    severity,
    count,
  ])
  const title = (service: string) => `A protocol upgrade (WebSocket) to ${service} cannot be inspected and was refused`
  t.deepEqual(told, [
    ['inspection_failed', title('OpenAI API'), 'medium', 3],
    ['inspection_failed', title('Claude'), 'medium', 1],
    ['inspection_failed', 'A prompt to OpenAI API could not be inspected and was refused: too_large', 'medium', 1],
    ['inspection_failed', title('OpenAI API'), 'medium', 1],
  ])
})

test('a refused upgrade is no blocked prompt in the figures; one that a policy refused is', async (t) => {
  const api = await startTestApi(t, { now: () => new Date(NOW) })
  await record(api, upgrade, upgrade, { ...upgrade, policy_decisions: [decision('block')] })
  const { json } = await api.request<{ totals: object }>('GET', '/dashboard/stats?period=24h', { token: api.admin })
  t.like(json.totals, { interactions: 3, blocked: 1, logged: 2, allowed: 0 })
  const inventory = await api.request<{ services: { blocked: number }[] }>('GET', '/inventory', { token: api.admin })
  t.is(inventory.json.services[0]?.blocked, 1)
  const listed = await api.request<{ data: { enforced_action: string }[] }>('GET', '/interactions', {
    token: api.admin,
  })
  t.true(listed.json.data.every(({ enforced_action }) => enforced_action === 'block'))
})
