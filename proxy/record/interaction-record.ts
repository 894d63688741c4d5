import type { FoundInTelemetry } from '../../core/inspect/prompt.ts'
import type { Classification, Tier } from '../../core/model/classification.ts'
import type {
  Direction,
  EnforcedAction,
  InteractionRecord,
  InteractionType,
  PolicyDecision,
} from '../../core/model/interaction.ts'
import { type ExceptedPolicy, exceptedMetadata } from '../../core/policy/exceptions.ts'
import { keptDecisions } from '../../core/policy/kept-decisions.ts'
import type { Justified } from '../decide/ruling.ts'

/** The data that is recorded of one inspected prompt. None of its text belongs here. */
export interface InteractionFacts {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly time: number
  readonly platformId: string
  readonly contentHash: string
  readonly interactionType: InteractionType
  readonly direction: Direction
  /** From recordClassifications(): masked as WEIR_RECORD_VALUES says, and within the model's limits. */
  readonly classifications: readonly Classification[]
  readonly riskScore: number
  readonly tier: Tier
  /** A user of the tenant; others are named in `request.user`. */
  readonly userId: string | undefined
  readonly decisions: readonly PolicyDecision[]
  /** The one of them that is enforced, if any is. */
  readonly deciding?: PolicyDecision | undefined
  readonly action: EnforcedAction
  readonly request: RequestFacts
  readonly details: DetailFacts
}

/**
 * What a prompt and its answer have in common. With the details it becomes `content_metadata` (docs/reference/proxy-rules.md, What is recorded).
 * Strings may be as long and as odd as a client made them.
 */
export interface RequestFacts {
  readonly host: string
  /** A query is cut off: it may carry keys. */
  readonly path: string
  readonly method: string
  /** The platform's operation, such as chat_completions. */
  readonly operation: string | undefined
  /** Of a request to an MCP server. */
  readonly mcp?: { readonly server: string; readonly method: string; readonly tool?: string | undefined } | undefined
  readonly model: string | undefined
  readonly conversation: string | undefined
  readonly clientAddress: string | undefined
  readonly userAgent: string | undefined
  /** The client's identity, if it is not a user of the tenant. */
  readonly user: string | undefined
}

/** Apart from the request, so that neither has to be copied. */
export interface DetailFacts {
  /** As received, before content decoding. */
  readonly bodyBytes: number
  readonly inspection: {
    readonly status: 'full' | 'partial' | 'none'
    readonly reason?: string | undefined
    readonly files?: readonly string[] | undefined
  }
  /** Findings of system prompts and earlier turns. */
  readonly contextFindings: readonly { readonly type: string; readonly count: number }[]
  /** Findings of earlier turns that were let through when they were sent before. */
  readonly seenFindings?: readonly { readonly type: string; readonly count: number }[] | undefined
  /** Of telemetry: all that was found in it. */
  readonly telemetry?: readonly FoundInTelemetry[] | undefined
  /** Types that the deciding policy is about and only the context holds. */
  readonly matchedInContext: readonly string[]
  /** Findings of the newest turn that a record has no room for. */
  readonly omittedFindings: readonly { readonly type: string; readonly count: number }[]
  /** In observe mode: what would have happened. */
  readonly observedAction: EnforcedAction | undefined
  /** Records of the uploads of files that it names. */
  readonly uploads?: readonly string[] | undefined
  /** Turns that were left out of what was sent. */
  readonly droppedTurns?: number | undefined
  /** Of a prompt that was let through, and of which no byte was sent: `client_gone`, or the code of the error that its client got. */
  readonly notDelivered?: string | undefined
  /** Policies that matched and do not hold because of an exception. */
  readonly excepted: readonly ExceptedPolicy[]
  /** Policies that would have blocked it without the person's reason. */
  readonly justified?: Justified | undefined
  /** The service's file does not have its operation. */
  readonly isUnknown?: boolean | undefined
  /** Of an answer: the id of the prompt's record. */
  readonly inReplyTo?: string | undefined
}

/** In UTF-16 code units. All of them, with every character escaped, stay within the model's bound for metadata. */
const LIMITS = {
  host: 255,
  path: 1024,
  method: 32,
  name: 200,
  clientAddress: 64,
  userAgent: 256,
  user: 254,
  contextFindings: 64,
  reason: 2048,
} as const

