import type { Facts, Finding } from '../model/facts.ts'
import type { EnforcedAction, PolicyDecision } from '../model/interaction.ts'
import type { Condition, Policy, PolicyAction } from '../model/policy.ts'
import { typeNow } from '../model/type-names.ts'
import type { ApplyingExceptions, ExceptedPolicy } from './exceptions.ts'

/** Strictest first: what `strictest` resolution compares by. */
const ACTIONS_BY_STRICTNESS: readonly PolicyAction[] = ['block', 'coach', 'log']

export type { Facts }

export type Resolution = 'strictest' | 'first_match'

export interface Verdict {
  /** Every match, in evaluation order: priority ascending, then created_at, then id. */
  readonly decisions: readonly PolicyDecision[]
  /** The decision that is enforced; undefined if nothing matched. */
  readonly enforced: PolicyDecision | undefined
  readonly action: EnforcedAction
  /** Policies that matched and do not hold because of an exception: they are no decisions. */
  readonly excepted: readonly ExceptedPolicy[]
}

/** The facts of what was sent before and let through, and of what is new. */
export interface SeenAndFresh {
  readonly seen: Facts
  readonly fresh: Facts
}

type OrderedPolicy = Pick<Policy, 'id' | 'name' | 'rules' | 'enabled' | 'priority' | 'created_at'>

/** Sorts policies into evaluation order and drops the disabled ones; done once per change, not per request. */
export function prepare<P extends OrderedPolicy>(policies: readonly P[]): P[] {
  return policies
    .filter((policy) => policy.enabled)
    .sort((a, b) => a.priority - b.priority || compare(a.created_at, b.created_at) || compare(a.id, b.id))
}

/**
 * `prepared` comes from prepare(). A policy matches when all its conditions do; no conditions match everything.
 * @param exceptions those that apply to this service and user
 * @param apart where some of the findings are old: a policy that coaches or logs, that the old ones alone match, and the new ones alone do
 *   not, is no match. One that blocks is one: its findings may have been let through one by one, and never together.
 */
export function evaluate(
  prepared: readonly OrderedPolicy[],
  facts: Facts,
  resolution: Resolution,
  exceptions?: ApplyingExceptions,
  apart?: SeenAndFresh,
): Verdict {
  const decisions: PolicyDecision[] = []
  const excepted: ExceptedPolicy[] = []
  let isPassedOver = false
  const typesOf = rememberedTypes()
  for (const policy of prepared) {
    const { id, name, rules } = policy
    const matches = (some: Facts) => rules.conditions.every((condition) => holds(condition, some, typesOf))
    if (!matches(facts)) continue
    const excepted_by = exceptions?.liftedBy(id, facts, matches)
    if (excepted_by !== undefined) {
      excepted.push({ policy_id: id, policy_name: name, action: rules.action, excepted_by })
      continue
    }
    if (apart !== undefined && matches(apart.seen)) {
      const isOld = !matches(apart.fresh) || exceptions?.liftedBy(id, apart.fresh, matches) !== undefined
      // By the first match, one that is passed over stood before this block also when all of it was let through.
      const isBlock = rules.action === 'block' && !(resolution === 'first_match' && isPassedOver)
      if (isOld && !isBlock) {
        isPassedOver = true
        continue
      }
    }
    decisions.push(decisionOf(policy))
  }
  const enforced = enforcedOf(decisions, resolution)
  return { decisions, enforced, action: enforced?.action ?? 'allow', excepted }
}

const decisionsMade = new WeakMap<object, PolicyDecision>()

/** The same object for each interaction: thousands of interactions that match thousands of policies are millions of decisions. */
function decisionOf(policy: Pick<Policy, 'id' | 'name' | 'rules'>): PolicyDecision {
  const known = decisionsMade.get(policy)
  if (known !== undefined) return known
  const { id, name, rules } = policy
  const made = { policy_id: id, policy_name: name, action: rules.action, matched_conditions: rules.conditions.length }
  decisionsMade.set(policy, made)
  return made
}

/** Of decisions in evaluation order, the one that is enforced. */
export function enforcedOf(decisions: readonly PolicyDecision[], resolution: Resolution): PolicyDecision | undefined {
  return resolution === 'first_match' ? decisions[0] : strictest(decisions)
}

/** The types of findings, where that is less work than to look at each finding for each condition. */
type TypesOf = (findings: readonly Finding[]) => ReadonlySet<string> | undefined

/** Up to this number of findings, looking at each is quicker than making a set. */
const FEW_FINDINGS = 16

/** For one evaluation, in which no list of findings changes: a thousand findings and fifty thousand conditions are a quarter of a second else. */
function rememberedTypes(): TypesOf {
  let known: Map<readonly Finding[], ReadonlySet<string>> | undefined
  return (findings) => {
    if (findings.length <= FEW_FINDINGS) return undefined
    known ??= new Map()
    const types = known.get(findings) ?? new Set(findings.map(({ type }) => typeNow(type)))
    known.set(findings, types)
    return types
  }
}

/** Whether one condition holds for these facts; the specification's table of fields and operators. */
export function holds(condition: Condition, facts: Facts, typesOf?: TypesOf): boolean {
  switch (condition.field) {
    case 'platform_id':
    case 'source': {
      const actual: string = facts[condition.field]
      const wanted: readonly string[] = Array.isArray(condition.value) ? condition.value : [condition.value]
      return condition.operator === 'ne' ? !wanted.includes(actual) : wanted.includes(actual)
    }
    case 'risk_score':
      return compares(facts.risk_score, condition.operator, condition.value)
    case 'classification_count':
      return compares(facts.classifications.length, condition.operator, condition.value)
    case 'classifications': {
      const wanted = typeNow(condition.value)
      const { classifications } = facts
      const types = typesOf?.(classifications)
      const found =
        types?.has(wanted) ?? classifications.some(({ type }) => type === wanted || typeNow(type) === wanted)
      return condition.operator === 'contains' ? found : !found
    }
    case 'direction':
      return facts.direction === condition.value
    case 'user_id':
      return condition.operator === 'eq' ? facts.user_id === condition.value : facts.user_id !== condition.value
  }
}

function compares(actual: number, operator: 'eq' | 'lt' | 'lte' | 'gt' | 'gte', wanted: number): boolean {
  switch (operator) {
    case 'eq':
      return actual === wanted
    case 'lt':
      return actual < wanted
    case 'lte':
      return actual <= wanted
    case 'gt':
      return actual > wanted
    case 'gte':
      return actual >= wanted
  }
}

function strictest(decisions: readonly PolicyDecision[]): PolicyDecision | undefined {
  return decisions.reduce<PolicyDecision | undefined>(
    (best, decision) => (best === undefined || rank(decision.action) < rank(best.action) ? decision : best),
    undefined,
  )
}

function rank(action: PolicyAction): number {
  return ACTIONS_BY_STRICTNESS.indexOf(action)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
