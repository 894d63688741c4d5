import { z } from 'zod'
import { referenceOf } from '../reference.ts'
import { Classification, Classifications, Tier } from './classification.ts'
import { isStorableText, PlatformId, Sha256Hex, Timestamp, text, UnitInterval, Uuid } from './common.ts'
import { PolicyAction } from './policy.ts'
import { UserName } from './user.ts'

export const InteractionType = z.enum(['prompt', 'completion', 'tool_call', 'embedding'])
export type InteractionType = z.infer<typeof InteractionType>

export const Direction = z.enum(['outbound', 'inbound'])
export type Direction = z.infer<typeof Direction>

export const Source = z.enum(['browser_extension', 'proxy', 'endpoint_agent', 'api'])
export type Source = z.infer<typeof Source>

/** What happened to the interaction; `allow` where no policy matched (docs/reference/api-rules.md, Interactions). */
export const EnforcedAction = z.enum(['block', 'coach', 'log', 'allow'])
export type EnforcedAction = z.infer<typeof EnforcedAction>

export const PolicyDecision = z.strictObject({
  policy_id: Uuid,
  policy_name: text(200),
  action: PolicyAction,
  matched_conditions: z.int().min(0).max(1000),
})
export type PolicyDecision = z.infer<typeof PolicyDecision>

export const METADATA_MAX_BYTES = 65_536
export const METADATA_MAX_DEPTH = 10

const TOO_LARGE = `must take at most ${METADATA_MAX_BYTES} characters as JSON`

/**
 * Free-form (specification), but bounded, and made of text that every engine can store. What is far too large is left at the first
 * value beyond the bound: a megabyte of fields must not hold up the thread that serves everyone.
 */
export const ContentMetadata = z.preprocess(
  (value, context) => {
    if (!takesMoreThan(value, METADATA_MAX_BYTES)) return value
    context.addIssue({ code: 'custom', message: TOO_LARGE })
    return z.NEVER
  },
  z
    .record(z.string(), z.unknown())
    .refine((value) => isBoundedJson(value, METADATA_MAX_DEPTH), {
      // What is nested too deeply must not reach JSON.stringify, which recurses.
      abort: true,
      message: `must be nested at most ${METADATA_MAX_DEPTH} levels deep and hold well-formed text without NUL characters`,
    })
    .refine((value) => JSON.stringify(value).length <= METADATA_MAX_BYTES, { message: TOO_LARGE }),
)

/** Whether its JSON certainly does, by its values and names alone. Looks at no more of them than fit. */
function takesMoreThan(value: unknown, limit: number): boolean {
  const open = [value]
  let size = 0
  while (open.length > 0 && size <= limit) {
    const inner = open.pop()
    size += typeof inner === 'string' ? 2 + inner.length : 1
    if (typeof inner !== 'object' || inner === null) continue
    for (const name in inner) {
      if (!Array.isArray(inner)) size += 3 + name.length
      open.push((inner as Record<string, unknown>)[name])
      if (size + open.length > limit) return true
    }
  }
  return size > limit
}

function isBoundedJson(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorableText(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) return false
  if (Array.isArray(value)) return value.every((item) => isBoundedJson(item, depth - 1))
  return Object.entries(value).every(([key, item]) => isStorableText(key) && isBoundedJson(item, depth - 1))
}

const callerFields = {
  platform_id: PlatformId,
  content_hash: Sha256Hex,
  interaction_type: InteractionType.default('prompt'),
  content_metadata: ContentMetadata.default({}),
  classifications: Classifications.default([]),
  risk_score: UnitInterval.optional(),
  direction: Direction.default('outbound'),
  source: Source.default('browser_extension'),
  user_id: Uuid.nullable().default(null),
  tier: Tier.optional(),
}

/**
 * What a person's client sends. Server-set fields are accepted and ignored, so that a fetched object can be sent back
 * (docs/reference/api-rules.md, Interactions); any other unknown field is an error.
 */
export const InteractionCreate = z.strictObject({
  ...callerFields,
  id: z.unknown().optional(),
  tenant_id: z.unknown().optional(),
  timestamp: z.unknown().optional(),
  policy_decisions: z.unknown().optional(),
  enforced_action: z.unknown().optional(),
  reference: z.unknown().optional(),
  received_at: z.unknown().optional(),
  user_name: z.unknown().optional(),
})

/** What a proxy sends: it has decided already, and its id makes retries idempotent. */
export const InteractionRecord = z.strictObject({
  ...callerFields,
  id: Uuid.optional(),
  tenant_id: z.unknown().optional(),
  timestamp: Timestamp.optional(),
  /** However many: what is kept of them is bounded (core/policy/kept-decisions.ts). */
  policy_decisions: z.array(PolicyDecision).optional(),
  enforced_action: EnforcedAction.optional(),
  reference: z.unknown().optional(),
  received_at: z.unknown().optional(),
  user_name: z.unknown().optional(),
})
export type InteractionRecord = z.infer<typeof InteractionRecord>

export const Interaction = z.strictObject({
  id: Uuid,
  tenant_id: Uuid,
  timestamp: z.string(),
  platform_id: z.string(),
  content_hash: z.string(),
  interaction_type: InteractionType,
  content_metadata: z.record(z.string(), z.unknown()),
  classifications: z.array(Classification),
  risk_score: UnitInterval,
  direction: Direction,
  source: Source,
  user_id: Uuid.nullable(),
  policy_decisions: z.array(PolicyDecision),
  enforced_action: EnforcedAction,
  tier: Tier,
  /** When it arrived, if that was more than a day after its timestamp: retention counts from then. */
  received_at: z.string().optional(),
})
export type Interaction = z.infer<typeof Interaction>

/** As clients see it. The reference follows from the id, the name from the user of today: both are stored nowhere. */
export const ShownInteraction = Interaction.extend({ reference: z.string(), user_name: UserName })
export type ShownInteraction = z.infer<typeof ShownInteraction>

export function showInteraction<T extends Interaction>(interaction: T): T & { reference: string } {
  return { ...interaction, reference: referenceOf(interaction.id) }
}

/** As lists show it: without tenant and hash, and without what would make a page of them too large. */
export const InteractionListItem = ShownInteraction.omit({ tenant_id: true, content_hash: true }).extend({
  truncated: z.literal(true).optional(),
})
export type InteractionListItem = z.infer<typeof InteractionListItem>
