import { z } from 'zod'
import { EXCEPTIONS_MAX, Uuid } from './common.ts'
import { InteractionListItem } from './interaction.ts'
import { PolicyWarning, Rules } from './policy.ts'
import { Period } from './statistics.ts'
import { UserName } from './user.ts'

export const SIMULATION_SAMPLES_MAX = 20

const Count = z.int().min(0)

/** Rules that are not in force yet, to be tried on what was recorded (POST /policies/simulate). */
export const SimulationRequest = z.strictObject({
  rules: Rules,
  period: Period.default('7d'),
  /** The policy whose rules they would replace. */
  policy_id: Uuid.optional(),
})
export type SimulationRequest = z.infer<typeof SimulationRequest>

export const SimulationResult = z.strictObject({
  period: Period,
  /** The newest interactions of the period, as many as are looked at. */
  evaluated: Count,
  /** How far back they reach: the beginning of the period, or the oldest of them where the period has more. */
  evaluated_from: z.string(),
  /** Whether they are all of the period. */
  complete: z.boolean(),
  matched: Count,
  /** The rules match, and do not hold because of an exception that is in force: not part of `matched`. */
  excepted: Count,
  /** What happened to the matches when they were recorded. */
  by_action: z.strictObject({ block: Count, coach: Count, log: Count, allow: Count }),
  /** Days in UTC that have matches, oldest first. */
  by_day: z.array(z.strictObject({ day: z.string(), matched: Count })),
  /** Most matches first. */
  by_platform: z.array(z.strictObject({ platform_id: z.string(), matched: Count })),
  by_user: z.array(z.strictObject({ user_id: z.string(), user_name: UserName, matched: Count })),
  /** Most first; where several exceptions are needed together, each of them counts. */
  by_exception: z.array(z.strictObject({ exception_id: Uuid, excepted: Count })).max(EXCEPTIONS_MAX),
  /** Those for certain values, which rarely apply here: values are recorded masked. */
  exceptions_for_values: z.array(Uuid).max(EXCEPTIONS_MAX),
  /** The newest matches. */
  samples: z.array(InteractionListItem).max(SIMULATION_SAMPLES_MAX),
  /** Against the rules of `policy_id`. */
  changes: z.strictObject({ newly_matched: Count, no_longer_matched: Count }).optional(),
  warnings: z.array(PolicyWarning).optional(),
})
export type SimulationResult = z.infer<typeof SimulationResult>
