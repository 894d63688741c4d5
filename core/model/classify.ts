import { z } from 'zod'
import { Classification, Tier } from './classification.ts'
import { UnitInterval } from './common.ts'

export const CLASSIFY_TEXT_MAX = 100_000

/** Any text at all: it is neither stored nor logged, so nothing an engine cannot store is refused. */
export const ClassifyRequest = z.strictObject({
  text: z.string().min(1).max(CLASSIFY_TEXT_MAX),
  tier: Tier.default(2),
})
export type ClassifyRequest = z.infer<typeof ClassifyRequest>

export const ClassifyResponse = z.strictObject({
  classifications: z.array(Classification),
  risk_score: UnitInterval,
  /** SHA-256 of the text in UTF-8. */
  content_hash: z.string(),
  tier: Tier,
  duration_ms: z.number(),
  /** ISO 639-1; `und` where the text does not show it. */
  language: z.string(),
})
export type ClassifyResponse = z.infer<typeof ClassifyResponse>
