import { z } from 'zod'
import { Uuid } from './common.ts'

/** Every event there is (specification, Event types). */
export const EventType = z.enum([
  'interaction.created',
  'interaction.policy_violated',
  'interaction.high_risk',
  'interaction.classified',
  'alert.created',
  'alert.severity_critical',
  'alert.severity_high',
  'alert.resolved',
  'policy.created',
  'policy.updated',
  'policy.deleted',
  'policy.enabled',
  'policy.disabled',
  'user.invited',
  'user.activated',
  'user.role_changed',
  'user.deleted',
])
export type EventType = z.infer<typeof EventType>

/** An interaction of at least this risk raises `interaction.high_risk` (specification, Limits). */
export const HIGH_RISK = 0.8

/** One event as webhooks and live connections get it. */
export const Event = z.strictObject({
  /** Prefix `evt_`. */
  id: z.string(),
  timestamp: z.string(),
  event_type: EventType,
  tenant_id: Uuid,
  data: z.record(z.string(), z.unknown()),
})
export type Event = z.infer<typeof Event>
