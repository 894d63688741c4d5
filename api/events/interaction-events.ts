import { isDeepStrictEqual } from 'node:util'
import { maskValue } from '../../core/inspect/mask.ts'
import type { Tier } from '../../core/model/classification.ts'
import { type EventType, HIGH_RISK } from '../../core/model/event.ts'
import type { InteractionEventData } from '../../core/model/event-data.ts'
import type { Interaction } from '../../core/model/interaction.ts'
import { isTopic } from '../../core/model/type-names.ts'
import { omittedIn } from '../../core/policy/kept-decisions.ts'
import { telemetryIn } from '../../core/telemetry-in.ts'
import type { NewEvent, Publish } from '../store/outbox.ts'
import type { Changed } from '../store/paging.ts'

/** The tiers whose completion is an event: the first one is the client's own (specification, Event types). */
const EVENT_TIER_MIN = 2

const RECORDED = [
  'interaction.created',
  'interaction.policy_violated',
  'interaction.high_risk',
  'interaction.classified',
] as const satisfies readonly EventType[]

/**
 * What a newly recorded interaction means (specification, Event types). Most come from a proxy that has classified them
 * in tier 2 already: that this is completed is first known here.
 */
export const publishRecorded: Publish<Interaction> = Object.assign(eventsOfRecorded, { types: RECORDED })

function eventsOfRecorded(interaction: Interaction): readonly NewEvent[] {
  const types: (typeof RECORDED)[number][] = ['interaction.created']
  if (interaction.policy_decisions.length > 0) types.push('interaction.policy_violated')
  if (isHighRisk(interaction)) types.push('interaction.high_risk')
  if (interaction.tier >= EVENT_TIER_MIN) types.push('interaction.classified')
  return withData(types, interaction)
}

/** The events for findings of this tier: only new findings are published again. */
export function publishReclassified(tier: Tier): Publish<Changed<Interaction>> {
  return ({ before, after }) => {
    // Nothing new: a sender's retry.
    if (isDeepStrictEqual(before, after)) return []
    const types: EventType[] = []
    if (tier >= EVENT_TIER_MIN) types.push('interaction.classified')
    if (decisionsOf(after) > decisionsOf(before)) types.push('interaction.policy_violated')
    if (isHighRisk(after) && !isHighRisk(before)) types.push('interaction.high_risk')
    return withData(types, after)
  }
}

/** Those that the record does not keep included. */
function decisionsOf({ policy_decisions, content_metadata }: Interaction): number {
  return policy_decisions.length + omittedIn(content_metadata)
}

function withData(types: readonly EventType[], interaction: Interaction): NewEvent[] {
  // One for all of them: who listens to everything gets three or four events an interaction.
  let built: InteractionEventData | undefined
  const data = () => {
    built ??= toEventData(interaction)
    return built
  }
  return types.map((event_type) => ({ event_type, data }))
}

function isHighRisk({ risk_score }: Interaction): boolean {
  return risk_score >= HIGH_RISK
}

/** The specification's payload of interaction events; values leave the service masked (docs/reference/api-rules.md, Webhooks). */
function toEventData(interaction: Interaction): InteractionEventData {
  const { id, platform_id, risk_score, user_id, timestamp, enforced_action } = interaction
  const matched_in_context = typesIn(interaction.content_metadata.matched_in_context)
  const findings = telemetryIn(interaction.content_metadata)
  return {
    id,
    platform_id,
    risk_score,
    user_id,
    timestamp,
    enforced_action,
    classifications: interaction.classifications.map(({ type, value, score }) => ({
      type,
      value: masked(type, value),
      score,
    })),
    policy_decisions: interaction.policy_decisions.map(({ policy_id, policy_name, action }) => ({
      policy_id,
      policy_name,
      action,
    })),
    ...(matched_in_context.length > 0 && { matched_in_context }),
    ...(findings !== undefined && { telemetry: { findings: [...findings] } }),
  }
}

/** Metadata are what a recorder sent, so their form is not certain. */
function typesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((type) => typeof type === 'string') : []
}

/** Most recorders have masked already, and a mask of a mask tells less. */
function masked(type: string, value: string): string {
  if (isTopic({ type })) return ''
  return value === '' || value.includes('***') ? value : maskValue(type, value)
}
