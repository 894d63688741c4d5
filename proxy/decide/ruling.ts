import type { InspectionReason, InspectionStatus } from '../../core/model/inspection-status.ts'
import type { EnforcedAction, PolicyDecision } from '../../core/model/interaction.ts'
import type { Policy } from '../../core/model/policy.ts'
import { enforcedOf, evaluate, type Facts, type Resolution, type SeenAndFresh } from '../../core/policy/evaluate.ts'
import type { ApplyingExceptions, ExceptedPolicy } from '../../core/policy/exceptions.ts'
import type { Given, Reason } from '../banner/notice.ts'

export type { InspectionReason, InspectionStatus }

/** The settings that decide about a prompt. */
export interface Enforcement {
  readonly enforcement: 'enforce' | 'observe'
  readonly policyResolution: Resolution
  readonly failMode: 'closed' | 'open'
  /** What happens to files that cannot be read: images, audio, encrypted files. */
  readonly failModeFiles: 'closed' | 'open'
}

export interface Ruling {
  /** What happens, as recorded. */
  readonly action: EnforcedAction
  /** What a refusal is for: a policy, or a prompt that could not be inspected. */
  readonly refusedBy: 'policy' | 'fail_mode' | undefined
  /** Every matching policy, in evaluation order. */
  readonly decisions: readonly PolicyDecision[]
  /** The decision that the action follows; undefined if none matched or the fail mode decided. */
  readonly deciding: PolicyDecision | undefined
  /** The types the deciding policy is about; empty if it names none. */
  readonly decidingTypes: readonly string[]
  /** Whether the deciding policy has a condition on findings, or only on the service, the user and the like. */
  readonly isAboutFindings: boolean
  /** In observe mode: what would have happened. */
  readonly observedAction: EnforcedAction | undefined
  /** Policies that matched and do not hold because of an exception. */
  readonly excepted: readonly ExceptedPolicy[]
  /** What policies did not block because a person gave a reason. */
  readonly justified?: Justified | undefined
  /** Policies that block, and would not if the person gave a reason; none where a reason would change nothing. */
  readonly askedBy?: readonly string[]
  readonly inspection: InspectionStatus
}

export interface Justified {
  readonly policies: readonly string[]
  readonly reason: Reason
}

/**
 * Decides over one prompt: a policy that matches what could be read is enforced in both fail modes; what was not wholly
 * read, or came before there were any policies, is judged by WEIR_FAIL_MODE.
 */
export function rule(
  facts: Facts,
  status: InspectionStatus,
  policies: { readonly available: boolean; readonly policies: readonly Policy[] },
  settings: Enforcement,
  exceptions?: ApplyingExceptions,
  apart?: SeenAndFresh,
  given?: Given,
): Ruling {
  const inspection: InspectionStatus = policies.available ? status : withoutPolicies(status)
  const verdict = evaluate(policies.policies, facts, settings.policyResolution, exceptions, apart)
  const failsClosed = inspection.status !== 'full' && failModesFor(inspection, settings).includes('closed')
  if (verdict.decisions.length === 0 && !failsClosed) return unmatched(verdict.excepted, inspection, settings)
  const blocking = verdict.decisions.filter(({ action }) => action === 'block').map(({ policy_id }) => policy_id)
  const justifiable = blocking.length === 0 ? NOTHING : justifiableOf(policies.policies, blocking)
  const reasoned = new Set(given?.policies)
  const lifted = justifiable.filter((id) => reasoned.has(id))
  const isLifted = new Set(lifted)
  const left = verdict.decisions.filter(({ policy_id }) => !isLifted.has(policy_id))
  const enforced = lifted.length === 0 ? verdict.enforced : enforcedOf(left, settings.policyResolution)
  const ruled = enforced?.action ?? (lifted.length > 0 ? 'log' : verdict.action)
  const refusedBy = ruled === 'block' ? 'policy' : failsClosed ? 'fail_mode' : undefined
  const action = refusedBy === undefined ? ruled : 'block'
  const deciding = refusedBy === 'fail_mode' ? undefined : enforced
  const isLiftable = refusedBy === 'policy' && !failsClosed && justifiable.length === blocking.length
  const askedBy = isLiftable ? justifiable : []
  const justified = given !== undefined && lifted.length > 0 ? { policies: lifted, reason: given.reason } : undefined
  const policy = policies.policies.find(({ id }) => id === deciding?.policy_id)
  const decidingTypes = typesOf(policy)
  const isAboutFindings = policy?.rules.conditions.some(({ field }) => FINDING_FIELDS.has(field)) === true
  const { decisions, excepted } = verdict
  const common = { decisions, deciding, decidingTypes, isAboutFindings, excepted, justified, inspection }
  if (settings.enforcement === 'enforce') return { ...common, action, refusedBy, askedBy, observedAction: undefined }
  return {
    ...common,
    action: verdict.decisions.length > 0 ? 'log' : 'allow',
    refusedBy: undefined,
    askedBy: [],
    observedAction: action,
  }
}

/** No policy says anything, as of most prompts. */
function unmatched(excepted: Ruling['excepted'], inspection: InspectionStatus, { enforcement }: Enforcement): Ruling {
  return {
    decisions: NOTHING,
    deciding: undefined,
    decidingTypes: NOTHING,
    isAboutFindings: false,
    excepted,
    justified: undefined,
    inspection,
    action: 'allow',
    refusedBy: undefined,
    askedBy: NOTHING,
    observedAction: enforcement === 'enforce' ? undefined : 'allow',
  }
}

const NOTHING: readonly never[] = []

/** Those of the policies that block which would not if the person gave a reason. */
function justifiableOf(policies: readonly Policy[], blocking: readonly string[]): readonly string[] {
  const asking = new Set(policies.filter(({ rules }) => rules.require_justification === true).map(({ id }) => id))
  return blocking.filter((id) => asking.has(id))
}

const FINDING_FIELDS: ReadonlySet<string> = new Set(['classifications', 'classification_count', 'risk_score'])

function withoutPolicies({ reason, hasUnreadableFile }: InspectionStatus): InspectionStatus {
  const hasFile = reason === 'unreadable_file' || hasUnreadableFile === true
  return { status: 'none', reason: 'no_policies', ...(hasFile && { hasUnreadableFile: true }) }
}

/** The fail modes that judge an inspection; none if it was full. */
function failModesFor({ status, reason, hasUnreadableFile }: InspectionStatus, settings: Enforcement): string[] {
  if (status === 'full') return []
  const modes: string[] = []
  if (reason !== 'unreadable_file') modes.push(settings.failMode)
  if (reason === 'unreadable_file' || hasUnreadableFile === true) modes.push(settings.failModeFiles)
  return modes
}

function typesOf(policy: Policy | undefined): string[] {
  return (policy?.rules.conditions ?? []).flatMap((condition) =>
    condition.field === 'classifications' && condition.operator === 'contains' ? [condition.value] : [],
  )
}
