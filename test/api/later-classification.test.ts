import { randomUUID } from 'node:crypto'
import test from 'ava'
import { timeOfUuid, uuidV7 } from '../../config/unique-id.ts'
import type { Alert } from '../../core/model/alert.ts'
import type { Interaction } from '../../core/model/interaction.ts'
import { startTestApi, type TestApi } from '../support/api.ts'
import { type LiveMessage, openLive } from '../support/api-live.ts'
import { until } from '../support/wire.ts'

const finding = (type: string, fields: object = {}) => ({ type, value: '***', score: 0.9, start: 0, end: 3, ...fields })

async function record(api: TestApi, fields: object = {}): Promise<Interaction> {
  const json = { platform_id: 'openai-api', content_hash: 'a'.repeat(64), tier: 2, ...fields }
  return (await api.request<Interaction>('POST', '/interactions', { token: api.server.internalToken, json })).json
}

const add = (api: TestApi, id: string, json: object) =>
  api.request<Interaction>('POST', `/interactions/${id}/classifications`, { token: api.server.internalToken, json })

test('what a later tier finds is added once, and risk follows', async (t) => {
  const api = await startTestApi(t)
  const before = await record(api, { classifications: [finding('EMAIL'), finding('IBAN', { start: 9, end: 12 })] })
  const later = {
    tier: 3,
    classifications: [
      finding('PERSON_NAME', { start: 5, end: 8 }),
      finding('IBAN', { start: 9, end: 12, score: 0.99 }),
    ],
  }
  const { status, json } = await add(api, before.id, later)
  t.is(status, 200)
  t.is(json.tier, 3)
  t.deepEqual(
    json.classifications.map(({ type, score }) => [type, score]),
    [
      ['EMAIL', 0.9],
      ['PERSON_NAME', 0.9],
      ['IBAN', 0.99],
    ],
  )
  t.true(json.risk_score > before.risk_score)
  t.deepEqual((await add(api, before.id, later)).json, json)
  t.deepEqual((await api.request('GET', `/interactions/${before.id}`, { token: api.admin })).json, json)
  const listed = await api.request<{ total: number }>('GET', '/interactions?classification_type=PERSON_NAME', {
    token: api.admin,
  })
  t.is(listed.json.total, 1)
})

test('no result lowers a risk, takes a finding away or changes its value, and an earlier tier’s is refused', async (t) => {
  const api = await startTestApi(t)
  const known = [finding('EMAIL', { value: 'j***@example.com', score: 0.5, start: 7, end: 10 }), finding('IBAN')]
  const before = await record(api, { risk_score: 0.9, classifications: known })
  const { id } = before
  t.is((await add(api, id, { tier: 1, classifications: [], risk_score: 0 })).status, 409)
  t.deepEqual((await api.request('GET', `/interactions/${id}`, { token: api.admin })).json, before)
  t.deepEqual((await add(api, id, { tier: 2, classifications: [], risk_score: 0 })).json, before)
  // As many as may be recorded, all of them before the known one.
  const crowd = Array.from({ length: 1000 }, (_, n) => finding('NOISE', { start: 0, end: n }))
  const { json } = await add(api, id, { tier: 3, classifications: crowd, risk_score: 0.2 })
  t.is(json.risk_score, 0.9)
  t.is(json.tier, 3)
  t.is(json.classifications.length, 1000)
  for (const found of known)
    t.deepEqual(
      json.classifications.find(({ type }) => type === found.type),
      found,
    )
  const surer = finding('EMAIL', { value: 'nothing', score: 0.8, start: 7, end: 10 })
  const risen = await add(api, id, { tier: 3, classifications: [surer] })
  t.deepEqual(
    risen.json.classifications.find(({ type }) => type === 'EMAIL'),
    { ...surer, value: 'j***@example.com' },
  )
  t.is((await add(api, id, { tier: 2, classifications: [] })).status, 409)
})

test('a person who adds findings is in the audit log, a service and a repetition are not', async (t) => {
  const api = await startTestApi(t)
  const { id } = await record(api, { risk_score: 0.5 })
  const later = { tier: 3, classifications: [finding('EMAIL')], risk_score: 0.7 }
  const asAdmin = () => api.request('POST', `/interactions/${id}/classifications`, { token: api.admin, json: later })
  t.is((await asAdmin()).status, 200)
  t.is((await asAdmin()).status, 200)
  t.is((await add(api, id, { ...later, risk_score: 0.8 })).status, 200)
  const { json } = await api.request<{ entries: { target_id: string; details: object }[] }>(
    'GET',
    '/audit-log?action=interaction.reclassified',
    { token: api.admin },
  )
  const details = {
    tier: { from: 2, to: 3 },
    risk_score: { from: 0.5, to: 0.7 },
    classifications: { from: 0, to: 1 },
  }
  t.deepEqual(
    json.entries.map((entry) => [entry.target_id, entry.details]),
    [[id, details]],
  )
})

