import type { Example } from '../../../api/openapi/examples.ts'
import { invitationToken } from '../../support/api-users.ts'
import { aHeartbeat } from '../../support/heartbeat.ts'
import type { WebhookApi } from '../../support/webhook-api.ts'
import { until } from '../../support/wire.ts'

/** What one operation is sent, beside the token. */
export interface Call {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: unknown
}

interface Narrator {
  /** Calls an operation as the admin, and keeps what was sent and answered as its example. */
  tell<T = { id: string }>(operation: string, call?: Call): Promise<T>
  /** The same, for the answer to a mistake. */
  err(response: string, operation: string, call?: Call, headers?: Readonly<Record<string, string>>): Promise<void>
}

const PROMPT_HASH = '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef'
const CARD = { type: 'CREDIT_CARD', value: '4111 **** **** 1111', score: 0.99, start: 34, end: 53 }
const BATCH_ID = '7b3d1c52-0c1e-4f0a-9f39-2d6f1f0f6f11'
const SEEN = { first_seen: '2026-11-21T10:01:00.000Z', last_seen: '2026-11-21T10:01:05.000Z' }
const USER_ID = '3fa85f64-5717-4562-b3fc-2c963f66afa6'

/** One morning of an administrator, who uses every operation once; its steps become the examples of the document. */
export async function tellStory({ api, origin }: WebhookApi, { tell, err }: Narrator): Promise<void> {
  await tell('login', { body: { email: api.settings.adminEmail, password: api.settings.adminPassword } })
  await tell('getSignInMethods')
  await tell('getMe')
  await tell('getSecondFactor')
  await tell('getIdentity')
  await tell('updateMe', { body: { display_name: 'Ada Admin' } })

  const { token: proxyToken } = await tell<{ token: string }>('createProxyToken')
  await tell('verifyProxyToken', { body: { email: api.settings.adminEmail, token: proxyToken } })
  await tell('deleteProxyToken')
  await tell('lookUpProxyUser', { body: { user: api.settings.adminEmail } })

  const email = 'jo@example.com'
  const jo = await tell('inviteUser', { body: { email, role: 'viewer', display_name: 'Jo' } })
  await tell('resendInvitation', { params: { id: jo.id } })
  const token = invitationToken(api, email)
  await tell('acceptInvitation', { body: { token, password: 'Quiet-Harbour-42' } })
  const user = { params: { id: jo.id } }
  await tell('listUsers', { query: { role: 'viewer', sort: '-created_at' } })
  await tell('getUser', user)
  await tell('getPersonalData', user)
  const { sessions } = await tell<{ sessions: { id: string }[] }>('listSessions', user)
  await tell('endSession', { params: { id: jo.id, session_id: sessions[0]?.id ?? '' } })
  await tell('endSessions', user)
  await tell('createUserProxyToken', user)
  await tell('deleteUserProxyToken', user)
  await tell('updateUser', { ...user, body: { role: 'admin' } })
  await tell('setUserStatus', { ...user, body: { status: 'inactive' } })
  await tell('resetPassword', { ...user, body: { new_password: 'Calmer-Harbour-43' } })

  const webhook = await tell('createWebhook', {
    body: {
      url: `${origin}/weir`,
      events: ['policy.updated', 'alert.created'],
      description: 'The SOC',
      headers: { 'X-Source': 'weir' },
      auth_token: 'a-token-of-the-receiver',
    },
  })
  const receiver = { params: { id: webhook.id } }
  await tell('listWebhooks', { query: { active: true } })
  await tell('getWebhook', receiver)
  await tell('testWebhook', { ...receiver, body: { event_type: 'alert.created' } })
  await tell('updateWebhook', { ...receiver, body: { url: `${origin}/weir/events`, events: ['policy.updated'] } })
  await tell('rotateWebhookSecret', receiver)

  const conditions = [
    { field: 'classifications', operator: 'contains', value: 'CREDIT_CARD' },
    { field: 'platform_id', operator: 'in', value: ['chatgpt-web', 'openai-api'] },
  ]
  const created = await tell('createPolicy', {
    body: {
      name: 'No card numbers',
      description: 'Card numbers stay inside',
      rules: { action: 'block', conditions },
      enabled: true,
      priority: 10,
    },
  })
  const policy = { params: { id: created.id } }
  await tell('listPolicies', { query: { enabled: true } })
  await tell('getPolicy', policy)
  await tell('updatePolicy', { ...policy, body: { description: 'Card numbers never leave the company' } })
  await delivered(api, webhook.id)
  const { deliveries } = await tell<{ deliveries: { id: string }[] }>('listDeliveries', {
    ...receiver,
    query: { limit: 10 },
  })
  await tell('redeliver', { params: { ...receiver.params, delivery_id: deliveries[0]?.id ?? '' } })
  await tell('togglePolicy', { ...policy, body: { enabled: true } })
  await tell('orderPolicies', { body: { ids: [created.id] } })
  await tell('listPolicyVersions', policy)

  const badge = { kind: 'pattern', type: 'EMPLOYEE_ID', pattern: 'EMP-\\d{6}', context: ['badge', 'matricule'] }
  await tell('testDetector', { body: { detector: badge, text: 'My badge is EMP-204817.' } })
  const made = await tell('createDetector', { body: { name: 'Badge numbers', ...badge } })
  const detector = { params: { id: made.id } }
  await tell('listDetectors', { query: { kind: 'pattern' } })
  await tell('getDetector', detector)
  await tell('updateDetector', { ...detector, body: { description: 'As printed on badges since 2019', score: 0.9 } })
  await tell('toggleDetector', { ...detector, body: { enabled: false } })

  const serviceToken = await tell('createServiceToken', {
    body: { name: 'Proxy in Lyon', scopes: ['record', 'policies'] },
  })
  await tell('listServiceTokens', { query: { limit: 1 } })
  await tell('listLegalHolds')

  const interaction = await tell('createInteraction', {
    body: {
      platform_id: 'openai-api',
      content_hash: PROMPT_HASH,
      content_metadata: { model: 'gpt-5' },
      classifications: [CARD],
      risk_score: 0.97,
      source: 'proxy',
      user_id: USER_ID,
    },
  })
  await tell('createInteractions', {
    body: [{ platform_id: 'claude-web', content_hash: 'a'.repeat(64) }, { platform_id: 'claude-web' }],
  })
  const recorded = { params: { id: interaction.id } }
  await tell('listInteractions', { query: { classification_type: 'CREDIT_CARD', risk_score_min: 0.8, limit: 2 } })
  await tell('searchInteractions', { query: { content_hash: PROMPT_HASH } })
  await tell('getInteraction', recorded)
  const name = { type: 'PERSON_NAME', value: 'J** D**', score: 0.7, start: 8, end: 14 }
  await tell('reclassifyInteraction', { ...recorded, body: { tier: 2, classifications: [name] } })
  await tell('simulatePolicy', { body: { rules: { action: 'block', conditions }, period: '24h' } })

  const { alerts } = await tell<{ alerts: { id: string }[] }>('listAlerts', { query: { severity: 'critical' } })
  const alert = { params: { id: alerts[0]?.id ?? '' } }
  await tell('getAlert', { ...alert, query: { include: 'facts' } })
  await tell('setAlertStatus', { ...alert, body: { status: 'resolved' } })
  const verdict = { resolution: 'confirmed', note: 'Asked the sender to use the internal assistant' }
  await tell('setAlertsStatus', { body: { ids: [alert.params.id], status: 'resolved', ...verdict } })
  await tell('reportSightings', {
    body: {
      batch_id: BATCH_ID,
      sightings: [
        { platform_id: 'mistral-lechat', kind: 'tunnelled', count: 3, ...SEEN, host: 'chat.mistral.ai' },
        {
          platform_id: 'openai-api',
          kind: 'handshake_failed',
          count: 1,
          ...SEEN,
          host: 'api.openai.com',
          reason: 'CERT_HAS_EXPIRED',
        },
      ],
    },
  })
  await tell('reportProxy', { body: aHeartbeat() })
  await tell('listProxies')
  await tell('listInventory')
  await tell('getConfiguration')
  await tell('getSetup')
  await tell('getSettings')
  await tell('updateSettings', { body: { own_words: false } })
  const staged = { kind: 'intercept_only_for', platform_id: 'claude-web', reason: 'Pilot of the sales team' }
  const pilot = await tell('createServiceSwitch', { body: { ...staged, addresses: ['10.20.0.0/16'] } })
  await tell('listServiceSwitches')
  await tell('deleteServiceSwitch', { params: { id: pilot.id } })
  const exception = await tell('createException', {
    body: {
      ...{ types: ['EMAIL'], platform_ids: ['claude-web'], values: ['press@acme.example'] },
      ...{ reason: 'A published address', owner: 'press@acme.example' },
      expires_at: '2026-12-31T00:00:00.000Z',
    },
  })
  await tell('listExceptions')
  await tell('getException', { params: { id: exception.id } })
  await tell('deleteException', { params: { id: exception.id } })
  await tell('setSanctionStatus', { params: { platform_id: 'openai-api' }, body: { status: 'sanctioned' } })
  await tell('getDashboard', { query: { period: '7d', include: 'details' } })
  await tell('getServiceStatistics', { params: { platform_id: 'openai-api' }, query: { period: '7d' } })
  await tell('classifyText', { body: { text: 'Write to jo@example.com, please.', tier: 2 } })
  await tell('listAuditLog', { query: { action: 'policy.created' } })
  await tell('verifyAuditLog')

  await err('BadRequest', 'createPolicy', { body: { name: 'Broken', rules: { action: 'stop', conditions: [] } } })
  await err('Unauthorized', 'getMe', {}, { authorization: 'Bearer nonsense' })
  await err('NotFound', 'getPolicy', { params: { id: USER_ID } })
  await err('Conflict', 'createPolicy', {
    body: { name: 'No card numbers', rules: { action: 'log', conditions: [] } },
  })
  await err('PreconditionFailed', 'togglePolicy', { ...policy, body: { enabled: false } }, { 'if-match': '"old"' })
  await err('UnsupportedMediaType', 'createPolicy', {}, { 'content-type': 'text/plain' })
  await err('UpgradeRequired', 'openLiveUpdates')

  await tell('deleteInteraction', recorded)
  await tell('eraseInteractions', { query: { content_hash: 'a'.repeat(64) } })
  await tell('deletePolicy', policy)
  await tell('deleteDetector', detector)
  await tell('deleteWebhook', receiver)
  await tell('deleteServiceToken', { params: { id: serviceToken.id } })
  await tell('deleteUser', user)
  await tell('getHealth')
  await tell('getReadiness')
}