export function buildInteractionRecord(facts: InteractionFacts): InteractionRecord {
  const { policy_decisions, omitted } = keptDecisions(facts.decisions, facts.deciding)
  const metadata = buildMetadata(facts.request, facts.details)
  return {
    id: facts.id,
    timestamp: timestampOf(facts.time),
    platform_id: facts.platformId,
    content_hash: facts.contentHash,
    interaction_type: facts.interactionType,
    content_metadata: omitted === undefined ? metadata : { ...metadata, ...omitted },
    classifications: [...facts.classifications],
    risk_score: facts.riskScore,
    direction: facts.direction,
    source: 'proxy',
    user_id: facts.userId ?? null,
    tier: facts.tier,
    policy_decisions,
    enforced_action: facts.action,
  }
}

let lastTime = Number.NaN
let lastTimestamp = ''

/** Records that are made together are mostly of one millisecond. */
function timestampOf(time: number): string {
  if (time !== lastTime) {
    lastTimestamp = new Date(time).toISOString()
    lastTime = time
  }
  return lastTimestamp
}

/** Keys whose value is undefined vanish when the record is written as JSON. */
function buildMetadata(request: RequestFacts, details: DetailFacts): Record<string, unknown> {
  const { contextFindings, seenFindings, matchedInContext, omittedFindings, excepted, uploads } = details
  const exceptions = excepted.length === 0 ? undefined : exceptedMetadata(excepted)
  return {
    host: bounded(request.host, LIMITS.host),
    path: bounded(withoutQuery(request.path), LIMITS.path),
    method: bounded(request.method, LIMITS.method),
    operation: bounded(request.operation, LIMITS.name),
    unknown_operation: details.isUnknown === true ? true : undefined,
    mcp: request.mcp && { ...request.mcp, server: bounded(request.mcp.server, LIMITS.host) },
    model: bounded(request.model, LIMITS.name),
    conversation: bounded(request.conversation, LIMITS.name),
    client_address: bounded(request.clientAddress, LIMITS.clientAddress),
    user_agent: bounded(request.userAgent, LIMITS.userAgent),
    user: bounded(request.user, LIMITS.user),
    body_bytes: details.bodyBytes,
    inspection: {
      status: details.inspection.status,
      reason: details.inspection.reason,
      files: details.inspection.files,
    },
    context_findings: withinLimit(contextFindings),
    seen_findings: seenFindings && withinLimit(seenFindings),
    telemetry: details.telemetry && { findings: withinLimit(details.telemetry).map(telemetryFinding) },
    // A key whose value is undefined vanishes: most prompts match nothing.
    matched_in_context: matchedInContext.length === 0 ? undefined : withinLimit(matchedInContext),
    omitted_findings: omittedFindings.length === 0 ? undefined : withinLimit(omittedFindings),
    observed_action: details.observedAction,
    uploads: uploads?.length === 0 ? undefined : uploads,
    dropped_turns: details.droppedTurns,
    not_delivered: details.notDelivered,
    excepted_by: exceptions?.excepted_by,
    excepted_policies: exceptions?.excepted_policies,
    justification: details.justified && justificationOf(details.justified),
    in_reply_to: details.inReplyTo,
  }
}

function withinLimit<T>(list: readonly T[]): readonly T[] {
  return list.length <= LIMITS.contextFindings ? list : list.slice(0, LIMITS.contextFindings)
}

function telemetryFinding({ type, part, at, count, isEnforced }: FoundInTelemetry) {
  return { type, part, at: bounded(at, LIMITS.name), count, enforced: isEnforced }
}

function justificationOf({ policies, reason }: Justified) {
  return {
    policies: policies.slice(0, LIMITS.contextFindings),
    reason: bounded(reason.text, LIMITS.reason),
    types: reason.types.slice(0, LIMITS.contextFindings),
    given_at: reason.givenAt,
    given_by: reason.givenBy,
  }
}

/** A query may carry keys. */
export function withoutQuery(path: string): string {
  const query = path.indexOf('?')
  const fragment = path.indexOf('#')
  if (query === -1 && fragment === -1) return path
  return path.slice(0, query === -1 ? fragment : fragment === -1 ? query : Math.min(query, fragment))
}

/** Controls, and format characters that reorder or hide what a person reads: they have no business in a log or a list. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

function bounded(value: string | undefined, max: number): string | undefined {
  if (value === undefined || (value.length <= max && isPlain(value))) return value
  return value.slice(0, max).replace(UNPRINTABLE, '').toWellFormed()
}

/** Printable ASCII, as most is: the expression would find nothing in it, and take ten times as long. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x20 || code > 0x7e) return false
  }
  return true
}
