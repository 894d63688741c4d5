import { z } from 'zod'
import { ClassificationType } from './classification.ts'
import { DECIMAL, PlatformId, text, Uuid } from './common.ts'

export const PolicyAction = z.enum(['block', 'coach', 'log'])
export type PolicyAction = z.infer<typeof PolicyAction>

const EqualityOperator = z.enum(['eq', 'ne', 'in'])
const ComparisonOperator = z.enum(['eq', 'lt', 'lte', 'gt', 'gte'])

const NUMBER = new RegExp(`^\\s*${DECIMAL.source}\\s*$`)

/** Numbers arrive as numbers or as strings (specification, Condition object); "0x1", "" and "1e999" are neither. */
function numeric(inner: z.ZodNumber | z.ZodInt) {
  return z.union([inner, z.string().max(32).regex(NUMBER, 'must be a number').transform(Number).pipe(inner)])
}

const ARRAY_NEEDS_IN = { path: ['value'], message: 'must be a single value; an array goes with the operator "in"' }

function singleUnlessIn(condition: { operator: string; value: unknown }): boolean {
  return condition.operator === 'in' || !Array.isArray(condition.value)
}

const SourceName = z.enum(['browser_extension', 'proxy', 'endpoint_agent', 'api'])

const PlatformCondition = z
  .strictObject({
    field: z.literal('platform_id'),
    operator: EqualityOperator,
    value: z.union([PlatformId, z.array(PlatformId).min(1).max(500)]),
  })
  .refine(singleUnlessIn, ARRAY_NEEDS_IN)
const SourceCondition = z
  .strictObject({
    field: z.literal('source'),
    operator: EqualityOperator,
    value: z.union([SourceName, z.array(SourceName).min(1).max(10)]),
  })
  .refine(singleUnlessIn, ARRAY_NEEDS_IN)
const RiskCondition = z.strictObject({
  field: z.literal('risk_score'),
  operator: ComparisonOperator,
  value: numeric(z.number().min(0).max(1)),
})
const CountCondition = z.strictObject({
  field: z.literal('classification_count'),
  operator: ComparisonOperator,
  value: numeric(z.int().min(0).max(1_000_000)),
})
const ClassificationsCondition = z.strictObject({
  field: z.literal('classifications'),
  operator: z.enum(['contains', 'not_contains']),
  value: ClassificationType,
})
const DirectionCondition = z.strictObject({
  field: z.literal('direction'),
  operator: z.literal('eq'),
  value: z.enum(['outbound', 'inbound']),
})
const UserCondition = z.strictObject({
  field: z.literal('user_id'),
  operator: z.enum(['eq', 'ne']),
  value: Uuid,
})

/** The table of fields, operators and value types of the specification. Output values are normalised: numbers are numbers. */
export const Condition = z.discriminatedUnion('field', [
  PlatformCondition,
  RiskCondition,
  CountCondition,
  ClassificationsCondition,
  SourceCondition,
  DirectionCondition,
  UserCondition,
])
export type Condition = z.infer<typeof Condition>

export const Rules = z
  .strictObject({
    action: PolicyAction,
    conditions: z.array(Condition).max(100),
    /** Blocked until the person gives a reason (docs/policies.md, Giving a reason). */
    require_justification: z.boolean().optional(),
  })
  .refine(({ action, require_justification }) => require_justification !== true || action === 'block', {
    path: ['require_justification'],
    message: 'goes with the action "block" only',
  })
export type Rules = z.infer<typeof Rules>

export const PolicyName = text(200, 1).refine(
  (value) => value.trim() === value,
  'must not start or end with white space',
)

export const PolicyCreate = z.strictObject({
  name: PolicyName,
  description: text(2000).default(''),
  rules: Rules,
  enabled: z.boolean().default(false),
  priority: z.int().min(0).max(1_000_000).default(100),
})
export type PolicyCreate = z.infer<typeof PolicyCreate>

/** PUT is a partial update: every create field is optional, and none has a default. */
export const PolicyUpdate = z.strictObject({
  name: PolicyName.optional(),
  description: text(2000).optional(),
  rules: Rules.optional(),
  enabled: z.boolean().optional(),
  priority: z.int().min(0).max(1_000_000).optional(),
})
export type PolicyUpdate = z.infer<typeof PolicyUpdate>

export const Policy = z.strictObject({
  id: Uuid,
  tenant_id: Uuid,
  name: z.string(),
  description: z.string(),
  rules: Rules,
  enabled: z.boolean(),
  priority: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  created_by: z.string(),
})
export type Policy = z.infer<typeof Policy>

/** What is probably a slip, in a policy that is valid. `path` is that of the request: `rules.conditions.0.value`. */
export const PolicyWarning = z.strictObject({
  path: z.string(),
  message: z.string(),
  did_you_mean: z.string().optional(),
})
export type PolicyWarning = z.infer<typeof PolicyWarning>

/** The answer to a change of a policy. Warnings are not kept, and not there if there are none. */
export const ChangedPolicy = Policy.extend({ warnings: z.array(PolicyWarning).optional() })
export type ChangedPolicy = z.infer<typeof ChangedPolicy>

export const PolicySummary = z.strictObject({
  id: Uuid,
  name: z.string(),
  enabled: z.boolean(),
  priority: z.int(),
  action: PolicyAction,
  created_at: z.string(),
  created_by: z.string(),
})
export type PolicySummary = z.infer<typeof PolicySummary>
