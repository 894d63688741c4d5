import { randomUUID } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import { addTenant } from '../../cli/tenants.ts'
import type { Alert, AlertWithFacts } from '../../core/model/alert.ts'
import { ADMIN_EMAIL, ADMIN_PASSWORD, startTestApi, type TestApi } from '../support/api.ts'
import { openLive } from '../support/api-live.ts'

const POLICY = randomUUID()
const STRANGER = 'stranger@example.com'

/** One blocked prompt for each service, as a proxy records it. */
async function block(api: TestApi, services: readonly string[], fields: object = {}): Promise<void> {
  const records = services.map((platform_id) => ({
    platform_id,
    content_hash: 'a'.repeat(64),
    risk_score: 0.4,
    enforced_action: 'block',
    policy_decisions: [{ policy_id: POLICY, policy_name: 'No cards', action: 'block', matched_conditions: 1 }],
    ...fields,
  }))
  const answer = await api.request('POST', '/interactions/batch', { token: api.server.internalToken, json: records })
  if (answer.status >= 300) throw new Error(answer.text)
}

async function blocks(api: TestApi, query = ''): Promise<AlertWithFacts[]> {
  const path = `/alerts?type=policy_block${query}`
  const answer = await api.request<{ alerts: AlertWithFacts[] }>('GET', path, { token: api.admin })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json.alerts
}

async function stranger(t: ExecutionContext, api: TestApi): Promise<string> {
  await addTenant(api.settings, { name: 'Other', adminEmail: STRANGER, adminPassword: ADMIN_PASSWORD })
  t.timeout(60_000)
  return api.login(STRANGER, ADMIN_PASSWORD)
}

interface Changed {
  alerts: Alert[]
  not_found: string[]
}

test('alerts are resolved together with a reason, each with its entry and its event, which has no note', async (t) => {
  const api = await startTestApi(t)
  const services = Array.from({ length: 23 }, (_, index) => `service-${index}`)
  await block(api, services)
  const live = await openLive(t, api, { token: api.admin })
  live.send({ type: 'subscribe', events: ['alert.resolved'] })
  await live.waitFor(({ type }) => type === 'subscribed')
  const ids = (await blocks(api)).map(({ id }) => id)
  const unknown = randomUUID()
  const set = (json: object, token = api.admin) => api.request<Changed>('POST', '/alerts/status', { token, json })
  const note = 'Asked Ada, who was testing'
  const asked = [...ids, unknown, ids[0]]
  const { status, json } = await set({ ids: asked, status: 'resolved', resolution: 'false_alarm', note })
  t.is(status, 200)
  t.deepEqual(
    json.alerts.map(({ id }) => id),
    ids,
  )
  t.deepEqual(json.not_found, [unknown])
  for (const alert of json.alerts)
    t.like(alert, { status: 'resolved', resolved_by: ADMIN_EMAIL, resolution: 'false_alarm', note })
  const resolved = () => live.messages.filter(({ event_type }) => event_type === 'alert.resolved')
  await live.waitFor(() => resolved().length === ids.length)
  t.true(resolved().every(({ data }) => (data as Alert).resolution === 'false_alarm'))
  t.false(JSON.stringify(live.messages).includes('Ada'))
  const audit = await api.request<{ total: number; entries: { details: object }[] }>(
    'GET',
    '/audit-log?action=alert.resolved',
    { token: api.admin },
  )
  t.is(audit.json.total, ids.length)
  t.false(audit.text.includes('Ada'))
  t.deepEqual(audit.json.entries[0]?.details, { type: 'policy_block', severity: 'medium', resolution: 'false_alarm' })
  // Nothing of another tenant's can be seen or changed.
  const answer = await set({ ids, status: 'open' }, await stranger(t, api))
  t.deepEqual(answer.json, { alerts: [], not_found: ids })
  t.deepEqual(await blocks(api, '&status=open'), [])
  t.is((await set({ ids, status: 'open' })).json.alerts.filter((alert) => 'note' in alert).length, 0)
})

test('a reason belongs to resolved alerts, and what is too much or nothing is refused', async (t) => {
  const api = await startTestApi(t)
  await block(api, ['openai-api'])
  const [alert] = await blocks(api)
  const id = alert?.id ?? ''
  const refused: [string, string, object, string][] = [
    ['PATCH', `/alerts/${id}/status`, { status: 'open', resolution: 'confirmed' }, 'resolution'],
    ['PATCH', `/alerts/${id}/status`, { status: 'open', note: 'x' }, 'note'],
    ['PATCH', `/alerts/${id}/status`, { status: 'resolved', resolution: 'maybe' }, 'resolution'],
    ['PATCH', `/alerts/${id}/status`, { status: 'resolved', note: 'x'.repeat(1001) }, 'note'],
    ['PATCH', `/alerts/${id}/status`, { status: 'resolved', note: '' }, 'note'],
    ['PATCH', `/alerts/${id}/status`, { status: 'resolved', note: 'a\u0000b' }, 'note'],
    ['POST', '/alerts/status', { ids: [], status: 'resolved' }, 'ids'],
    ['POST', '/alerts/status', { ids: Array.from({ length: 101 }, () => id), status: 'resolved' }, 'ids'],
    ['POST', '/alerts/status', { ids: ['x'], status: 'resolved' }, 'ids.0'],
    ['POST', '/alerts/status', { ids: [id], status: 'open', note: 'x' }, 'note'],
  ]
  for (const [method, path, json, field] of refused) {
    const answer = await api.request<{ details: { path: string }[] }>(method, path, { token: api.admin, json })
    t.is(answer.status, 400, answer.text)
    t.is(answer.json.details[0]?.path, field, answer.text)
  }
  t.is((await blocks(api))[0]?.status, 'open')
})

