import { randomUUID } from 'node:crypto'
import test from 'ava'
import { pino } from 'pino'
import type { DeliveryRecord } from '../../../api/store/delivery-store.ts'
import { openStore } from '../../../api/store/open-store.ts'
import type { Alert } from '../../../core/model/alert.ts'
import { Event, EventType } from '../../../core/model/event.ts'
import { EVENT_DATA } from '../../../core/model/event-data.ts'
import { startTestApi, type TestApi } from '../../support/api.ts'
import { type LiveClient, openLive } from '../../support/api-live.ts'
import { inviteAndAccept } from '../../support/api-users.ts'
import { documentEngines } from '../../support/engines.ts'
import type { Scope } from '../../support/scope.ts'
import { aWebhook } from '../store/fixtures.ts'

/** An API with a webhook for everything, and somebody who listens to everything. */
async function startWithListeners(scope: Scope, env: Readonly<Record<string, string>>) {
  const api = await startTestApi(scope, { env })
  const store = await openStore(api.settings, pino({ level: 'silent' }))
  scope.teardown(() => store.close())
  const me = await api.request<{ tenant_id: string }>('GET', '/users/me', { token: api.admin })
  const tenant = me.json.tenant_id
  const webhook = aWebhook(tenant, { url: 'https://receiver.invalid/', events: EventType.options })
  await store.webhooks.insert(webhook)
  const live = await openLive(scope, api, { token: api.admin })
  const deliveries = async () => (await store.deliveries.list(tenant, webhook.id, 1000)).items.toReversed()
  return { api, live, deliveries, tenant }
}

/** What was heard so far: all of it, since messages come in order. */
async function heard(live: LiveClient): Promise<Event[]> {
  const pongs = live.messages.filter(({ type }) => type === 'pong').length
  live.send({ type: 'ping' })
  await live.waitFor(() => live.messages.filter(({ type }) => type === 'pong').length > pongs)
  return live.messages.filter(({ type }) => type === 'event').map(({ type: _type, ...event }) => Event.parse(event))
}

const INTERACTION = {
  platform_id: 'openai-api',
  content_hash: 'a'.repeat(64),
  classifications: [{ type: 'EMAIL', value: 'jane.doe@example.com', score: 0.9, start: 0, end: 20 }],
  risk_score: 0.85,
  tier: 2,
}

async function ok<T>(answer: Promise<{ status: number; json: T; text: string }>): Promise<T> {
  const { status, json, text } = await answer
  if (status >= 300) throw new Error(`${status} ${text}`)
  return json
}

/** Everything that raises an event, each thing once. */
async function everything(api: TestApi) {
  const as = (json?: unknown) => ({ token: api.admin, ...(json !== undefined && { json }) })
  const rules = { action: 'block', conditions: [] }
  const policy = await ok(api.request<{ id: string }>('POST', '/policies', as({ name: 'No', rules, enabled: true })))
  await ok(api.request('PUT', `/policies/${policy.id}`, as({ priority: 5 })))
  const interaction = await ok(api.request<{ id: string }>('POST', '/interactions', as(INTERACTION)))
  const later = { tier: 3, classifications: [] }
  await ok(api.request('POST', `/interactions/${interaction.id}/classifications`, as(later)))
  await ok(api.request('POST', '/interactions', as({ ...INTERACTION, risk_score: 0.99, tier: 1 })))
  await ok(api.request('PUT', `/policies/${policy.id}`, as({ priority: 6, enabled: false })))
  await ok(api.request('PUT', `/policies/${policy.id}`, as({ priority: 6, enabled: false })))
  await ok(api.request('PATCH', `/policies/${policy.id}/toggle`, as({ enabled: true })))
  await ok(api.request('DELETE', `/policies/${policy.id}`, as()))
  const { alerts } = await ok(api.request<{ alerts: Alert[] }>('GET', '/alerts?type=policy_block', as()))
  for (const status of ['resolved', 'resolved', 'open']) {
    await ok(api.request('PATCH', `/alerts/${alerts[0]?.id}/status`, as({ status })))
  }
  const user = await inviteAndAccept(api, 'jo@example.com', 'viewer')
  await ok(api.request('PUT', `/users/${user.id}`, as({ role: 'admin', display_name: 'Jo' })))
  await ok(api.request('PUT', `/users/${user.id}`, as({ role: 'admin', display_name: 'Joe' })))
  for (const status of ['inactive', 'active'])
    await ok(api.request('PATCH', `/users/${user.id}/status`, as({ status })))
  await ok(api.request('DELETE', `/users/${user.id}`, as()))
  return { policy, interaction, user }
}

const EXPECTED = [
  'policy.created',
  'policy.updated',
  ...['created', 'policy_violated', 'high_risk', 'classified'].map((type) => `interaction.${type}`),
  // That it was blocked, and that the service is new.
  ...['alert.created', 'alert.severity_high', 'alert.created'],
  'interaction.classified',
  ...['created', 'policy_violated', 'high_risk'].map((type) => `interaction.${type}`),
  'alert.severity_critical',
  ...['policy.updated', 'policy.disabled', 'policy.enabled', 'policy.deleted'],
  'alert.resolved',
  ...['user.invited', 'user.activated', 'user.role_changed', 'user.deleted'],
]

