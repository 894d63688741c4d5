import { z } from 'zod'

export const Period = z.enum(['24h', '7d', '30d', '90d'])
export type Period = z.infer<typeof Period>

const Count = z.int().min(0)

/** How many interactions, and what became of them. */
const tally = { interactions: Count, blocked: Count, coached: Count, high_risk: Count }

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
  series: z.array(z.strictObject({ bucket: z.string(), ...tally })),
  top_users: z.array(z.strictObject({ user_id: z.string(), ...tally })),
  /** Ten steps of risk: `from` inclusive, `to` exclusive but for the last. */
  risk_histogram: z.array(z.strictObject({ from: z.number(), to: z.number(), interactions: Count })),
})
export type DashboardStatistics = z.infer<typeof DashboardStatistics>
