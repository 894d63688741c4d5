import { randomUUID } from 'node:crypto'
import { ownRunningTimes, threadCpuMs } from '../../config/running-time.ts'
import { classify } from '../../core/inspect/classify.ts'
import type { Classification } from '../../core/model/classification.ts'
import type { DetectorRule, DetectorTestResult, KnownValuesIndex } from '../../core/model/detector.ts'
import { compileDetectors } from '../../core/tenant-detectors/compile.ts'
import { hashKnownValues, KnownValueError } from '../../core/tenant-detectors/known-values.ts'
import { allowedPatternProblem, patternProblem } from '../../core/tenant-detectors/pattern-check.ts'
import {
  type CheckLimits,
  type KnownCosts,
  type PatternSource,
  togetherProblem,
} from '../../core/tenant-detectors/pattern-cost.ts'
import type { Detail } from '../http/api-error.ts'
import { patternsOf } from './rule-sizes.ts'

/** A job for the thread: check a rule, hash its values and, if there is a text, try it on the text. */
export interface PreparationJob {
  readonly rule: DetectorRule
  /** Of the tenant's known values. */
  readonly key: Uint8Array
  readonly text?: string | undefined
  /** All patterns that the tenant has besides. */
  readonly others?: readonly PatternSource[]
  /** Milliseconds that the thread may run to find what the rule finds in the text. */
  readonly budgetMs: number
}

export interface Prepared {
  /** Why the rule is refused; empty if it is not. */
  readonly problems: readonly Detail[]
  /** Why it is refused together with the others, as a sentence. */
  readonly togetherProblem?: string | undefined
  /** Of known values. */
  readonly index?: KnownValuesIndex | undefined
  /** Set if there was a text, and time for all of it. */
  readonly result?: DetectorTestResult | undefined
}

const REFUSED_MAX = 50
/** Patterns are tried again with each that is added to them: a thread tries each once. */
const known: KnownCosts = new Map()
const KNOWN_MAX = 10_000
const LIMITS: CheckLimits = { cpuMs: threadCpuMs, now: () => performance.now(), known }

/** The work of the thread: takes up to a second of processor time, and cannot be interrupted from within. */
export function prepare(job: PreparationJob): Prepared {
  const { rule, key, text, others } = job
  if (known.size > KNOWN_MAX) known.clear()
  const problems = problemsOf(rule)
  if (problems.length > 0) return { problems }
  const own = patternsOf(rule)
  const together = others && own.length > 0 ? togetherProblem([...own, ...others], LIMITS) : undefined
  if (together !== undefined) return { problems, togetherProblem: together }
  try {
    const index =
      rule.kind === 'known_values' ? hashKnownValues(rule.values, rule.ignore_case, Buffer.from(key)) : undefined
    return { problems, index, result: text === undefined ? undefined : tryOut(job, index, text) }
  } catch (error) {
    if (!(error instanceof KnownValueError)) throw error
    return { problems: [{ path: `values.${error.index}`, message: error.message }] }
  }
}

function problemsOf(rule: DetectorRule): Detail[] {
  if (rule.kind === 'pattern') {
    const { pattern, ignore_case, whole_words } = rule
    const message = patternProblem({ pattern, ignoreCase: ignore_case, wholeWords: whole_words }, LIMITS)
    return message === undefined ? [] : [{ path: 'pattern', message }]
  }
  if (rule.kind !== 'allow_list') return []
  return rule.patterns
    .flatMap((pattern, index) => {
      const message = allowedPatternProblem(pattern, LIMITS)
      return message === undefined ? [] : [{ path: `patterns.${index}`, message }]
    })
    .slice(0, REFUSED_MAX)
}

/** Undefined if there was not time enough. */
function tryOut(
  { rule, budgetMs }: PreparationJob,
  index: KnownValuesIndex | undefined,
  text: string,
): DetectorTestResult | undefined {
  const id = randomUUID()
  const frame = { id, tenant_id: id, name: '', description: '', created_at: '', updated_at: '', created_by: '' }
  const type = rule.kind === 'allow_list' ? undefined : rule.type
  // A type of its own separates its findings from those of the built-in rules.
  const tried = type === undefined ? rule : { ...rule, type: UNDER_TEST, index, value_count: 0 }
  const { set } = compileDetectors([{ ...frame, enabled: true, ...tried }])
  const budget = ownRunningTimes.begin(budgetMs)
  const isOverBudget = () => budget.isSpent()
  const withIt = classify(text, { extra: set, isOverBudget }).classifications
  const without = type === undefined ? classify(text, { isOverBudget }).classifications : []
  if (budget.wasSpent) return undefined
  if (type !== undefined) {
    const own = withIt.filter((finding) => finding.type === UNDER_TEST)
    return { classifications: own.map((finding) => ({ ...finding, type })), dropped: [] }
  }
  const kept = new Set(withIt.map(placeOf))
  return { classifications: [], dropped: without.filter((finding) => !kept.has(placeOf(finding))) }
}

function placeOf({ type, start, end }: Classification): string {
  return `${type} ${start} ${end}`
}

const UNDER_TEST = 'DETECTOR_UNDER_TEST'