test('an alert is as it was without include, and with it has what its interaction says, until that is erased', async (t) => {
  const api = await startTestApi(t)
  const user_id = randomUUID()
  const { json: policy } = await api.request<{ id: string }>('POST', '/policies', {
    token: api.admin,
    json: { name: 'Named today', rules: { action: 'block', conditions: [] } },
  })
  const decision = { policy_name: 'Named then', action: 'block', matched_conditions: 0 }
  const finding = { type: 'IBAN', value: 'F***', score: 0.9, start: 0, end: 4 }
  await block(api, ['claude-web'], {
    user_id,
    classifications: [finding, finding],
    policy_decisions: [{ ...decision, policy_id: policy.id }],
    content_metadata: {
      host: 'claude.ai',
      inspection: { status: 'partial', reason: 'unreadable_file' },
      context_findings: [{ type: 'EMAIL', count: 2 }],
      not_delivered: 'upstream_dns',
      client_address: '192.0.2.7',
    },
  })
  const [plain] = await blocks(api)
  t.false('facts' in (plain ?? {}))
  const facts = {
    policies: [{ id: policy.id, name: 'Named then' }],
    types: ['EMAIL', 'IBAN'],
    risk_score: 0.4,
    enforced_action: 'block',
    host: 'claude.ai',
    reason: 'unreadable_file',
    // A policy refused it: that it was not sent on needs no other reason.
    not_delivered: null,
    client_address: '192.0.2.7',
  } as const
  t.deepEqual(await blocks(api, '&include=facts'), [{ ...plain, facts }] as never)
  const one = () =>
    api
      .request<AlertWithFacts>('GET', `/alerts/${plain?.id}?include=facts`, { token: api.admin })
      .then(({ json }) => json)
  t.deepEqual((await one()).facts as unknown, facts)
  await api.request('DELETE', `/interactions?user_id=${user_id}`, { token: api.admin })
  const absent = { host: null, reason: null, not_delivered: null, client_address: null }
  const nothing = { types: [], risk_score: null, enforced_action: null, ...absent }
  t.deepEqual((await one()).facts, { ...nothing, policies: [{ id: policy.id, name: 'Named today' }] })
  await api.request('DELETE', `/policies/${policy.id}`, { token: api.admin })
  t.deepEqual((await one()).facts?.policies, [{ id: policy.id, name: null }])
  t.is((await api.request('GET', '/alerts?include=rules', { token: api.admin })).status, 400)
})

test('the facts of a prompt that passed and did not arrive say so', async (t) => {
  const api = await startTestApi(t)
  const content_metadata = { not_delivered: 'upstream_dns', client_address: '2001:db8::7' }
  await block(api, ['claude-web'], {
    risk_score: 0.97,
    enforced_action: 'allow',
    policy_decisions: [],
    content_metadata,
  })
  const { json } = await api.request<{ alerts: AlertWithFacts[] }>('GET', '/alerts?type=high_risk&include=facts', {
    token: api.admin,
  })
  const { enforced_action, not_delivered, client_address } = json.alerts[0]?.facts ?? {}
  t.deepEqual([enforced_action, not_delivered, client_address], ['allow', 'upstream_dns', '2001:db8::7'])
})

test('facts are bounded, whatever a sender writes', async (t) => {
  const api = await startTestApi(t)
  const many = (length: number) => Array.from({ length }, (_, index) => index)
  await block(api, ['openai-api'], {
    policy_decisions: many(300).map(() => ({
      policy_id: randomUUID(),
      policy_name: 'p'.repeat(200),
      action: 'block',
      matched_conditions: 1,
    })),
    classifications: many(300).map((n) => ({ type: `T_${n}`, value: '', score: 0.5, start: 0, end: 1 })),
    content_metadata: {
      host: { toString: 'x' },
      inspection: 'none',
      context_findings: [7],
      not_delivered: 'x'.repeat(65),
      client_address: '=1+1',
    },
  })
  const [alert] = await blocks(api, '&include=facts')
  t.is(alert?.policy_ids.length, 300)
  t.is(alert?.facts?.policies.length, 20)
  t.is(alert?.facts?.types.length, 50)
  const { host, reason, not_delivered, client_address } = alert?.facts ?? {}
  t.deepEqual([host, reason, not_delivered, client_address], [null, null, null, null])
})

test('alerts are listed of one service and of one policy', async (t) => {
  const api = await startTestApi(t)
  await block(api, ['openai-api', 'claude-web'])
  const services = async (query: string) => (await blocks(api, query)).map(({ platform_id }) => platform_id)
  t.deepEqual(await services('&platform_id=claude-web'), ['claude-web'])
  t.is((await services(`&policy_id=${POLICY}`)).length, 2)
  t.deepEqual(await services(`&policy_id=${POLICY}&platform_id=openai-api`), ['openai-api'])
  t.deepEqual(await services(`&policy_id=${randomUUID()}`), [])
  const token = await stranger(t, api)
  const { json } = await api.request<{ total: number }>('GET', `/alerts?policy_id=${POLICY}`, { token })
  t.is(json.total, 0)
  for (const query of ['policy_id=me', 'platform_id=A B', 'include=all'])
    t.is((await api.request('GET', `/alerts?${query}`, { token: api.admin })).status, 400, query)
})
