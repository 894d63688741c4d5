import { createHash, randomUUID } from 'node:crypto'
import { supplyVersion } from '../../core/supply-version.ts'
import type { TestApi } from '../support/api.ts'
import { aHeartbeat } from '../support/heartbeat.ts'

const HOUR = 3_600_000

/** What a hostile prompt, client or colleague may call things: none of it may do anything but be read. */
export const HOSTILE = {
  markup: '"><img src=x onerror=__pwned()><script>__pwned()</script>',
  reversed: 'invoice\u202Efdp.exe',
  formula: '=HYPERLINK("http://evil.example","x")',
  template: '{{7*7}} ${7*7} {name, plural}',
  long: `${'x'.repeat(400)}end`,
} as const

type Record_ = Readonly<Record<string, unknown>>

const SERVICES = ['chatgpt-web', 'openai-api', 'claude-web', 'mistral-lechat', 'github-copilot']
const MODELS = ['gpt-5', 'gpt-5-mini', 'claude-opus-4-6', 'mistral-large', 'gpt-4o']
const FOUND: readonly (readonly Record_[])[] = [
  [],
  [{ type: 'EMAIL', value: 'j***@example.com', score: 0.99, start: 12, end: 30 }],
  [
    { type: 'IBAN', value: 'FR76 **** **** 0189', score: 0.99, start: 18, end: 45 },
    { type: 'PERSON_NAME', value: 'M*** D***', score: 0.8, start: 3, end: 15 },
  ],
  [{ type: 'CREDIT_CARD', value: '4111 **** **** 1111', score: 0.99, start: 34, end: 53 }],
  [],
  [{ type: 'API_KEY', value: 'sk-****', score: 0.97, start: 80, end: 131 }],
  [],
]

