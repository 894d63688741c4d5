import { z } from 'zod'
import { InteractionListItem } from './interaction.ts'
import { Rules } from './policy.ts'
import { Period } from './statistics.ts'

export const SIMULATION_SAMPLES_MAX = 20

/** Rules that are not in force yet, to be tried on what was recorded (POST /policies/simulate). */
export const SimulationRequest = z.strictObject({
  rules: Rules,
  period: Period.default('7d'),
})
export type SimulationRequest = z.infer<typeof SimulationRequest>

export const SimulationResult = z.strictObject({
  period: Period,
  /** The newest interactions of the period, as many as are looked at. */
  evaluated: z.int().min(0),
  matched: z.int().min(0),
  /** Most matches first. */
  by_platform: z.array(z.strictObject({ platform_id: z.string(), matched: z.int() })),
  by_user: z.array(z.strictObject({ user_id: z.string(), matched: z.int() })),
  /** The newest matches. */
  samples: z.array(InteractionListItem).max(SIMULATION_SAMPLES_MAX),
})
export type SimulationResult = z.infer<typeof SimulationResult>
