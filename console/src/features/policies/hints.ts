import type { Condition, Policy, Rules } from '../../../../core/model/policy.ts'
import { isFoundAfterwards } from '../../../../core/model/type-names.ts'

export type Hint = 'never' | 'everything' | 'exact-risk' | 'late' | 'inbound' | 'same' | 'no-effect'

interface Interval {
  readonly low: number
  readonly high: number
}

/** What is probably not meant, each with a reason that the page gives; none of it keeps anybody from saving. */
export function hintsOf(rules: Rules, others: readonly Policy[]): Hint[] {
  const { action, conditions } = rules
  const enabled = others.filter((other) => other.enabled)
  const hints: (readonly [Hint, boolean])[] = [
    ['never', isContradiction(conditions)],
    ['everything', conditions.length === 0],
    ['exact-risk', conditions.some(({ field, operator }) => field === 'risk_score' && operator === 'eq')],
    [
      'late',
      action !== 'log' &&
        conditions.some(
          (one) => one.field === 'classifications' && one.operator === 'contains' && isFoundAfterwards(one.value),
        ),
    ],
    ['inbound', conditions.some(({ field, value }) => field === 'direction' && value === 'inbound')],
    ['same', others.some((other) => isSame(other.rules, rules))],
    [
      'no-effect',
      !isContradiction(conditions) &&
        enabled.some(
          (other) =>
            !isSame(other.rules, rules) &&
            isAsStrict(other.rules, rules) &&
            implies(conditions, other.rules.conditions),
        ),
    ],
  ]
  return hints.filter(([, applies]) => applies).map(([hint]) => hint)
}

const STRICTNESS = { block: 2, coach: 1, log: 0 } as const

function isAsStrict(a: Rules, b: Rules): boolean {
  return STRICTNESS[a.action] >= STRICTNESS[b.action]
}

function isSame(a: Rules, b: Rules): boolean {
  const text = ({ action, conditions }: Rules) =>
    JSON.stringify([action, conditions.map((one) => JSON.stringify(one)).sort()])
  return text(a) === text(b)
}

/** Whether no prompt can meet all of these. */
export function isContradiction(conditions: readonly Condition[]): boolean {
  const types = (operator: string) =>
    conditions.flatMap((one) => (one.field === 'classifications' && one.operator === operator ? [one.value] : []))
  const absent = types('not_contains')
  if (types('contains').some((type) => absent.includes(type))) return true
  if ((['risk_score', 'classification_count'] as const).some((field) => isEmpty(intervalOf(conditions, field))))
    return true
  return (['platform_id', 'source', 'direction', 'user_id'] as const).some((field) => {
    const allowed = allowedOf(conditions, field)
    return allowed !== undefined && allowed.length === 0
  })
}

/** Whether every prompt that meets `strong` meets `weak` as well; where it cannot be told, no. */
export function implies(strong: readonly Condition[], weak: readonly Condition[]): boolean {
  return weak.every((condition) => isImplied(strong, condition))
}

function isImplied(strong: readonly Condition[], condition: Condition): boolean {
  if (strong.some((one) => JSON.stringify(one) === JSON.stringify(condition))) return true
  const { field } = condition
  if (field === 'risk_score' || field === 'classification_count') {
    const inner = intervalOf(strong, field)
    const outer = intervalOf([condition], field)
    return inner.low >= outer.low && inner.high <= outer.high
  }
  if (field === 'classifications') return false
  const allowed = allowedOf(strong, field)
  const wanted = allowedOf([condition], field)
  if (allowed === undefined) return false
  if (wanted !== undefined) return allowed.every((value) => wanted.includes(value))
  return 'value' in condition && !allowed.includes(String(condition.value))
}

/** Strict bounds are moved by a hair, which keeps them apart from the ones that are not. */
const HAIR = 1e-9

function intervalOf(conditions: readonly Condition[], field: 'risk_score' | 'classification_count'): Interval {
  let [low, high] = [0, field === 'risk_score' ? 1 : Number.POSITIVE_INFINITY]
  for (const condition of conditions) {
    if (condition.field !== field) continue
    const { operator, value } = condition
    if (operator === 'gte' || operator === 'eq') low = Math.max(low, value)
    if (operator === 'gt') low = Math.max(low, value + HAIR)
    if (operator === 'lte' || operator === 'eq') high = Math.min(high, value)
    if (operator === 'lt') high = Math.min(high, value - HAIR)
  }
  return { low, high }
}

function isEmpty({ low, high }: Interval): boolean {
  return low > high
}

/** The values that are left for a field; undefined where no condition names those allowed. */
function allowedOf(conditions: readonly Condition[], field: Condition['field']): readonly string[] | undefined {
  let allowed: readonly string[] | undefined
  const forbidden: string[] = []
  for (const condition of conditions) {
    if (condition.field !== field) continue
    const values = (Array.isArray(condition.value) ? condition.value : [condition.value]).map(String)
    if (condition.operator === 'ne') forbidden.push(...values)
    else allowed = allowed === undefined ? values : allowed.filter((value) => values.includes(value))
  }
  return allowed?.filter((value) => !forbidden.includes(value))
}
