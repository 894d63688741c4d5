import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import test from 'ava'
import { Recorder } from '../../api/interactions/recorder.ts'
import { slicesOf } from '../../api/interactions/slices.ts'
import { Metrics } from '../../api/metrics.ts'
import type { Interaction } from '../../core/model/interaction.ts'
import { NO_EXCEPTIONS } from '../../core/policy/exceptions.ts'
import { startTestApi } from '../support/api.ts'
import { documentEngines } from '../support/engines.ts'

interface Counts {
  readonly received: number
  readonly stored: number
}

test('of a batch that is stored in parts each record is there once, also when it is sent again', async (t) => {
  const api = await startTestApi(t)
  const content_metadata = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`k${index}`, 1]))
  const json = Array.from({ length: 60 }, (_, index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    platform_id: 'openai-api',
    content_hash: 'a'.repeat(64),
    content_metadata,
  }))
  const send = () => api.request<Counts>('POST', '/interactions/batch', { token: api.server.internalToken, json })
  t.deepEqual((await send()).json, { received: 60, stored: 60 })
  t.deepEqual((await send()).json, { received: 60, stored: 60 })
  const { json: list } = await api.request<{ total: number; data: { id: string }[] }>(
    'GET',
    '/interactions?limit=100',
    {
      token: api.admin,
    },
  )
  t.is(list.total, 60)
  t.is(new Set(list.data.map(({ id }) => id)).size, 60)
})

test('a batch that gets its decisions here, from very many policies, is stored in parts as well', async (t) => {
  const rules = { action: 'log', conditions: [] }
  const policies = Array.from({ length: 300 }, (_, index) => ({ id: String(index), name: 'P', rules }))
  const parts: number[] = []
  const record = async (_tenant: string, part: readonly unknown[]) => {
    parts.push(part.length)
    return { stored: part }
  }
  const recorder = new Recorder({
    settings: { policyResolution: 'strictest' },
    store: { interactions: { record }, webhooks: { list: async () => ({ items: [], total: 0 }) } },
    metrics: new Metrics(),
    now: () => new Date(),
    enabledPolicies: { of: async () => policies },
    exceptions: { of: async () => NO_EXCEPTIONS },
  } as never)
  const one = { platform_id: 'x', content_hash: 'a'.repeat(64), classifications: [], content_metadata: {} }
  const caller = { kind: 'service', tenantId: 't', token: { id: 'token' } } as never
  await recorder.record(caller, slicesOf(Array.from({ length: 200 }, () => one)) as never)
  t.is(
    parts.reduce((sum, part) => sum + part, 0),
    200,
  )
  t.true(parts.length > 20, `${parts.length} parts`)
})

test('a batch that a hundred webhooks are told of is stored in parts, one that a single one is told of as a whole', async (t) => {
  const partsWith = async (total: number) => {
    const parts: number[] = []
    const record = async (_tenant: string, part: readonly unknown[]) => {
      parts.push(part.length)
      return { stored: part }
    }
    const recorder = new Recorder({
      settings: { policyResolution: 'strictest' },
      store: { interactions: { record }, webhooks: { list: async () => ({ items: [], total }) } },
      metrics: new Metrics(),
      now: () => new Date(),
      enabledPolicies: { of: async () => [] },
      exceptions: { of: async () => NO_EXCEPTIONS },
    } as never)
    const one = { platform_id: 'x', content_hash: 'a'.repeat(64), classifications: [], content_metadata: {} }
    const caller = { kind: 'service', tenantId: 't', token: { id: 'token' } } as never
    await recorder.record(caller, slicesOf(Array.from({ length: 500 }, () => one)) as never)
    return parts
  }
  t.deepEqual(await partsWith(1), [500])
  const parts = await partsWith(100)
  t.is(
    parts.reduce((sum, part) => sum + part, 0),
    500,
  )
  t.true(
    parts.every((part) => part <= 10),
    `${Math.max(...parts)} records in one part`,
  )
})

test('batches whose every record matches thousands of policies need little memory', async (t) => {
  const url = new URL('many-decisions-worker.ts', import.meta.url)
  const worker = new Worker(url, { resourceLimits: { maxOldGenerationSizeMb: 128 } })
  // Rejects if the worker runs out of memory.
  const [code] = (await once(worker, 'exit')) as [number]
  t.is(code, 0)
})

for (const engine of documentEngines(test)) {
  engine.test(
    `${engine.name}: a record keeps the enforced decision and the first thousand others, and counts the rest`,
    async (t) => {
      const api = await startTestApi(t, { env: await engine.environment() })
      const decisions = Array.from({ length: 1500 }, (_, index) => ({
        policy_id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
        policy_name: `Policy ${index}`,
        action: index === 1400 ? 'block' : 'log',
        matched_conditions: 0,
      }))
      const record = { platform_id: 'openai-api', content_hash: 'a'.repeat(64) }
      const token = api.server.internalToken
      const id = '00000000-0000-7000-8000-000000000000'
      const batch = [{ ...record, id, policy_decisions: decisions }, record]
      const answer = await api.request<Counts>('POST', '/interactions/batch', { token, json: batch })
      t.deepEqual(answer.json, { received: 2, stored: 2 })
      const { json } = await api.request<Interaction>('GET', `/interactions/${id}`, { token: api.admin })
      t.deepEqual(json.policy_decisions, [...decisions.slice(0, 1000), decisions[1400]])
      t.is(json.enforced_action, 'block')
      t.deepEqual(json.content_metadata, { omitted_decisions: 499 })
      const alerts = await api.request<{ alerts: { type: string; policy_ids: string[] }[] }>('GET', '/alerts', {
        token: api.admin,
      })
      t.deepEqual(
        alerts.json.alerts.filter(({ type }) => type === 'policy_block').map(({ policy_ids }) => policy_ids),
        [[decisions[1400]?.policy_id]],
      )
    },
  )
}
