import { randomUUID } from 'node:crypto'
import { prefixedId } from '../../../api/ids.ts'
import type { DeliveryRecord } from '../../../api/store/delivery-store.ts'
import type { DetectorRecord } from '../../../api/store/detector-store.ts'
import type { UserRecord } from '../../../api/store/user-store.ts'
import type { WebhookRecord } from '../../../api/store/webhook-store.ts'
import type { Event } from '../../../core/model/event.ts'
import type { Interaction } from '../../../core/model/interaction.ts'
import type { Policy } from '../../../core/model/policy.ts'

export const AT = '2026-11-21T10:00:00.000Z'
export const FIRST_PAGE = { offset: 0, limit: 100 }
export const NEWEST = { field: 'timestamp', descending: true } as const

export function aUser(tenantId: string, fields: Partial<UserRecord> = {}): UserRecord {
  const id = randomUUID()
  return {
    id,
    tenant_id: tenantId,
    email: `${id}@example.com`,
    display_name: 'Jo',
    role: 'admin',
    status: 'active',
    created_at: AT,
    last_login: null,
    password_hash: '$argon2id$x',
    session_version: 1,
    kept_session: null,
    invited_by: null,
    invitation: null,
    proxy_token_hash: null,
    identity: null,
    second_factor: null,
    scim: null,
    ended_sessions: [],
    sessions: [],
    ...fields,
  }
}

export function aPolicy(tenantId: string, fields: Partial<Policy> = {}): Policy {
  const id = randomUUID()
  return {
    id,
    tenant_id: tenantId,
    name: `policy ${id}`,
    description: '',
    rules: { action: 'log', conditions: [{ field: 'risk_score', operator: 'gte', value: 0.5 }] },
    enabled: true,
    priority: 100,
    created_at: AT,
    updated_at: AT,
    created_by: 'jo@example.com',
    ...fields,
  }
}

export function aDetector(tenantId: string, fields: Partial<DetectorRecord> = {}): Omit<DetectorRecord, 'version'> {
  const id = randomUUID()
  return {
    id,
    tenant_id: tenantId,
    name: `detector ${id}`,
    description: '',
    enabled: true,
    rule: {
      kind: 'pattern',
      type: 'EMPLOYEE_ID',
      pattern: 'EMP-\\d{6}',
      ignore_case: false,
      whole_words: true,
      context: ['badge'],
      score: 0.8,
      context_score: 0.95,
    },
    created_at: AT,
    updated_at: AT,
    created_by: 'jo@example.com',
    ...fields,
  }
}

export function anInteraction(tenantId: string, fields: Partial<Interaction> = {}): Interaction {
  return {
    id: randomUUID(),
    tenant_id: tenantId,
    timestamp: AT,
    platform_id: 'openai-api',
    content_hash: 'ab'.repeat(32),
    interaction_type: 'prompt',
    content_metadata: { host: 'api.openai.com', nested: { text: 'é😀' } },
    classifications: [],
    risk_score: 0,
    direction: 'outbound',
    source: 'proxy',
    user_id: null,
    policy_decisions: [],
    enforced_action: 'allow',
    tier: 2,
    ...fields,
  }
}

export const finding = (type: string) => ({ type, value: '***', score: 0.9, start: 0, end: 3 })

export function aWebhook(tenantId: string, fields: Partial<WebhookRecord> = {}): WebhookRecord {
  return {
    id: prefixedId('whk'),
    tenant_id: tenantId,
    url: 'https://soc.example.com/hook',
    events: ['policy.created'],
    description: 'SOC',
    active: true,
    headers: { 'X-Team': 'soc' },
    auth_token: null,
    signing_secret: 'sealed',
    previous_secret: null,
    created_at: AT,
    updated_at: AT,
    created_by: 'jo@example.com',
    last_delivery: null,
    delivery_count: 0,
    ...fields,
  }
}

export function anEvent(tenantId: string, fields: Partial<Event> = {}): Event {
  return {
    id: prefixedId('evt'),
    timestamp: AT,
    event_type: 'policy.created',
    tenant_id: tenantId,
    data: { id: randomUUID() },
    ...fields,
  }
}

export function aDelivery(
  { id, tenant_id }: Pick<WebhookRecord, 'id' | 'tenant_id'>,
  fields: Partial<DeliveryRecord> = {},
): DeliveryRecord {
  const event = anEvent(tenant_id)
  return {
    id: prefixedId('dlv'),
    tenant_id,
    webhook_id: id,
    event_id: event.id,
    event_type: event.event_type,
    interaction_id: null,
    body: JSON.stringify(event),
    created_at: AT,
    state: 'pending',
    attempts: [],
    next_attempt_at: AT,
    ...fields,
  }
}
