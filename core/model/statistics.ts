import { z } from 'zod'
import { Uuid } from './common.ts'
import { UserName } from './user.ts'

export const Period = z.enum(['24h', '7d', '30d', '90d'])
export type Period = z.infer<typeof Period>

const Count = z.int().min(0)

/** How many interactions, and what became of them. */
const tally = { interactions: Count, blocked: Count, coached: Count, high_risk: Count }

const allTallied = { ...tally, logged: Count, allowed: Count }

/** What is told on request (`include=details`). */
const details = {
  /** The period of the same length before this one. */
  previous: z.strictObject(allTallied).optional(),
  /** Prompts of which a part, or nothing, could be read. */
  not_inspected: z.strictObject({ partial: Count, none: Count }).optional(),
  open_alerts_by_severity: z.strictObject({ low: Count, medium: Count, high: Count, critical: Count }).optional(),
  /** Interactions that the policy matched, whatever was done. */
  by_policy: z.array(z.strictObject({ policy_id: Uuid, name: z.string().nullable(), ...tally })).optional(),
}

/** One AI service through a period. */
export const ServiceStatistics = z.strictObject({
  platform_id: z.string(),
  period: Period,
  totals: z.strictObject(allTallied),
  previous: z.strictObject(allTallied),
  series: z.array(z.strictObject({ bucket: z.string(), ...tally, logged: Count })),
})
export type ServiceStatistics = z.infer<typeof ServiceStatistics>

/**
 * Aggregates of a period up to now. 24 hours are counted by the hour, longer periods by the day in UTC, the running
 * one included.
 */
export const DashboardStatistics = z.strictObject({
  period: Period,
  totals: z.strictObject({
    ...tally,
    logged: Count,
    allowed: Count,
    /** Distinct ones. */
    users: Count,
    platforms: Count,
    open_alerts: Count,
  }),
  by_platform: z.array(z.strictObject({ platform_id: z.string(), ...tally })),
  /** Interactions with at least one finding of the type. */
  by_classification: z.array(z.strictObject({ type: z.string(), ...tally })),
  by_action: z.strictObject({ block: Count, coach: Count, log: Count, allow: Count }),
  by_source: z.array(z.strictObject({ source: z.string(), ...tally })),
  /** Every bucket of the period, oldest first, empty ones too; `bucket` is when it begins. */
  series: z.array(z.strictObject({ bucket: z.string(), ...tally, logged: Count.optional() })),
  top_users: z.array(z.strictObject({ user_id: z.string(), user_name: UserName, ...tally })),
  /** Ten steps of risk: `from` inclusive, `to` exclusive but for the last. */
  risk_histogram: z.array(z.strictObject({ from: z.number(), to: z.number(), interactions: Count })),
  ...details,
})
export type DashboardStatistics = z.infer<typeof DashboardStatistics>
