import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import type { Interaction } from '../../core/model/interaction.ts'
import type { Policy } from '../../core/model/policy.ts'
import { createApiClient } from '../../proxy/api-client/client.ts'
import { PolicySource } from '../../proxy/feeds/policies/policy-source.ts'
import { IDLE_POLL_INTERVAL_MS } from '../../proxy/feeds/refresh-loop.ts'
import { Recorder } from '../../proxy/record/recorder.ts'
import { startTestApi, type TestApi } from '../support/api.ts'
import { isInTime } from '../support/crowding.ts'
import { sampleRecord } from '../support/sample-records.ts'
import { temporaryFolder } from '../support/temp.ts'
import { until } from '../support/wire.ts'

const logger = pino({ level: 'silent' })
const RULES = { action: 'block', conditions: [{ field: 'risk_score', operator: 'gte', value: '0.5' }] }

interface Listed {
  readonly data: readonly Interaction[]
  readonly total: number
}

/** Recorder and policies of a proxy beside this API, which closes with the test. */
async function startParts(t: ExecutionContext, api: TestApi, token = api.server.internalToken) {
  const ca = api.settings.apiTls === 'auto' ? readFileSync(join(api.settings.dataDir, 'ca.pem'), 'utf8') : undefined
  const client = createApiClient({ apiUrl: api.server.url, token, ca })
  const folder = temporaryFolder(t)
  const metrics = new Registry()
  const recorder = await Recorder.open({
    directory: join(folder, 'spool'),
    worker: 'worker-1',
    workers: ['worker-1'],
    client,
    logger,
    metrics,
  })
  const cacheFile = join(folder, 'policies.json')
  const policies = await PolicySource.open({ client, cacheFile, logger, metrics, now: Date.now })
  t.teardown(async () => {
    await policies.close()
    await recorder.close()
    await client.close()
  })
  const channelUp = async () =>
    (await metrics.getSingleMetric('weir_proxy_policies_channel_up')?.get())?.values[0]?.value
  return { folder, recorder, policies, channelUp }
}

async function listed(api: TestApi): Promise<Listed> {
  return (await api.request<Listed>('GET', '/interactions?limit=500', { token: api.admin })).json
}

function inForce(policies: PolicySource): string {
  return policies
    .current()
    .policies.map(({ name }) => name)
    .join()
}

async function untilInForce(policies: PolicySource, names: string): Promise<void> {
  await until(
    () => inForce(policies) === names,
    () => `in force: ${inForce(policies)}`,
  )
}

test('over TLS, a record is in GET /interactions within a second, with all it says', async (t) => {
  const api = await startTestApi(t, { env: { WEIR_API_TLS: 'auto' } })
  const { recorder } = await startParts(t, api)
  const decision = {
    policy_id: randomUUID(),
    policy_name: 'Ünïcode 🙂',
    action: 'block',
    matched_conditions: 2,
  } as const
  const record = sampleRecord({
    timestamp: new Date().toISOString(),
    policy_decisions: [decision],
    enforced_action: 'block',
  })
  const started = performance.now()
  recorder.record(record)
  await until(
    async () => (await listed(api)).total === 1,
    () => 'the record does not arrive',
  )
  t.true(isInTime(started, 1000))
  const { json } = await api.request<Interaction>('GET', `/interactions/${record.id}`, { token: api.admin })
  const { tenant_id, ...rest } = json
  t.deepEqual(rest, { ...record, reference: record.id.slice(-10) } as typeof rest)
  t.is(typeof tenant_id, 'string')
})

test('one record in a thousand that the API refuses is set apart, the others are stored', async (t) => {
  const api = await startTestApi(t)
  const { recorder, folder } = await startParts(t, api)
  const bad = sampleRecord({ platform_id: 'NOT LOWER CASE' })
  for (let n = 0; n < 1000; n++) recorder.record(n === 321 ? bad : sampleRecord())
  await recorder.flush()
  t.is((await listed(api)).total, 999)
  const kept = readFileSync(join(folder, 'spool', 'rejected', 'worker-1.jsonl'), 'utf8')
  t.deepEqual(JSON.parse(kept), bad)
})