for (const { name, test: testHere, environment } of documentEngines(test)) {
  testHere(`${name}: every event has its deliveries, and those who listen hear of it under the same id`, async (t) => {
    const { api, live, deliveries, tenant } = await startWithListeners(t, await environment())
    const { policy, interaction, user } = await everything(api)
    const events = await heard(live)
    t.deepEqual(
      events.map(({ event_type }) => event_type),
      EXPECTED as EventType[],
    )
    t.deepEqual([...new Set(EXPECTED)].sort(), EventType.options.toSorted())
    const bodies = new Map((await deliveries()).map(({ event_id, body }) => [event_id, body]))
    t.deepEqual(
      events.map(({ id }) => bodies.get(id)),
      events.map((event) => JSON.stringify(event)),
    )
    t.is(bodies.size, events.length)
    for (const { event_type, tenant_id, data } of events) {
      t.deepEqual(EVENT_DATA[event_type].parse(data), data as never)
      t.is(tenant_id, tenant)
    }
    const dataOf = (type: EventType) => events.find(({ event_type }) => event_type === type)?.data
    t.deepEqual(dataOf('policy.deleted'), { id: policy.id })
    t.deepEqual(dataOf('user.deleted'), { id: user.id })
    t.is(dataOf('user.invited')?.status, 'pending')
    t.is(dataOf('user.activated')?.status, 'active')
    t.is(dataOf('user.role_changed')?.role, 'admin')
    t.like(dataOf('interaction.created'), { id: interaction.id, risk_score: 0.85, enforced_action: 'block' })
    const decision = { policy_id: policy.id, policy_name: 'No', action: 'block' }
    t.deepEqual(dataOf('interaction.policy_violated')?.policy_decisions, [decision])
    const all = [...bodies.values()].join()
    for (const secret of ['jane.doe', 'hash', 'token', 'inv_', '$argon2']) t.false(all.includes(secret), secret)
  })

  testHere(`${name}: a batch of a proxy is published with it, a batch that comes again is not`, async (t) => {
    const { api, live, deliveries } = await startWithListeners(t, await environment())
    const decided = { ...INTERACTION, policy_decisions: [], enforced_action: 'allow' }
    const json = [0.1, 0.9].map((risk_score) => ({ ...decided, id: randomUUID(), risk_score }))
    for (let time = 0; time < 2; time += 1) {
      await ok(api.request('POST', '/interactions/batch', { token: api.server.internalToken, json }))
    }
    const ofInteractions = ({ event_type }: Event | DeliveryRecord) => event_type.startsWith('interaction.')
    const expected = ['classified', 'classified', 'created', 'created', 'high_risk'].map(
      (type) => `interaction.${type}`,
    )
    const events = (await heard(live)).filter(ofInteractions)
    t.deepEqual(events.map(({ event_type }) => event_type).sort(), expected as EventType[])
    t.is((await deliveries()).filter(ofInteractions).length, expected.length)
    await ok(api.request('DELETE', `/interactions/${json[0]?.id}`, { token: api.admin }))
    const left = (await deliveries()).filter(({ body }) => body.includes(json[0]?.id ?? ''))
    t.deepEqual(
      left.map(({ event_type }) => event_type).filter((type) => type.startsWith('interaction.')),
      [],
    )
  })

  testHere(
    `${name}: a policy that changes in one process is delivered once, though another tells of it too`,
    async (t) => {
      const env = await environment()
      const { api: here, deliveries } = await startWithListeners(t, env)
      const there = await startTestApi(t, { env, dataDir: here.settings.dataDir })
      const live = await openLive(t, there, { token: there.admin })
      const json = { name: 'No', rules: { action: 'log', conditions: [] } }
      const { id } = await ok(here.request<{ id: string }>('POST', '/policies', { token: here.admin, json }))
      await live.waitFor(({ event_type }) => event_type === 'policy.created')
      await ok(here.request('DELETE', `/policies/${id}`, { token: here.admin }))
      await live.waitFor(({ event_type }) => event_type === 'policy.deleted')
      t.deepEqual(
        (await deliveries()).map(({ event_type }) => event_type),
        ['policy.created', 'policy.deleted'],
      )
    },
  )
}

test('an event tells what a policy matched in the messages before', async (t) => {
  const api = await startTestApi(t)
  const live = await openLive(t, api, { token: api.admin })
  const metadata = {
    content_metadata: { matched_in_context: ['IBAN', 7], context_findings: [{ type: 'IBAN', count: 1 }] },
  }
  for (const json of [{ ...INTERACTION, ...metadata, classifications: [] }, INTERACTION])
    await ok(api.request('POST', '/interactions', { token: api.admin, json }))
  await live.waitFor(() => live.messages.filter(({ event_type }) => event_type === 'interaction.created').length === 2)
  const data = live.messages.filter(({ event_type }) => event_type === 'interaction.created').map((event) => event.data)
  t.like(data[0], { classifications: [], matched_in_context: ['IBAN'] })
  t.false('matched_in_context' in (data[1] as object))
})
