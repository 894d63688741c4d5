import type { ExecutionContext } from 'ava'
import { ADMIN_EMAIL, ADMIN_PASSWORD, type TestApi } from '../../support/api.ts'

/** What the keys of a fixture's users and hashes are derived from. */
export const FIXTURE_SECRET = 'the secret of the databases in test/fixtures'

const POLICY = { name: 'No cards', rules: { action: 'block', conditions: [] }, priority: 7 }
const PROMPT = {
  platform_id: 'openai-api',
  content_hash: 'a'.repeat(64),
  risk_score: 0.9,
  classifications: [{ type: 'CREDIT_CARD', value: '4111 **** **** 1111', score: 0.99, start: 0, end: 19 }],
}

/** What every fixture has, written by the API of its time. */
export async function fill(api: TestApi): Promise<void> {
  const post = async (path: string, json: unknown) => {
    const { status, text } = await api.request('POST', path, { token: api.admin, json })
    if (status !== 201) throw new Error(`${path} answered ${status}: ${text}`)
  }
  await post('/policies', POLICY)
  await post('/service-tokens', { name: 'A proxy', scopes: ['record'] })
  await post('/webhooks', { url: 'https://192.0.2.1/weir', events: ['alert.created'] }).catch(() => undefined)
  await post('/interactions', PROMPT)
}

/** Finds it again: people sign in, lists, search and the audit log hold. */
export async function checkFilled(t: ExecutionContext<unknown>, api: TestApi): Promise<void> {
  const get = async <T>(path: string) => (await api.request<T>('GET', path, { token: api.admin })).json
  const { policies } = await get<{ policies: { name: string; priority: number }[] }>('/policies?include=rules')
  t.like(policies, [POLICY])
  const found = await get<{ data: Record<string, unknown>[]; total: number }>(
    '/interactions?classification_type=CREDIT_CARD',
  )
  t.is(found.total, 1)
  t.like(found.data[0], { platform_id: PROMPT.platform_id, risk_score: PROMPT.risk_score })
  const { content_hash } = PROMPT
  const byHash = await api.request('GET', `/interactions/search?content_hash=${content_hash}`, { token: api.admin })
  t.true(byHash.text.includes(String(found.data[0]?.id)), byHash.text)
  const { service_tokens } = await get<{ service_tokens: { name: string }[] }>('/service-tokens')
  t.true(service_tokens.some((token) => token.name === 'A proxy'))
  t.is((await get<{ email: string }>('/users/me')).email, ADMIN_EMAIL)
  t.is(typeof (await api.login(ADMIN_EMAIL, ADMIN_PASSWORD)), 'string')
  t.deepEqual((await get<{ valid: boolean }>('/audit-log/verify')).valid, true)
}
