import test from 'ava'
import type { SimulationResult } from '../../core/model/simulation.ts'
import { startTestApi, type TestApi } from '../support/api.ts'

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
    matched: 300,
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