/** A tenant as it is after some days: policies, prompts with and without findings, alerts, and hostile names everywhere. */
export async function seed(api: TestApi): Promise<void> {
  const send = async <T>(method: string, path: string, json: unknown, token = api.admin) => {
    const answer = await api.request<T>(method, path, { token, json })
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
    return answer.json
  }
  const contains = (value: string) => ({ field: 'classifications', operator: 'contains', value })
  const iban = await send<{ id: string; name: string }>('POST', '/policies', {
    name: 'No bank accounts',
    rules: { action: 'block', conditions: [contains('IBAN')] },
    enabled: true,
    priority: 10,
  })
  const cards = await send<{ id: string; name: string }>('POST', '/policies', {
    name: 'Cards in public chats',
    description: 'People are told, and may go on.',
    rules: {
      action: 'coach',
      conditions: [
        contains('CREDIT_CARD'),
        { field: 'platform_id', operator: 'in', value: ['chatgpt-web', 'claude-web'] },
      ],
    },
    enabled: true,
    priority: 20,
  })
  await send('POST', '/policies', {
    name: HOSTILE.markup.slice(0, 100),
    description: HOSTILE.reversed,
    rules: { action: 'log', conditions: [{ field: 'risk_score', operator: 'gte', value: 0.8 }] },
    enabled: false,
    priority: 30,
  })
  const decision = (policy: { id: string; name: string }, action: string) => ({
    ...{ policy_id: policy.id, policy_name: policy.name, action, matched_conditions: 1 },
  })
  const token = await api.serviceToken(['record'])
  const now = Date.now()
  const records = Array.from({ length: 120 }, (_, index): Record_ => {
    const findings = FOUND[index % FOUND.length] ?? []
    const types = findings.map(({ type }) => type)
    const isBlocked = types.includes('IBAN')
    const isCoached = types.includes('CREDIT_CARD') && index % 2 === 0
    return {
      platform_id: SERVICES[(index * 7) % SERVICES.length],
      content_hash: createHash('sha256')
        .update(`prompt ${index % 90}`)
        .digest('hex'),
      classifications: findings,
      source: 'proxy',
      timestamp: new Date(now - index * index * 25_000 - HOUR / 60).toISOString(),
      enforced_action: isBlocked ? 'block' : isCoached ? 'coach' : 'allow',
      policy_decisions: isBlocked ? [decision(iban, 'block')] : isCoached ? [decision(cards, 'coach')] : [],
      content_metadata: {
        host: 'chatgpt.com',
        path: '/backend-api/conversation',
        model: MODELS[(index * 3) % MODELS.length],
        client_address: `10.1.0.${(index % 9) + 2}`,
        user: ['ada@example.com', 'jo@example.com', ''][index % 3],
        user_agent: 'Mozilla/5.0',
        body_bytes: 1500 + index,
        inspection: { status: 'full' },
        context_findings: isBlocked ? [{ type: 'IBAN', count: 1 }] : [],
      },
    }
  })
  const hostile: Record_ = {
    platform_id: 'claude-web',
    content_hash: createHash('sha256').update('a hostile prompt').digest('hex'),
    classifications: [{ type: 'IBAN', value: HOSTILE.markup, score: 0.99, start: 0, end: 9 }],
    source: 'proxy',
    timestamp: new Date(now - 5000).toISOString(),
    enforced_action: 'block',
    policy_decisions: [{ ...decision(iban, 'block'), policy_name: HOSTILE.markup.slice(0, 100) }],
    content_metadata: {
      model: HOSTILE.markup,
      host: HOSTILE.reversed,
      path: HOSTILE.formula,
      user: HOSTILE.formula,
      user_agent: HOSTILE.long,
      conversation: HOSTILE.template,
      unknown_operation: true,
      justification: { policies: [iban.id], reason: HOSTILE.markup, types: ['IBAN'], given_at: HOSTILE.formula },
      inspection: { status: 'partial', reason: HOSTILE.markup, files: ['media', HOSTILE.markup] },
    },
  }
  await send('POST', '/interactions/batch', [...records, hostile], token)
  await send(
    'POST',
    '/inventory/sightings',
    {
      sightings: [
        {
          platform_id: 'gemini-web',
          kind: 'tunnelled',
          count: 14,
          first_seen: new Date(now - 48 * HOUR).toISOString(),
          last_seen: new Date(now - HOUR).toISOString(),
        },
      ],
    },
    token,
  )
  await send('POST', '/exceptions', {
    ...{ types: ['IBAN', 'EMPLOYEE_ID'], platform_ids: ['claude-web', 'host:ai.example.com'], values: ['FR76 1'] },
    ...{ reason: HOSTILE.markup, owner: HOSTILE.template, expires_at: new Date(now + 48 * HOUR).toISOString() },
  })
  await send('POST', '/detectors', {
    name: 'Badge numbers',
    description: HOSTILE.template,
    kind: 'pattern',
    type: 'EMPLOYEE_ID',
    pattern: 'EMP-\\d{6}',
  })
  await send('POST', '/webhooks', {
    url: 'https://soc.example.com/weir',
    events: ['alert.created', 'policy.updated'],
    description: HOSTILE.markup,
    active: false,
  }).catch(() => undefined)
  await send('POST', '/users/invite', {
    email: 'jo@example.com',
    role: 'viewer',
    display_name: HOSTILE.markup.slice(0, 150),
  })
  const enabled = async (path: string, list: string) => {
    const answer = await api.request<Record<string, { id: string; updated_at: string; priority?: number }[]>>(
      'GET',
      `${path}?enabled=true&include=rules`,
      { token: api.admin },
    )
    return supplyVersion(answer.json[list] ?? [])
  }
  const inForce = {
    policies_version: await enabled('/policies', 'policies'),
    detectors_version: await enabled('/detectors', 'detectors'),
  }
  const started = new Date(now - 5 * HOUR).toISOString()
  const error = { code: 'ERR_API_UNREACHABLE', at: new Date(now - HOUR).toISOString() }
  const proxies = [
    aHeartbeat({
      name: 'proxy-paris-1',
      ...inForce,
      started_at: started,
      prompts: 214,
      not_inspected: { too_large: 3 },
    }),
    aHeartbeat({ name: 'proxy-lyon', workers: 1, records_waiting: 12, last_error: error, started_at: started }),
    aHeartbeat({ name: HOSTILE.markup.slice(0, 100), version: HOSTILE.template, stopping: true }),
  ]
  for (const proxy of proxies) await send('POST', '/proxies/heartbeat', { ...proxy, instance_id: randomUUID() }, token)
}
