import { z } from 'zod'
import { text, Uuid } from './common.ts'
import { EnforcedAction } from './interaction.ts'
import { UserName } from './user.ts'

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
  'proxy_silent',
  'proxy_behind',
])
export type AlertType = z.infer<typeof AlertType>

export const Severity = z.enum(['low', 'medium', 'high', 'critical'])
export type Severity = z.infer<typeof Severity>

/** Mildest first. */
export const SEVERITIES: readonly Severity[] = Severity.options

export const AlertStatus = z.enum(['open', 'resolved'])
export type AlertStatus = z.infer<typeof AlertStatus>

/** What came of looking at it: it was as it seemed, it was not, or it was and is to be borne. */
export const AlertResolution = z.enum(['confirmed', 'false_alarm', 'accepted'])
export type AlertResolution = z.infer<typeof AlertResolution>

const NOTE_MAX = 1000
/** Absent where who resolved it said nothing of the kind. */
const verdict = { resolution: AlertResolution.optional(), note: text(NOTE_MAX, 1).optional() }

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
  ...verdict,
})
export type Alert = z.infer<typeof Alert>

/** What the interaction that raised an alert says, so that the alert can be told in any language. */
export const AlertFacts = z.strictObject({
  /** As they were called when they matched; null where neither the interaction nor the policy is there any more. */
  policies: z.array(z.strictObject({ id: Uuid, name: z.string().nullable() })),
  /** In the newest message and in what came before it, each once, sorted. */
  types: z.array(z.string()),
  risk_score: z.number().nullable(),
  enforced_action: EnforcedAction.nullable(),
  host: z.string().nullable(),
  /** Why an inspection was not full. */
  reason: z.string().nullable(),
  /** Why a prompt that no policy refused was not sent on, by the proxy's code. */
  not_delivered: z.string().nullable(),
  client_address: z.string().nullable(),
  /** It is about what a program reports of itself; absent where it is not. */
  telemetry: z.literal(true).optional(),
  /** Names of the proxies that are still silent, or behind; absent in alerts about anything else. */
  proxies: z.array(z.string()).optional(),
})
export type AlertFacts = z.infer<typeof AlertFacts>

/** As clients read it. */
export const AlertWithFacts = z.strictObject({ ...Alert.shape, user_name: UserName, facts: AlertFacts.optional() })
export type AlertWithFacts = z.infer<typeof AlertWithFacts>

const statusChange = { status: AlertStatus, ...verdict }

function refuseVerdictOnOpen(
  change: { readonly status: AlertStatus; readonly resolution?: unknown; readonly note?: unknown },
  context: z.RefinementCtx,
): void {
  if (change.status === 'resolved') return
  for (const field of ['resolution', 'note'] as const) {
    if (change[field] !== undefined)
      context.addIssue({ code: 'custom', path: [field], message: 'is for resolved alerts only' })
  }
}

export const AlertStatusChange = z.strictObject(statusChange).superRefine(refuseVerdictOnOpen)

/** Of one request: each is a change of its own, with its entry in the audit log. */
const ALERTS_AT_ONCE = 100

export const AlertsStatusChange = z
  .strictObject({ ids: z.array(Uuid).min(1).max(ALERTS_AT_ONCE), ...statusChange })
  .superRefine(refuseVerdictOnOpen)
