import type { EventType } from '../../wire/types.ts'

/** Every event that a webhook can be told of (docs/webhooks.md). */
export const EVENTS: readonly EventType[] = [
  'alert.created',
  'alert.severity_critical',
  'alert.severity_high',
  'alert.resolved',
  'interaction.created',
  'interaction.policy_violated',
  'interaction.high_risk',
  'interaction.classified',
  'policy.created',
  'policy.updated',
  'policy.deleted',
  'policy.enabled',
  'policy.disabled',
  'user.invited',
  'user.activated',
  'user.role_changed',
  'user.deleted',
]
