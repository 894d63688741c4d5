import { z } from 'zod'
import { UnitInterval } from './common.ts'

/** What the company thinks of an AI service; one that nobody has looked at is tolerated. */
export const SanctionStatus = z.enum(['sanctioned', 'tolerated', 'unsanctioned'])
export type SanctionStatus = z.infer<typeof SanctionStatus>

/** An AI service in use (docs/reference/api-rules.md, Inventory). */
export const AiService = z.strictObject({
  platform_id: z.string(),
  name: z.string(),
  category: z.string(),
  status: SanctionStatus,
  first_seen: z.string(),
  last_seen: z.string(),
  interactions: z.int(),
  /** Distinct users. */
  users: z.int(),
  blocked: z.int(),
  coached: z.int(),
  /** Connections, and requests that are not encrypted, that were seen and not read. */
  tunnelled: z.int(),
  max_risk_score: UnitInterval,
  avg_risk_score: UnitInterval,
})
export type AiService = z.infer<typeof AiService>

export const SanctionChange = z.strictObject({ status: SanctionStatus })
