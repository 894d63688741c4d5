import { randomUUID } from 'node:crypto'
import type { DetectorRule, DetectorTestResult, KnownValuesIndex } from '../../core/model/detector.ts'
import { compileDetectors } from '../../core/tenant-detectors/compile.ts'
import { hashKnownValues, KnownValueError } from '../../core/tenant-detectors/known-values.ts'
import { allowedPatternProblem, patternProblem } from '../../core/tenant-detectors/pattern-check.ts'
import type { Detail } from '../http/api-error.ts'

/** A job for the thread: check a rule, hash its values and, if there is a text, try it on the text. */
export interface PreparationJob {
  readonly rule: DetectorRule
  /** Of the tenant's known values. */
  readonly key: Uint8Array
  readonly text?: string | undefined
}

export interface Prepared {
  /** Why the rule is refused; empty if it is not. */
  readonly problems: readonly Detail[]
  /** Of known values. */
  readonly index?: KnownValuesIndex | undefined
  /** Set if there was a text. */
  readonly result?: DetectorTestResult | undefined
}

const REFUSED_MAX = 50

/** The work of the thread: takes up to a second of processor time, and cannot be interrupted from within. */
export async function prepare({ rule, key, text }: PreparationJob): Promise<Prepared> {
  const problems = problemsOf(rule)
  if (problems.length > 0) return { problems }
  try {
    const index =
      rule.kind === 'known_values' ? hashKnownValues(rule.values, rule.ignore_case, Buffer.from(key)) : undefined
    return { problems, index, result: text === undefined ? undefined : await tryOut(rule, index, text) }
  } catch (error) {
    if (!(error instanceof KnownValueError)) throw error
    return { problems: [{ path: `values.${error.index}`, message: error.message }] }
  }
}

function problemsOf(rule: DetectorRule): Detail[] {
  if (rule.kind === 'pattern') {
    const { pattern, ignore_case, whole_words } = rule
    const message = patternProblem({ pattern, ignoreCase: ignore_case, wholeWords: whole_words }, { cpuMs })
    return message === undefined ? [] : [{ path: 'pattern', message }]
  }
  if (rule.kind !== 'allow_list') return []
  return rule.patterns
    .flatMap((pattern, index) => {
      const message = allowedPatternProblem(pattern)
      return message === undefined ? [] : [{ path: `patterns.${index}`, message }]
    })
    .slice(0, REFUSED_MAX)
}

async function tryOut(
  rule: DetectorRule,
  index: KnownValuesIndex | undefined,
  text: string,
): Promise<DetectorTestResult> {
  // The built-in rules take a while to load, and saving needs none of them.
  const { classify } = await import('../../core/inspect/classify.ts')
  const id = randomUUID()
  const frame = { id, tenant_id: id, name: '', description: '', created_at: '', updated_at: '', created_by: '' }
  const type = rule.kind === 'allow_list' ? undefined : rule.type
  // A type of its own separates its findings from those of the built-in rules.
  const tried = type === undefined ? rule : { ...rule, type: UNDER_TEST, index, value_count: 0 }
  const { set } = compileDetectors([{ ...frame, enabled: true, ...tried }])
  const withIt = classify(text, { extra: set }).classifications
  if (type !== undefined) {
    const own = withIt.filter((finding) => finding.type === UNDER_TEST)
    return { classifications: own.map((finding) => ({ ...finding, type })), dropped: [] }
  }
  const isKept = ({ type, start, end }: Finding) =>
    withIt.some((kept) => kept.type === type && kept.start === start && kept.end === end)
  return { classifications: [], dropped: classify(text).classifications.filter((finding) => !isKept(finding)) }
}

const UNDER_TEST = 'DETECTOR_UNDER_TEST'

type Finding = DetectorTestResult['dropped'][number]

/** Processor time of this thread, so that other work on the machine does not make a pattern look slow. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
