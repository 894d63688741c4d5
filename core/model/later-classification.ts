import { z } from 'zod'
import { Classifications, Tier } from './classification.ts'
import { UnitInterval } from './common.ts'

/** What a later tier found in an interaction that is recorded already (POST /interactions/:id/classifications). */
export const LaterClassification = z.strictObject({
  tier: Tier,
  classifications: Classifications,
  /** The later tier's own judgement; where it gives none, risk follows from all findings. It never falls. */
  risk_score: UnitInterval.optional(),
})
export type LaterClassification = z.infer<typeof LaterClassification>
