import test from 'ava'
import { Recorder } from '../../api/interactions/recorder.ts'
import { slicesOf } from '../../api/interactions/slices.ts'
import { Metrics } from '../../api/metrics.ts'
import { NO_EXCEPTIONS } from '../../core/policy/exceptions.ts'
import { startTestApi } from '../support/api.ts'

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
    store: { interactions: { record } },
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
