import type { Classification } from '../../core/model/classification.ts'
import type { Interaction } from '../../core/model/interaction.ts'
import type { LaterClassification } from '../../core/model/later-classification.ts'
import { evaluate, type Resolution } from '../../core/policy/evaluate.ts'
import { riskScore } from '../../core/risk.ts'
import type { PolicyRecord } from '../store/store.ts'

/** The model's limit for one interaction. */
const CLASSIFICATIONS_MAX = 1000

/**
 * Adds what a later tier found. Told the same again, it adds nothing. Policies that match only now are recorded as
 * decisions; what was done to the prompt was done, so `enforced_action` stays.
 */
export function reclassify(
  interaction: Interaction,
  later: LaterClassification,
  policies: readonly PolicyRecord[],
  resolution: Resolution,
): Interaction {
  const classifications = merge(interaction.classifications, later.classifications)
  const risk_score = later.risk_score ?? Math.max(interaction.risk_score, riskScore(classifications))
  const decided = new Set(interaction.policy_decisions.map(({ policy_id }) => policy_id))
  const { decisions } = evaluate(policies, { ...interaction, classifications, risk_score }, resolution)
  return {
    ...interaction,
    classifications,
    risk_score,
    tier: later.tier > interaction.tier ? later.tier : interaction.tier,
    policy_decisions: [
      ...interaction.policy_decisions,
      ...decisions.filter(({ policy_id }) => !decided.has(policy_id)),
    ],
  }
}

/** The same type at the same place is the same finding; the surer one stays. */
function merge(known: readonly Classification[], later: readonly Classification[]): Classification[] {
  const merged = new Map(known.map((found) => [placeOf(found), found]))
  for (const found of later) {
    const before = merged.get(placeOf(found))
    if (before === undefined || found.score > before.score) merged.set(placeOf(found), found)
  }
  return [...merged.values()].sort((a, b) => a.start - b.start || a.end - b.end).slice(0, CLASSIFICATIONS_MAX)
}

function placeOf({ type, start, end }: Classification): string {
  return `${type} ${start} ${end}`
}
