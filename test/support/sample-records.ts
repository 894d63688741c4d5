import { randomUUID } from 'node:crypto'
import type { InteractionRecord } from '../../core/model/interaction.ts'
import type { Policy } from '../../core/model/policy.ts'

export function sampleRecord(fields: Partial<InteractionRecord> = {}): InteractionRecord & { readonly id: string } {
  return {
    id: randomUUID(),
    timestamp: '2026-11-21T09:30:00.000Z',
    platform_id: 'openai-api',
    content_hash: 'a'.repeat(64),
    interaction_type: 'prompt',
    content_metadata: {
      host: 'api.openai.com',
      path: '/v1/chat/completions',
      method: 'POST',
      inspection: { status: 'full' },
    },
    classifications: [{ type: 'EMAIL', value: 'j***@***.com', score: 0.99, start: 3, end: 20 }],
    risk_score: 0.4,
    direction: 'outbound',
    source: 'proxy',
    user_id: null,
    tier: 2,
    policy_decisions: [],
    enforced_action: 'allow',
    ...fields,
  } as InteractionRecord & { readonly id: string }
}

export function samplePolicy(fields: Partial<Policy> = {}): Policy {
  return {
    id: randomUUID(),
    tenant_id: '5f8f3ad6-0c2b-4f0c-9d0a-0f6b1f0e9a11',
    name: 'No cards',
    description: '',
    rules: { action: 'block', conditions: [{ field: 'classifications', operator: 'contains', value: 'CREDIT_CARD' }] },
    enabled: true,
    priority: 100,
    created_at: '2026-11-20T08:00:00.000Z',
    updated_at: '2026-11-20T08:00:00.000Z',
    created_by: 'admin@weir.local',
    ...fields,
  }
}