test('policies that match only now are decisions; what was done to the prompt stays', async (t) => {
  const api = await startTestApi(t)
  const policy = (name: string, type: string) => ({
    token: api.admin,
    json: {
      name,
      rules: { action: 'block', conditions: [{ field: 'classifications', operator: 'contains', value: type }] },
      enabled: true,
    },
  })
  await api.request('POST', '/policies', policy('No mail', 'EMAIL'))
  await api.request('POST', '/policies', policy('No names', 'PERSON_NAME'))
  const before = await record(api, {
    classifications: [finding('EMAIL')],
    policy_decisions: [],
    enforced_action: 'allow',
  })
  const { json } = await add(api, before.id, { tier: 3, classifications: [finding('PERSON_NAME')] })
  t.deepEqual(
    json.policy_decisions.map(({ policy_name }) => policy_name),
    ['No mail', 'No names'],
  )
  t.is(json.enforced_action, 'allow')
  const again = await add(api, before.id, { tier: 3, classifications: [finding('PERSON_NAME')] })
  t.is(again.json.policy_decisions.length, 2)
})

test('a policy that was made after the prompt decides nothing about it, whichever tier reports', async (t) => {
  const api = await startTestApi(t)
  const seen = { classifications: [finding('EMAIL')], policy_decisions: [], enforced_action: 'allow' }
  const [before, foreign] = [await record(api, seen), await record(api, { ...seen, id: randomUUID() })]
  await until(
    () => Date.now() > (timeOfUuid(before.id) ?? 0),
    () => 'the clock stands still',
  )
  const conditions = [{ field: 'classifications', operator: 'contains', value: 'PERSON_NAME' }]
  const json = { name: 'No names', rules: { action: 'block', conditions }, enabled: true }
  t.is((await api.request('POST', '/policies', { token: api.admin, json })).status, 201)
  const later = { tier: 3, classifications: [finding('PERSON_NAME', { start: 5, end: 8 })] }
  t.deepEqual((await add(api, before.id, later)).json.policy_decisions, [])
  // Nothing tells when an id of another kind was made.
  t.is((await add(api, foreign.id, later)).json.policy_decisions.length, 1)
  // Nor does a clock that was never set.
  const unset = await record(api, { ...seen, id: uuidV7(new Date(5)) })
  t.is((await add(api, unset.id, later)).json.policy_decisions.length, 1)
  // A prompt that comes now is decided.
  const after = await record(api, seen)
  t.is((await add(api, after.id, later)).json.policy_decisions.length, 1)
})

test('a block that matches only later raises one alert, which says that nothing was blocked', async (t) => {
  const api = await startTestApi(t)
  const rules = { action: 'block', conditions: [{ field: 'classifications', operator: 'contains', value: 'TOPIC_HR' }] }
  const policy = await api.request<{ id: string }>('POST', '/policies', {
    token: api.admin,
    json: { name: 'No HR', rules, enabled: true },
  })
  const passed = await record(api, { policy_decisions: [], enforced_action: 'allow' })
  const blocked = await record(api, { policy_decisions: [], enforced_action: 'block' })
  const later = { tier: 3, classifications: [finding('TOPIC_HR', { value: '' })] }
  for (const { id } of [passed, passed, blocked]) await add(api, id, later)
  const { json } = await api.request<{ alerts: Alert[] }>('GET', '/alerts?type=high_risk', { token: api.admin })
  const ofPolicy = json.alerts.filter(({ policy_ids }) => policy_ids.includes(policy.json.id))
  t.deepEqual(
    ofPolicy.map(({ interaction_id, count, title, description }) => [interaction_id, count, title, description]),
    [
      [
        passed.id,
        1,
        'Found afterwards, not blocked: a prompt to OpenAI API matches “No HR”',
        `Risk ${(await add(api, passed.id, later)).json.risk_score}, outbound; found: TOPIC_HR.`,
      ],
    ],
  )
})