/** Waits for the delivery of what was told before: its record is an example too. */
async function delivered({ request, admin }: WebhookApi['api'], webhook: string): Promise<void> {
  await until(
    async () => {
      const { text } = await request('GET', `/webhooks/${webhook}/deliveries`, { token: admin })
      return text.includes('"success":true')
    },
    () => 'nothing was delivered',
  )
}

/** Makes one story like any other: what differs from run to run becomes what it was in every run. */
export class Stabilizer {
  readonly #known = new Map<string, string>()

  stable(example: Example): Example {
    return this.#walk(example, '') as Example
  }

  #walk(value: unknown, key: string): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#walk(item, key))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.#walk(item, name)]))
    }
    if (key === 'duration_ms') return 0.412
    if (key === 'response_time_ms' && typeof value === 'number') return 42
    if (key === 'signing_secret') return 'whsec_…'
    if (key === 'version') return '1.0.0'
    if (key === 'key_id') return '0a1b2c3d4e5f'
    if (key === 'mac') return '5e'.repeat(32)
    if (key === 'token') return `${/^w[sp]t_/.exec(String(value))?.[0] ?? ''}…`
    if (typeof value !== 'string' || value === USER_ID || value === BATCH_ID) return value
    if (key === 'reference') return this.#referenceOf(value)
    if (/^[0-9a-f-]{36}$/.test(value)) return this.#instead(value, uuid)
    const prefix = /^((?:whk|dlv|evt)_)[0-9a-f]{32}$/.exec(value)?.[1]
    if (prefix !== undefined) return this.#instead(value, (n) => prefix + n.toString(16).padStart(32, '0'))
    if (key === 'url') return value.replace(/^https:\/\/localhost:\d+/, 'https://receiver.example')
    if (key.endsWith('hash') && key !== 'content_hash' && !/^0+$/.test(value)) return this.#instead(value, digest)
    return value
  }

  /** Of an id that was told before it. */
  #referenceOf(reference: string): string | undefined {
    return [...this.#known].find(([id]) => id.endsWith(reference))?.[1].slice(-10)
  }

  #instead(value: string, make: (n: number) => string): string {
    const known = this.#known.get(value) ?? make(this.#known.size + 1)
    this.#known.set(value, known)
    return known
  }
}

function uuid(n: number): string {
  return `6f1d2a3c-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
}

function digest(n: number): string {
  return n.toString(16).padStart(2, '0').repeat(32)
}
