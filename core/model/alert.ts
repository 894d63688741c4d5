import { z } from 'zod'
import { Uuid } from './common.ts'

export const AlertType = z.enum([
  'policy_block',
  'high_risk',
  'webhook_disabled',
  'inspection_failed',
  'new_ai_service',
  'clock_jump',
  'names_flooded',
  'ca_expiry',
  'passed_through',
  'exception_ended',
])
export type AlertType = z.infer<typeof AlertType>

export const Severity = z.enum(['low', 'medium', 'high', 'critical'])
export type Severity = z.infer<typeof Severity>

/** Mildest first. */
export const SEVERITIES: readonly Severity[] = Severity.options

export const AlertStatus = z.enum(['open', 'resolved'])
export type AlertStatus = z.infer<typeof AlertStatus>

/** What administrators are to look at (docs/reference/api-rules.md, Alerts). `count` is how often it happened within ten minutes. */
export const Alert = z.strictObject({
  id: Uuid,
  tenant_id: Uuid,
  type: AlertType,
  severity: Severity,
  title: z.string(),
  description: z.string(),
  status: AlertStatus,
  /** The interaction that raised it first. */
  interaction_id: Uuid.nullable(),
  user_id: Uuid.nullable(),
  platform_id: z.string().nullable(),
  policy_ids: z.array(Uuid),
  count: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  resolved_at: z.string().nullable(),
  resolved_by: z.string().nullable(),
})
export type Alert = z.infer<typeof Alert>

export const AlertStatusChange = z.strictObject({ status: AlertStatus })
