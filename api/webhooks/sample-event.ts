import type { Event, EventType } from '../../core/model/event.ts'
import type { EventData } from '../../core/model/event-data.ts'

/** No real object has these: a receiver can tell a test by them. */
const INTERACTION_ID = '00000000-0000-4000-8000-000000000001'
const POLICY_ID = '00000000-0000-4000-8000-000000000002'
const ALERT_ID = '00000000-0000-4000-8000-000000000003'
const USER_ID = '00000000-0000-4000-8000-000000000004'

/** An event as one of this type would be, about things that do not exist. */
export function sampleEvent(type: EventType, id: string, tenantId: string, now: Date): Event {
  const timestamp = now.toISOString()
  return { id, timestamp, event_type: type, tenant_id: tenantId, data: samplesOf(tenantId, timestamp)[type] }
}

function samplesOf(tenant_id: string, timestamp: string): EventData {
  const interaction = {
    id: INTERACTION_ID,
    platform_id: 'openai-api',
    risk_score: 0.97,
    user_id: USER_ID,
    timestamp,
    enforced_action: 'block',
    classifications: [{ type: 'CREDIT_CARD', value: '4111 **** **** 1111', score: 0.99 }],
    policy_decisions: [{ policy_id: POLICY_ID, policy_name: 'Sample policy', action: 'block' }],
  } satisfies EventData['interaction.created']
  const alert = {
    id: ALERT_ID,
    tenant_id,
    type: 'policy_block',
    severity: 'critical',
    title: 'Sample alert',
    description: 'A sample, sent to test a webhook',
    status: 'open',
    interaction_id: INTERACTION_ID,
    user_id: USER_ID,
    platform_id: 'openai-api',
    policy_ids: [POLICY_ID],
    count: 1,
    created_at: timestamp,
    updated_at: timestamp,
    resolved_at: null,
    resolved_by: null,
  } satisfies EventData['alert.created']
  const policy = {
    id: POLICY_ID,
    tenant_id,
    name: 'Sample policy',
    description: 'A sample, sent to test a webhook',
    rules: {
      action: 'block',
      conditions: [{ field: 'classifications', operator: 'contains', value: 'CREDIT_CARD' }],
    },
    enabled: true,
    priority: 100,
    created_at: timestamp,
    updated_at: timestamp,
    created_by: 'sample@example.com',
  } satisfies EventData['policy.created']
  const user = {
    id: USER_ID,
    tenant_id,
    email: 'sample@example.com',
    display_name: 'Sample user',
    role: 'viewer',
    status: 'active',
    created_at: timestamp,
    last_login: null,
  } satisfies EventData['user.activated']
  return {
    'interaction.created': interaction,
    'interaction.policy_violated': interaction,
    'interaction.high_risk': interaction,
    'interaction.classified': interaction,
    'alert.created': alert,
    'alert.severity_critical': alert,
    'alert.severity_high': { ...alert, severity: 'high' },
    'alert.resolved': { ...alert, status: 'resolved', resolved_at: timestamp, resolved_by: 'sample@example.com' },
    'policy.created': policy,
    'policy.updated': policy,
    'policy.deleted': { id: POLICY_ID },
    'policy.enabled': policy,
    'policy.disabled': { ...policy, enabled: false },
    'user.invited': { ...user, status: 'pending' },
    'user.activated': user,
    'user.role_changed': { ...user, role: 'admin' },
    'user.deleted': { id: USER_ID },
  }
}
