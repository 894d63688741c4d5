import { maskValue } from '../../core/inspect/mask.ts'
import { HIGH_RISK } from '../../core/model/event.ts'
import type { Interaction } from '../../core/model/interaction.ts'
import type { EventBus } from './bus.ts'

/** Says what a newly recorded interaction means to those who listen (specification, Event types). */
export function publishInteraction(events: EventBus, interaction: Interaction): void {
  const data = () => toEventData(interaction)
  events.publish(interaction.tenant_id, 'interaction.created', data)
  if (interaction.policy_decisions.length > 0) {
    events.publish(interaction.tenant_id, 'interaction.policy_violated', data)
  }
  if (isHighRisk(interaction)) events.publish(interaction.tenant_id, 'interaction.high_risk', data)
}

/** What a later tier's findings mean: only what is new by them is said again. */
export function publishReclassified(events: EventBus, before: Interaction, after: Interaction): void {
  const data = () => toEventData(after)
  events.publish(after.tenant_id, 'interaction.classified', data)
  if (after.policy_decisions.length > before.policy_decisions.length) {
    events.publish(after.tenant_id, 'interaction.policy_violated', data)
  }
  if (isHighRisk(after) && !isHighRisk(before)) events.publish(after.tenant_id, 'interaction.high_risk', data)
}

function isHighRisk({ risk_score }: Interaction): boolean {
  return risk_score >= HIGH_RISK
}

/** The specification's payload of interaction events; values leave the service masked (api-decisions, Webhooks). */
function toEventData(interaction: Interaction) {
  const { id, platform_id, risk_score, user_id, timestamp, enforced_action } = interaction
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
  }
}

/** Most recorders have masked already, and a mask of a mask tells less. */
function masked(type: string, value: string): string {
  return value === '' || value.includes('***') ? value : maskValue(type, value)
}
