import { nameOfAiService } from '../catalogue/ai-services.ts'
import { type AlertType, SEVERITIES, type Severity } from '../model/alert.ts'
import { HIGH_RISK } from '../model/event.ts'
import type { InspectionReason } from '../model/inspection-status.ts'
import type { Interaction, PolicyDecision } from '../model/interaction.ts'
import { telemetryIn } from '../telemetry-in.ts'
import { type AlertCandidate, subjectOf } from './candidate.ts'
import { isUpgrade } from './counted-action.ts'
import { describeFindings } from './describe-findings.ts'

const CRITICAL_RISK = 0.95
/**
 * Images and the like, in very many prompts. Where one alone is unread and passed, WEIR_FAIL_MODE_FILES is open: the
 * operator chose that, the record says it, and an alert each time would bury the others.
 */
const UNREADABLE_FILE: InspectionReason = 'unreadable_file'

/** Its alerts are told apart: among them nobody would see that a person's prompt was blocked, too. */
const TELEMETRY = 'telemetry'

/** What of these interactions administrators are to be told (docs/reference/api-rules.md, Alerts), equal things added up. */
export function deriveAlerts(interactions: readonly Interaction[], newPlatforms: readonly string[]): AlertCandidate[] {
  const candidates = [
    ...interactions.filter(mayAlert).flatMap((interaction) => alertsOf(interaction)),
    ...newPlatforms.map((platform) =>
      newServiceAlert(
        platform,
        interactions.find(({ platform_id }) => platform_id === platform),
      ),
    ),
  ]
  return addUp(candidates)
}

/** A later tier may find that what passed should not have: that it was blocked or not is no news. */
export function deriveLaterAlerts(before: Interaction, after: Interaction): AlertCandidate[] {
  if (after.enforced_action === 'block') return []
  const known = new Set(before.policy_decisions.map(({ policy_id }) => policy_id))
  const blockers = blockersOf(after).filter(({ policy_id }) => !known.has(policy_id))
  if (blockers.length > 0) return [laterMatchAlert(after, blockers)]
  return before.risk_score < HIGH_RISK && passedAtHighRisk(after) ? [highRiskAlert(after)] : []
}

/**
 * Of policies that would have blocked, had their findings been known in time (docs/policies.md, Conditions). Not of the
 * type policy_block: it would be added up with blocks by the same policy, and what passed would count as blocked.
 */
function laterMatchAlert(interaction: Interaction, blockers: readonly PolicyDecision[]): AlertCandidate {
  const title = `Found afterwards, not blocked: ${subjectIn(interaction)} to ${serviceOf(interaction)} matches ${namesOf(blockers)}`
  const policies = blockers.map(({ policy_id }) => policy_id)
  return alertFor(interaction, 'high_risk', riskSeverity(interaction, 'medium'), title, policies)
}

/** Nearly all that passed inspection is told of nowhere: it is found with a look at three fields. */
function mayAlert(interaction: Interaction): boolean {
  const { enforced_action, risk_score } = interaction
  return enforced_action === 'block' || risk_score >= HIGH_RISK || failedInspection(interaction) !== undefined
}

function alertsOf(interaction: Interaction): AlertCandidate[] {
  const alerts: AlertCandidate[] = []
  const reason = failedInspection(interaction)
  const blocked = interaction.enforced_action === 'block'
  const blockers = blockersOf(interaction)
  // Under a closed fail mode a prompt is refused without any policy: that is the failed inspection's alert.
  if (blocked && (blockers.length > 0 || reason === undefined)) {
    const names = namesOf(blockers)
    const title = `${names === '' ? 'A policy' : names} blocked ${subjectIn(interaction)} to ${serviceOf(interaction)}`
    const policies = blockers.map(({ policy_id }) => policy_id)
    alerts.push(alertFor(interaction, 'policy_block', riskSeverity(interaction, 'medium'), title, policies))
  }
  if (passedAtHighRisk(interaction)) alerts.push(highRiskAlert(interaction))
  if (reason !== undefined && isUpgrade(interaction.content_metadata)) alerts.push(upgradeAlert(interaction, blocked))
  else if (reason !== undefined && (blocked || reason !== UNREADABLE_FILE)) {
    const outcome = blocked ? 'was refused' : 'passed'
    const title = `${capitalised(subjectIn(interaction))} to ${serviceOf(interaction)} could not be inspected and ${outcome}: ${reason}`
    alerts.push(alertFor(interaction, 'inspection_failed', blocked ? 'medium' : 'high', title, []))
  }
  return alerts
}

function blockersOf({ policy_decisions }: Interaction): PolicyDecision[] {
  return policy_decisions.filter(({ action }) => action === 'block')
}

function namesOf(decisions: readonly PolicyDecision[]): string {
  return decisions.map(({ policy_name }) => `“${policy_name}”`).join(', ')
}

