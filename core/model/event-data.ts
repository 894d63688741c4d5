import { z } from 'zod'
import { Alert } from './alert.ts'
import { ClassificationType } from './classification.ts'
import { text, UnitInterval, Uuid } from './common.ts'
import type { EventType } from './event.ts'
import { EnforcedAction } from './interaction.ts'
import { Policy, PolicyAction } from './policy.ts'
import { User } from './user.ts'

/** What was found at one place of telemetry (docs/reference/proxy-rules.md, Telemetry). */
export const TelemetryFinding = z.strictObject({
  type: ClassificationType,
  part: z.enum(['prompt', 'telemetry']),
  at: text(300),
  count: z.int().min(1),
  enforced: z.boolean(),
})
export type TelemetryFinding = z.infer<typeof TelemetryFinding>

/** The payload of `interaction.*` events (specification, Delivery format). Values are masked. */
export const InteractionEventData = z.strictObject({
  id: Uuid,
  platform_id: z.string(),
  risk_score: UnitInterval,
  user_id: Uuid.nullable(),
  timestamp: z.string(),
  enforced_action: EnforcedAction,
  classifications: z.array(z.strictObject({ type: ClassificationType, value: z.string(), score: UnitInterval })),
  policy_decisions: z.array(z.strictObject({ policy_id: Uuid, policy_name: z.string(), action: PolicyAction })),
  /** Types for which a policy matched what stands before or beside the newest message; not there if there are none. */
  matched_in_context: z.array(z.string()).optional(),
  /** Of telemetry: what was found in it, and where; not there in any other. */
  telemetry: z.strictObject({ findings: z.array(TelemetryFinding) }).optional(),
})
export type InteractionEventData = z.infer<typeof InteractionEventData>

/** The payload of `policy.deleted` and `user.deleted`: the rest is gone. */
export const DeletedEventData = z.strictObject({ id: Uuid })
export type DeletedEventData = z.infer<typeof DeletedEventData>

/** What `data` is, by the type of the event. */
export const EVENT_DATA = {
  'interaction.created': InteractionEventData,
  'interaction.policy_violated': InteractionEventData,
  'interaction.high_risk': InteractionEventData,
  'interaction.classified': InteractionEventData,
  'alert.created': Alert,
  'alert.severity_critical': Alert,
  'alert.severity_high': Alert,
  'alert.resolved': Alert,
  'policy.created': Policy,
  'policy.updated': Policy,
  'policy.deleted': DeletedEventData,
  'policy.enabled': Policy,
  'policy.disabled': Policy,
  'user.invited': User,
  'user.activated': User,
  'user.role_changed': User,
  'user.deleted': DeletedEventData,
} as const satisfies Readonly<Record<EventType, z.ZodType>>
export type EventData = { readonly [T in EventType]: z.infer<(typeof EVENT_DATA)[T]> }
