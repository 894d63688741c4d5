import test from 'ava'
import { startTestApi } from '../../support/api.ts'

test('a risk may be written as programs write small numbers', async (t) => {
  const api = await startTestApi(t)
  const status = async (value: string) =>
    (await api.request('GET', `/interactions?risk_score_max=${value}`, { token: api.admin })).status
  for (const value of ['1e-7', '1E-07', '5e-324', '0.5e0', '-0', '1', '.5', '%2B0.5', '1.'])
    t.is(await status(value), 200, value)
  for (const value of ['1e1', '-1e-7', 'e1', '1e', '1e9999', '0x1', '.', '']) t.is(await status(value), 400, value)
})

test('a field that would become a prototype is refused, and named', async (t) => {
  const api = await startTestApi(t)
  const body = '{"platform_id":"x","content_hash":"","content_metadata":{"__proto__":{"admin":true}}}'
  const headers = { 'content-type': 'application/json' }
  const answer = await api.request<{ error: string }>('POST', '/interactions', { token: api.admin, body, headers })
  t.is(answer.status, 400)
  t.regex(answer.json.error, /__proto__/)
})
