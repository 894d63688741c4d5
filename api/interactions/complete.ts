import { uuidV7 } from '../../config/unique-id.ts'
import { asKept, type Classification } from '../../core/model/classification.ts'
import type { Interaction, InteractionRecord } from '../../core/model/interaction.ts'
import { enforcedOf, evaluate, type Resolution } from '../../core/policy/evaluate.ts'
import { type Exceptions, exceptedMetadata } from '../../core/policy/exceptions.ts'
import { keptDecisions, omittedIn } from '../../core/policy/kept-decisions.ts'
import { riskScore } from '../../core/risk.ts'
import type { PolicyRecord } from '../store/policy-store.ts'

/** Where an interaction was classified when its sender does not say: in the client (specification, Classification tiers). */
const DEFAULT_TIER = 1

/** Before it there was nothing to record; clocks that were never set show 1970 or 1980. */
export const EARLIEST = '2000-01-01T00:00:00.000Z'
const AHEAD_MAX_MS = 24 * 60 * 60 * 1000
/** A record that arrives later than this after its timestamp keeps the time of its arrival too. */
const LATE_MS = 24 * 60 * 60 * 1000

export interface Completion {
  readonly tenantId: string
  readonly policies: readonly PolicyRecord[]
  readonly exceptions: Exceptions
  readonly resolution: Resolution
  readonly now: Date
  readonly times: Times
}

/** What the time of a record is compared with. As texts, like the timestamps: to read those costs more than all the rest. */
export interface Times {
  readonly now: string
  /** A later one only a wrong clock tells. */
  readonly latest: string
  /** One before it is of something that waited. */
  readonly late: string
}

export function timesAt(now: Date): Times {
  const textOf = (time: number) => new Date(time).toISOString()
  const time = now.getTime()
  return { now: textOf(time), latest: textOf(time + AHEAD_MAX_MS), late: textOf(time - LATE_MS) }
}

/** Fills in the fields that the server sets. Decisions in a record were made by a proxy and are kept. */
export function completeInteraction(input: InteractionRecord, completion: Completion): Interaction {
  const risk_score = input.risk_score ?? riskScore(input.classifications)
  const { times } = completion
  const isOff = hasWrongClock(input, times)
  const { metadata, ...decided } = decide(input, risk_score, completion)
  const content_metadata = metadata === undefined ? input.content_metadata : { ...input.content_metadata, ...metadata }
  return {
    id: input.id ?? uuidV7(completion.now),
    tenant_id: completion.tenantId,
    timestamp: isOff ? times.now : (input.timestamp ?? times.now),
    platform_id: input.platform_id,
    content_hash: input.content_hash,
    interaction_type: input.interaction_type,
    content_metadata: isOff ? { ...content_metadata, reported_timestamp: input.timestamp } : content_metadata,
    classifications: allAsKept(input.classifications),
    risk_score,
    direction: input.direction,
    source: input.source,
    user_id: input.user_id,
    ...decided,
    tier: input.tier ?? DEFAULT_TIER,
    ...(!isOff && isLate(input, times) && { received_at: times.now }),
  }
}

/** The same list where none changes, as nearly always. */
function allAsKept(findings: Classification[]): Classification[] {
  for (const finding of findings) if (asKept(finding) !== finding) return findings.map(asKept)
  return findings
}

/** A spool that waited, an import, or a clock that is slow: its age alone must not delete it as soon as it is there. */
function isLate({ timestamp }: InteractionRecord, { late }: Times): boolean {
  return timestamp !== undefined && timestamp < late
}

/** Whether the time it says it happened at can only come from a wrong clock: it would spoil order, statistics and retention. */
export function hasWrongClock({ timestamp }: InteractionRecord, times: Times): boolean {
  return timestamp !== undefined && isImplausible(timestamp, times)
}

export function isImplausible(timestamp: string, { latest }: Times): boolean {
  return timestamp < EARLIEST || timestamp > latest
}

function decide(
  input: InteractionRecord,
  risk_score: number,
  { policies, exceptions, resolution, now }: Completion,
): Pick<Interaction, 'policy_decisions' | 'enforced_action'> & { readonly metadata: object | undefined } {
  const { policy_decisions: made, enforced_action } = input
  if (made !== undefined) {
    const enforced = enforcedOf(made, resolution)
    const before = { kept: [], omitted: omittedIn(input.content_metadata) }
    const { policy_decisions, omitted } = keptDecisions(made, enforced, before)
    return { policy_decisions, enforced_action: enforced_action ?? enforced?.action ?? 'allow', metadata: omitted }
  }
  const facts = { ...input, risk_score }
  const verdict = evaluate(policies, facts, resolution, exceptions.applyingTo(facts, now.getTime()))
  const { policy_decisions, omitted } = keptDecisions(verdict.decisions, verdict.enforced)
  // Of a record that was fetched and is sent again, what it says counts no more.
  const isOld = omittedIn(input.content_metadata) > 0
  return {
    policy_decisions,
    enforced_action: enforced_action ?? verdict.action,
    metadata: { ...exceptedMetadata(verdict.excepted), ...(isOld && { omitted_decisions: undefined }), ...omitted },
  }
}
