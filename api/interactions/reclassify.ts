import { isDeepStrictEqual } from 'node:util'
import { timeOfUuid } from '../../config/unique-id.ts'
import {
  asKept,
  bytesOf,
  CLASSIFICATIONS_MAX,
  CLASSIFICATIONS_MAX_BYTES,
  type Classification,
} from '../../core/model/classification.ts'
import type { Facts } from '../../core/model/facts.ts'
import type { Interaction } from '../../core/model/interaction.ts'
import type { LaterClassification } from '../../core/model/later-classification.ts'
import { enforcedOf, evaluate, type Resolution } from '../../core/policy/evaluate.ts'
import { type ApplyingExceptions, exceptedPolicies } from '../../core/policy/exceptions.ts'
import { keptDecisions, omittedIn } from '../../core/policy/kept-decisions.ts'
import { riskScore } from '../../core/risk.ts'
import { conflict } from '../http/api-error.ts'
import type { PolicyRecord } from '../store/policy-store.ts'
import { EARLIEST } from './complete.ts'

/**
 * Adds what a later tier found: the union of the findings, the maximum of the risk. Nothing that is recorded gets less by
 * it, whatever comes, and told the same again it changes nothing. Policies that match only now are recorded as decisions,
 * but none that was made after the prompt; what was done to the prompt was done, so `enforced_action` stays.
 * @throws ApiError 409 for an earlier tier than the recorded one
 */
export function reclassify(
  interaction: Interaction,
  later: LaterClassification,
  policies: readonly PolicyRecord[],
  resolution: Resolution,
  exceptionsFor: (facts: Facts) => ApplyingExceptions | undefined = () => undefined,
): Interaction {
  if (later.tier < interaction.tier) throw conflict(`A classification of tier ${interaction.tier} is recorded already`)
  const classifications = merge(interaction.classifications, later.classifications.map(asKept))
  const risk_score = Math.max(interaction.risk_score, later.risk_score ?? riskScore(classifications))
  const isNew = later.tier > interaction.tier || risk_score > interaction.risk_score
  if (!isNew && isDeepStrictEqual(classifications, interaction.classifications)) return interaction
  const facts = { ...interaction, classifications, risk_score }
  const exceptions = exceptionsFor(facts)
  const inForce = policies.filter(existedAt(timeOfUuid(interaction.id)))
  const { decisions } = evaluate(inForce, facts, resolution, exceptions)
  const isDecided = decidedBefore(interaction, inForce, exceptionsFor)
  const isStillExcepted = exceptedStill(interaction, classifications, inForce, exceptions)
  const added = decisions.filter(({ policy_id }) => !isDecided(policy_id) && !isStillExcepted(policy_id))
  const { policy_decisions, omitted } = keptDecisions(added, enforcedOf(added, 'strictest'), {
    kept: interaction.policy_decisions,
    omitted: omittedIn(interaction.content_metadata),
  })
  const content_metadata = { ...interaction.content_metadata, ...omitted }
  return { ...interaction, content_metadata, classifications, risk_score, tier: later.tier, policy_decisions }
}

/** Of a record that does not keep all decisions, by what is recorded of it: what matched then is no news. */
function decidedBefore(
  interaction: Interaction,
  policies: readonly PolicyRecord[],
  exceptionsFor: (facts: Facts) => ApplyingExceptions | undefined,
): (policyId: string) => boolean {
  const decided = new Set(interaction.policy_decisions.map(({ policy_id }) => policy_id))
  if (omittedIn(interaction.content_metadata) > 0) {
    const { decisions } = evaluate(policies, interaction, 'strictest', exceptionsFor(interaction))
    for (const { policy_id } of decisions) decided.add(policy_id)
  }
  return (id) => decided.has(id)
}

/**
 * The id says when the prompt was judged, by the clock of who made it. Its timestamp does not: a service may report an old one.
 * Every policy counts where the id is of another kind, or made by a clock that was never set.
 * @param time milliseconds since 1970
 */
function existedAt(time: number | undefined): (policy: PolicyRecord) => boolean {
  return ({ created_at }) => time === undefined || time < Date.parse(EARLIEST) || Date.parse(created_at) <= time
}

/**
 * An exception for exact values was applied where these were known; what is recorded of them is masked. So a policy that was excepted
 * stays so unless what was found only now is enough for it.
 */
function exceptedStill(
  interaction: Interaction,
  after: readonly Classification[],
  policies: readonly PolicyRecord[],
  exceptions: ApplyingExceptions | undefined,
): (policyId: string) => boolean {
  const excepted = exceptedPolicies(interaction.content_metadata)
  if (excepted.size === 0) return () => false
  const known = new Set(interaction.classifications.map(placeOf))
  const added = after.filter((found) => !known.has(placeOf(found)))
  const alone = { ...interaction, classifications: added, risk_score: riskScore(added) }
  const { decisions } = evaluate(policies, alone, 'strictest', exceptions)
  const enough = new Set(decisions.map(({ policy_id }) => policy_id))
  return (id) => excepted.has(id) && !enough.has(id)
}

/**
 * The same type at the same place is the same finding, whose score only rises. Known findings stay as they are; new ones
 * fill what is left of the bound.
 */
function merge(known: readonly Classification[], later: readonly Classification[]): Classification[] {
  const scores = new Map<string, number>()
  for (const { score, ...found } of later) scores.set(placeOf(found), Math.max(scores.get(placeOf(found)) ?? 0, score))
  const places = new Set(known.map(placeOf))
  const risen = known.map((found) => ({ ...found, score: Math.max(found.score, scores.get(placeOf(found)) ?? 0) }))
  const added = new Map(later.filter((found) => !places.has(placeOf(found))).map((found) => [placeOf(found), found]))
  if (added.size === 0) return risen
  let room = CLASSIFICATIONS_MAX_BYTES - bytesOf(risen)
  const fitting: Classification[] = []
  for (const [place, found] of added) {
    const finding = { ...found, score: scores.get(place) ?? found.score }
    room -= bytesOf(finding) + 1
    if (room < 0 || risen.length + fitting.length >= CLASSIFICATIONS_MAX) break
    fitting.push(finding)
  }
  return [...risen, ...fitting].sort((a, b) => a.start - b.start || a.end - b.end)
}

function placeOf({ type, start, end }: Omit<Classification, 'score'>): string {
  return `${type} ${start} ${end}`
}
