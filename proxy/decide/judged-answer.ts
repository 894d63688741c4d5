import type { Classification, Tier } from '../../core/model/classification.ts'
import type { InspectionStatus } from '../../core/model/inspection-status.ts'
import type { PolicyDecision } from '../../core/model/interaction.ts'
import type { ExceptedPolicy } from '../../core/policy/exceptions.ts'

/** What was found in one text of an answer. */
export interface InspectedAnswer {
  /** SHA-256 of its UTF-8, in hex. */
  readonly contentHash: string
  /** Offsets are UTF-16 units of the whole text. */
  readonly classifications: readonly Classification[]
  readonly riskScore: number
  readonly tier: Tier
  readonly inspection: InspectionStatus
  readonly bytes: number
}

/** What is recorded of the policies that match an answer. It has reached its client already: nothing is enforced. */
export interface AnswerRuling {
  readonly decisions: readonly PolicyDecision[]
  readonly action: 'log' | 'allow'
  readonly excepted: readonly ExceptedPolicy[]
}

/** A text of an answer with what was decided over it: its record is made from this and from its prompt. */
export interface JudgedAnswer {
  readonly id: string
  readonly kind: 'completion' | 'tool_call'
  readonly inspected: InspectedAnswer
  readonly ruling: AnswerRuling
}
