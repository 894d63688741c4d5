import { z } from 'zod'
import { UnitInterval } from './common.ts'

/** What the company thinks of an AI service; one that nobody has looked at is tolerated. */
export const SanctionStatus = z.enum(['sanctioned', 'tolerated', 'unsanctioned'])
export type SanctionStatus = z.infer<typeof SanctionStatus>

/** That clients do not take our certificate, so that what they do cannot be inspected. */
export const NotInspected = z.strictObject({
  /** Handshakes that were refused. */
  refusals: z.int(),
  /** The most clients that one proxy has seen refuse. */
  clients: z.int(),
  /** Where it happened last, and how: the TLS alert, or `closed`. */
  host: z.string().nullable(),
  reason: z.string().nullable(),
  last_refused: z.string(),
  /** What to add to WEIR_BYPASS_HOSTS if these clients are to work, uninspected. */
  proposed_bypass: z.array(z.string()),
})
export type NotInspected = z.infer<typeof NotInspected>

/** Requests that were inspected though the catalogue does not know them: a format of the service is new, or has changed. */
export const UnknownOperations = z.strictObject({
  /** How many of its interactions. */
  count: z.int(),
  last_seen: z.string(),
})
export type UnknownOperations = z.infer<typeof UnknownOperations>

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
  not_inspected: NotInspected.optional(),
  unknown_operations: UnknownOperations.optional(),
})
export type AiService = z.infer<typeof AiService>

export const SanctionChange = z.strictObject({ status: SanctionStatus })
