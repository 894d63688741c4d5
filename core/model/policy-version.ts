import { z } from 'zod'
import { Uuid } from './common.ts'
import { Rules } from './policy.ts'

/** What of a policy can change. */
export const PolicyField = z.enum(['name', 'description', 'rules', 'priority', 'enabled'])
export type PolicyField = z.infer<typeof PolicyField>

/** A policy as one change left it. */
export const PolicyVersion = z.strictObject({
  changed_at: z.string(),
  /** As the audit log names who did it; null where it does not know. */
  changed_by: z.string().nullable(),
  change: z.enum(['created', 'changed', 'deleted']),
  /** The fields that changed; none where it was created or deleted. */
  fields: z.array(PolicyField),
  name: z.string(),
  description: z.string(),
  rules: Rules,
  enabled: z.boolean(),
  priority: z.int(),
})
export type PolicyVersion = z.infer<typeof PolicyVersion>

export const PolicyVersions = z.strictObject({
  /** Newest first. */
  versions: z.array(PolicyVersion),
  /** Whether these are all versions since the policy was created. */
  complete: z.boolean(),
})
export type PolicyVersions = z.infer<typeof PolicyVersions>

/** Places in the order of evaluation: every policy of the tenant, once. */
const POLICIES_IN_ORDER_MAX = 10_000
export const PolicyOrder = z.strictObject({
  ids: z
    .array(Uuid)
    .min(1)
    .max(POLICIES_IN_ORDER_MAX)
    .refine((ids) => new Set(ids).size === ids.length, 'must name each policy once'),
})
