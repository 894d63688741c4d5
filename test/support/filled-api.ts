import { NEW_NAMES_A_DAY } from '../../api/store/new-names.ts'
import { startTestApi, type TestApi } from './api.ts'
import { sampleRecord } from './sample-records.ts'
import { scimClient } from './scim.ts'
import type { Scope } from './scope.ts'
import { until } from './wire.ts'

/** The environment that an API needs for `fillApi`: a receiver on loopback that nobody answers as. */
export const FILLED_ENV = { WEIR_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' }
const RULES = { action: 'block', conditions: [{ field: 'classifications', operator: 'contains', value: 'EMAIL' }] }
const ANN = '3fa85f64-5717-4562-b3fc-2c963f66afa6'

export interface Filled {
  readonly token: string
  readonly policy: string
  readonly webhook: string
  readonly interactions: readonly string[]
  /** An interaction that was erased. */
  readonly erased: string
}

/** Makes something of every kind that an API keeps. */
export async function fillApi(api: TestApi, at: Date): Promise<Filled> {
  const token = await api.serviceToken(['record', 'policies', 'scim'])
  const send = async <T = { id: string }>(method: string, path: string, json?: unknown, as = api.admin): Promise<T> => {
    const answer = await api.request<T>(method, path, { token: as, ...(json !== undefined && { json }) })
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
    return answer.json
  }
  const events = ['policy.created', 'policy.updated']
  const webhook = await send('POST', '/webhooks', { url: 'https://127.0.0.1:1/', events, headers: { 'X-A.b': '$c' } })
  const policy = await send('POST', '/policies', { name: 'No e-mail', rules: RULES, enabled: true })
  await send('PATCH', '/settings', { own_words: false })
  await send('PUT', `/policies/${policy.id}`, { priority: 7 })
  await send('POST', '/policies', { name: 'Off', rules: RULES })
  const badge = { kind: 'pattern', type: 'EMPLOYEE_ID', pattern: 'EMP-\\d{6}' }
  const detector = await send('POST', '/detectors', { name: 'Badges', ...badge })
  await send('PUT', `/detectors/${detector.id}`, { description: 'As printed' })
  const known = { kind: 'known_values', type: 'CUSTOMER', values: ['Acme Industries 4711'] }
  await send('POST', '/detectors', { name: 'Customers', ...known })
  await send('POST', '/users/invite', { email: 'jo@example.com', role: 'viewer', display_name: 'Jo' })
  await send('POST', '/users/me/proxy-token')
  const scim = scimClient(api, token)
  const { id: provisioned } = await scim.make('/Users', {
    userName: 'kim@example.com',
    displayName: 'Kim',
    active: true,
  })
  await scim.make('/Groups', { displayName: 'staff', members: [{ value: provisioned }] })
  const soon = new Date(at.getTime() + 86_400_000).toISOString()
  const exception = { types: ['EMAIL'], platform_ids: ['claude-web'], values: ['press@acme.example'] }
  await send('POST', '/exceptions', {
    ...exception,
    reason: 'Published',
    owner: 'press@acme.example',
    expires_at: soon,
  })
  const staged = { kind: 'intercept_only_for', platform_id: 'claude-web', reason: 'Pilot', addresses: ['10.20.0.0/16'] }
  await send('POST', '/service-switches', staged)

  const time = (seconds: number) => new Date(at.getTime() - seconds * 1000).toISOString()
  const decided = { policy_id: policy.id, policy_name: 'No e-mail', action: 'block', matched_conditions: 1 } as const
  const own = [{ type: 'EMPLOYEE_ID', value: 'EMP-***', score: 0.9, start: 0, end: 10 }]
  const records = [
    sampleRecord({
      timestamp: time(10),
      user_id: ANN,
      enforced_action: 'block',
      policy_decisions: [decided],
      risk_score: 0.97,
    }),
    sampleRecord({ timestamp: time(20), classifications: own, content_hash: 'b'.repeat(64), direction: 'inbound' }),
    sampleRecord({
      timestamp: time(200_000),
      content_metadata: { host: 'a.example', model: 'm.1', $where: 'x'.repeat(20_000) },
    }),
    sampleRecord({ timestamp: time(200_000), risk_score: 0, platform_id: 'claude-web', source: 'endpoint_agent' }),
  ]
  const erased = sampleRecord({ timestamp: time(30), user_id: ANN })
  const strange = Array.from({ length: NEW_NAMES_A_DAY + 3 }, (_, index) =>
    sampleRecord({ timestamp: time(40 + index), platform_id: `service-${index}` }),
  )
  await send('POST', '/interactions/batch', [...records, erased, ...strange], token)
  await send('DELETE', `/interactions/${erased.id}`)
  const name = { type: 'PERSON_NAME', value: 'J** D**', score: 0.7, start: 8, end: 14 }
  await send('POST', `/interactions/${records[1]?.id}/classifications`, { tier: 2, classifications: [name] })
  const seen = { first_seen: time(60), last_seen: time(50) }
  const sightings = [
    { platform_id: 'mistral-lechat', kind: 'tunnelled', count: 3, ...seen, host: 'chat.mistral.ai' },
    {
      platform_id: 'openai-api',
      kind: 'handshake_failed',
      count: 1,
      ...seen,
      host: 'api.openai.com',
      reason: 'CERT_HAS_EXPIRED',
    },
  ]
  await send('POST', '/inventory/sightings', { batch_id: '7b3d1c52-0c1e-4f0a-9f39-2d6f1f0f6f11', sightings }, token)
  await send('PATCH', '/inventory/openai-api', { status: 'sanctioned' })
  const { alerts } = await send<{ alerts: { id: string }[] }>('GET', '/alerts?limit=1')
  const verdict = { resolution: 'confirmed', note: 'Asked Ada' }
  await send('PATCH', `/alerts/${alerts[0]?.id}/status`, { status: 'resolved', ...verdict })
  // The clock stands still: what waits for another attempt waits for ever.
  await until(
    async () => {
      const { deliveries } = await send<{ deliveries: { next_attempt_at: string | null }[] }>(
        'GET',
        `/webhooks/${webhook.id}/deliveries?limit=100`,
      )
      return deliveries.every(({ next_attempt_at }) => next_attempt_at === null || next_attempt_at > at.toISOString())
    },
    () => 'not every delivery was attempted',
  )
  return { token, policy: policy.id, webhook: webhook.id, interactions: records.map(({ id }) => id), erased: erased.id }
}

/** An installation with something of every kind, which is stopped. */
export async function filledInstallation(scope: Scope): Promise<string> {
  const at = new Date()
  const api = await startTestApi(scope, { env: FILLED_ENV, now: () => at })
  await fillApi(api, at)
  await api.server.close()
  return api.settings.dataDir
}
