import type { Event, EventType } from '../../../core/model/event.ts'

export const TENANT = '0197a7c0-0000-7000-8000-000000000001'

export function sampleEvent(event_type: EventType, data: Event['data'] = {}): Event {
  return { id: `evt_${'0'.repeat(32)}`, timestamp: '2026-11-21T09:30:00.125Z', event_type, tenant_id: TENANT, data }
}

export const VIOLATION = sampleEvent('interaction.policy_violated', {
  id: '0197a7c0-0000-7000-8000-000000000002',
  platform_id: 'openai-api',
  risk_score: 0.85,
  user_id: '0197a7c0-0000-7000-8000-000000000003',
  timestamp: '2026-11-21T09:30:00.100Z',
  enforced_action: 'block',
  classifications: [
    { type: 'IBAN', value: 'DE89***', score: 0.99 },
    { type: 'EMAIL', value: 'j***@example.com', score: 0.95 },
    { type: 'EMAIL', value: 'k***@example.com', score: 0.95 },
  ],
  policy_decisions: [
    { policy_id: '0197a7c0-0000-7000-8000-000000000004', policy_name: 'No bank accounts', action: 'block' },
  ],
})

export const ALERT = sampleEvent('alert.created', {
  id: '0197a7c0-0000-7000-8000-000000000005',
  tenant_id: TENANT,
  type: 'policy_block',
  severity: 'high',
  title: 'A prompt was blocked',
  description: 'The policy No bank accounts blocked a prompt to openai-api.',
  status: 'open',
  interaction_id: '0197a7c0-0000-7000-8000-000000000002',
  user_id: null,
  platform_id: 'openai-api',
  policy_ids: ['0197a7c0-0000-7000-8000-000000000004'],
  count: 1,
})