test('a restart of the API costs neither records nor changes of policies', async (t) => {
  const dataDir = temporaryFolder(t)
  const first = await startTestApi(t, { dataDir })
  const { recorder, policies } = await startParts(t, first)
  await first.request('POST', '/policies', { token: first.admin, json: { name: 'one', rules: RULES, enabled: true } })
  await untilInForce(policies, 'one')
  for (let n = 0; n < 100; n++) recorder.record(sampleRecord())
  await first.server.close()
  for (let n = 0; n < 100; n++) recorder.record(sampleRecord())
  t.true(recorder.backlog >= 100)
  t.is(inForce(policies), 'one')

  const second = await startTestApi(t, { dataDir, env: { WEIR_API_PORT: String(first.server.port) } })
  await recorder.flush()
  t.is((await listed(second)).total, 200)
  await second.request('POST', '/policies', { token: second.admin, json: { name: 'two', rules: RULES, enabled: true } })
  await untilInForce(policies, 'one,two')
})

test('every change of a policy is pushed, and in force long before it would be asked for', async (t) => {
  const api = await startTestApi(t)
  const { policies, channelUp } = await startParts(t, api)
  await until(
    async () => (await channelUp()) === 1,
    () => 'no live updates',
  )
  const policy = { name: 'cards', rules: RULES, enabled: true, priority: 5 }
  const { json } = await api.request<Policy>('POST', '/policies', { token: api.admin, json: policy })
  const changes: [string, string, object | undefined, string][] = [
    ['POST', '/policies', { ...policy, name: 'first', priority: 1 }, 'first,cards'],
    ['PUT', `/policies/${json.id}`, { priority: 0 }, 'cards,first'],
    ['PATCH', `/policies/${json.id}/toggle`, { enabled: false }, 'first'],
    ['PATCH', `/policies/${json.id}/toggle`, { enabled: true }, 'cards,first'],
    ['DELETE', `/policies/${json.id}`, undefined, 'first'],
  ]
  await untilInForce(policies, 'cards')
  const started = performance.now()
  for (const [method, path, body, expected] of changes) {
    await api.request(method, path, { token: api.admin, json: body })
    await untilInForce(policies, expected)
  }
  t.true(performance.now() - started < (changes.length - 1) * IDLE_POLL_INTERVAL_MS)
})

test('more policies than a page are all in force', async (t) => {
  const api = await startTestApi(t)
  const names = Array.from({ length: 510 }, (_, n) => `policy ${String(n).padStart(3, '0')}`)
  for (const [priority, name] of names.entries()) {
    await api.request('POST', '/policies', { token: api.admin, json: { name, rules: RULES, enabled: true, priority } })
  }
  const { policies } = await startParts(t, api)
  await untilInForce(policies, names.join())
  const last = policies.current().policies.at(-1)?.id
  await api.request('DELETE', `/policies/${last}`, { token: api.admin })
  await untilInForce(policies, names.slice(0, -1).join())
  t.pass()
})

test('when the token is revoked the last policies hold and records wait', async (t) => {
  const api = await startTestApi(t)
  const token = await api.serviceToken(['record', 'policies'])
  await api.request('POST', '/policies', { token: api.admin, json: { name: 'one', rules: RULES, enabled: true } })
  const { policies, recorder } = await startParts(t, api, token)
  await untilInForce(policies, 'one')
  const { json } = await api.request<{ service_tokens: { id: string; name: string }[] }>('GET', '/service-tokens', {
    token: api.admin,
  })
  const id = json.service_tokens.find(({ name }) => name.startsWith('test token'))?.id
  t.is((await api.request('DELETE', `/service-tokens/${id}`, { token: api.admin })).status, 204)
  recorder.record(sampleRecord())
  await new Promise((resolve) => setTimeout(resolve, 1000))
  t.is(recorder.backlog, 1)
  t.is(inForce(policies), 'one')
})