/** Clients try one at each start: told each time, administrators would stop to look. Whose it was does not matter. */
function upgradeAlert(interaction: Interaction, refused: boolean): AlertCandidate {
  const { id, platform_id } = interaction
  const outcome = refused ? 'was refused' : 'passed'
  return {
    type: 'inspection_failed',
    severity: refused ? 'medium' : 'high',
    title: `A protocol upgrade (WebSocket) to ${serviceOf(interaction)} cannot be inspected and ${outcome}`.slice(
      0,
      300,
    ),
    description: refused
      ? 'No prompt was blocked: clients such as Codex continue over plain HTTP, where their prompts are inspected. There is one alert a day for each service.'
      : 'Its messages are neither inspected nor recorded, because WEIR_FAIL_MODE is open. There is one alert a day for each service.',
    interaction_id: id,
    user_id: null,
    platform_id,
    policy_ids: [],
    count: 1,
    once: 'a day',
  }
}

function passedAtHighRisk({ enforced_action, risk_score }: Interaction): boolean {
  return enforced_action !== 'block' && risk_score >= HIGH_RISK
}

function highRiskAlert(interaction: Interaction): AlertCandidate {
  const service = serviceOf(interaction)
  const isAnswer = interaction.direction === 'inbound'
  const title = isAnswer
    ? `An answer of high risk came from ${service}`
    : `${capitalised(subjectIn(interaction))} of high risk went to ${service}`
  return alertFor(interaction, 'high_risk', riskSeverity(interaction, 'high'), title, [])
}

function alertFor(
  interaction: Interaction,
  type: AlertType,
  severity: Severity,
  title: string,
  policy_ids: string[],
): AlertCandidate {
  return {
    type,
    severity,
    title: title.slice(0, 300),
    description: describeFindings(interaction),
    interaction_id: interaction.id,
    user_id: interaction.user_id,
    platform_id: interaction.platform_id,
    policy_ids,
    count: 1,
    ...(telemetryIn(interaction.content_metadata) !== undefined && { about: TELEMETRY }),
  }
}

/** @param first the interaction with it; undefined if it was seen without one */
export function newServiceAlert(platform: string, first: Interaction | undefined, remark = ''): AlertCandidate {
  return {
    type: 'new_ai_service',
    severity: 'low',
    title: `${nameOfAiService(platform).name} is used for the first time`,
    description: `${remark}Decide in the inventory whether it is sanctioned, tolerated or unsanctioned.`,
    interaction_id: first?.id ?? null,
    user_id: first?.user_id ?? null,
    platform_id: platform,
    policy_ids: [],
    count: 1,
  }
}

function riskSeverity({ risk_score }: Interaction, otherwise: Severity): Severity {
  if (risk_score >= CRITICAL_RISK) return 'critical'
  return risk_score >= HIGH_RISK ? 'high' : otherwise
}

/** The reason a proxy gives where it could not read all of a prompt (docs/reference/proxy-rules.md, What is inspected). */
function failedInspection({ content_metadata, direction }: Interaction): string | undefined {
  // An answer is only looked at: that part of a long one was left out is on its record.
  if (direction === 'inbound') return undefined
  const { inspection } = content_metadata
  if (typeof inspection !== 'object' || inspection === null || !('status' in inspection)) return undefined
  if (inspection.status !== 'partial' && inspection.status !== 'none') return undefined
  const reason = 'reason' in inspection ? inspection.reason : undefined
  return typeof reason === 'string' && /^[a-z_]{1,40}$/.test(reason) ? reason : 'unknown'
}

/** What it is in a sentence: nobody is to look for a prompt that nobody wrote. */
function subjectIn({ content_metadata }: Interaction): 'telemetry' | 'a prompt' {
  return telemetryIn(content_metadata) === undefined ? 'a prompt' : 'telemetry'
}

function capitalised(subject: string): string {
  return subject.charAt(0).toUpperCase() + subject.slice(1)
}

function serviceOf({ platform_id }: Interaction): string {
  return nameOfAiService(platform_id).name
}

/** Same type, user, platform and policies: one alert that counts, as severe as its worst. */
export function addUp(candidates: readonly AlertCandidate[]): AlertCandidate[] {
  const sums = new Map<string, AlertCandidate>()
  for (const candidate of candidates) {
    const key = JSON.stringify(subjectOf(candidate))
    const sum = sums.get(key)
    sums.set(key, sum === undefined ? candidate : { ...worse(sum, candidate), count: sum.count + candidate.count })
  }
  return [...sums.values()]
}

function worse(a: AlertCandidate, b: AlertCandidate): AlertCandidate {
  return SEVERITIES.indexOf(b.severity) > SEVERITIES.indexOf(a.severity) ? b : a
}