test('a block that matches only later is recorded and alerted where the record is full of decisions, once', async (t) => {
  const api = await startTestApi(t)
  const rules = { action: 'block', conditions: [{ field: 'classifications', operator: 'contains', value: 'TOPIC_HR' }] }
  const policy = { name: 'No HR', rules, enabled: true }
  await api.request('POST', '/policies', {
    token: api.admin,
    json: { ...policy, name: 'HR', rules: { ...rules, action: 'log' } },
  })
  const { json: made } = await api.request<{ id: string }>('POST', '/policies', { token: api.admin, json: policy })
  const decisions = Array.from({ length: 1200 }, (_, index) => ({
    policy_id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    policy_name: 'P',
    action: 'log',
    matched_conditions: 0,
  }))
  const { id, policy_decisions } = await record(api, { policy_decisions: decisions, enforced_action: 'log' })
  const later = { tier: 3, classifications: [finding('TOPIC_HR', { value: '' })] }
  for (const _ of [1, 2]) {
    const { json } = await add(api, id, later)
    t.is(json.policy_decisions.length, policy_decisions.length + 1)
    t.is(json.policy_decisions.at(-1)?.policy_id, made.id)
    t.is(json.content_metadata.omitted_decisions, 200)
  }
  const { json } = await api.request<{ alerts: Alert[] }>('GET', '/alerts?type=high_risk', { token: api.admin })
  t.deepEqual(
    json.alerts.filter(({ policy_ids }) => policy_ids.includes(made.id)).map(({ count }) => count),
    [1],
  )
})

test('risk that is found out later raises the event and the alert once', async (t) => {
  const api = await startTestApi(t)
  const live = await openLive(t, api, { token: api.admin })
  const passed = await record(api, { risk_score: 0.1 })
  const blocked = await record(api, { risk_score: 0.1, policy_decisions: [], enforced_action: 'block' })
  const isBlockAlert = ({ event_type, data }: LiveMessage) =>
    event_type === 'alert.created' && (data as Alert).type === 'policy_block'
  await live.waitFor(isBlockAlert)
  const seen = live.messages.length
  for (const { id } of [passed, passed, blocked]) await add(api, id, { tier: 3, classifications: [], risk_score: 0.97 })
  live.send({ type: 'ping' })
  await live.waitFor((message) => message.type === 'pong')
  t.deepEqual(
    live.messages
      .slice(seen)
      .flatMap(({ type, event_type }) => (type === 'event' ? [event_type] : []))
      .filter((type) => !String(type).startsWith('alert.created')),
    [
      'interaction.classified',
      'interaction.high_risk',
      'alert.severity_critical',
      'interaction.classified',
      'interaction.high_risk',
    ],
  )
  const { json } = await api.request<{ alerts: Alert[] }>('GET', '/alerts?type=high_risk', { token: api.admin })
  t.deepEqual(
    json.alerts.map(({ interaction_id, count }) => [interaction_id, count]),
    [[passed.id, 1]],
  )
})

test('that a tier has classified an interaction is said of the second and third, the recorder’s own included', async (t) => {
  const api = await startTestApi(t)
  const live = await openLive(t, api, { token: api.admin })
  const { id: first } = await record(api, { tier: 1 })
  await add(api, first, { tier: 1, classifications: [] })
  await add(api, first, { tier: 2, classifications: [] })
  const { id: second } = await record(api, { tier: 2 })
  const { id: third } = await record(api, { tier: 3 })
  live.send({ type: 'ping' })
  await live.waitFor((message) => message.type === 'pong')
  const classified = live.messages.filter(({ event_type }) => event_type === 'interaction.classified')
  t.deepEqual(
    classified.map(({ data }) => (data as Interaction).id),
    [first, second, third],
  )
})

test('wrong findings and unknown interactions are refused', async (t) => {
  const api = await startTestApi(t)
  const { id } = await record(api)
  for (const json of [
    {},
    { tier: 3 },
    { tier: 4, classifications: [] },
    { tier: 3, classifications: [finding('email')] },
    { tier: 3, classifications: [], risk_score: 2 },
    { tier: 3, classifications: [], policy_decisions: [] },
  ]) {
    t.is((await add(api, id, json)).status, 400, JSON.stringify(json))
  }
  t.is((await add(api, crypto.randomUUID(), { tier: 3, classifications: [] })).status, 404)
})

test('a topic is kept and told without a value, whoever sends one', async (t) => {
  const api = await startTestApi(t)
  const topic = finding('TOPIC_SOURCE_CODE', { value: 'let secret = 1' })
  const created = await api.request<Interaction>('POST', '/interactions', {
    token: api.admin,
    json: { platform_id: 'openai-api', content_hash: 'b'.repeat(64), classifications: [topic] },
  })
  t.is(created.json.classifications[0]?.value, '')
  const later = await api.request<Interaction>('POST', `/interactions/${created.json.id}/classifications`, {
    token: api.admin,
    json: { tier: 3, classifications: [finding('TOPIC_HR', { value: 'L****', start: 5, end: 9 })] },
  })
  t.deepEqual(
    later.json.classifications.map(({ type, value }) => [type, value]),
    [
      ['TOPIC_SOURCE_CODE', ''],
      ['TOPIC_HR', ''],
    ],
  )
})
