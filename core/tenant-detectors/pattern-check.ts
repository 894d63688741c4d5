import { compileAllowed } from './allow-list.ts'
import { ORDINARY_TEXT } from './ordinary-text.ts'
import { type CheckLimits, costOf, slownessProblem } from './pattern-cost.ts'
import { compilePattern, OwnPattern } from './patterns.ts'

const ORDINARY_FINDINGS_MAX = 10
const ORDINARY_SHARE_MAX = 0.1

export interface PatternToCheck {
  readonly pattern: string
  readonly ignoreCase: boolean
  readonly wholeWords: boolean
}

/** Why a pattern is refused, as a sentence about it; undefined if it may be saved. Takes up to a second. */
export function patternProblem(toCheck: PatternToCheck, limits: CheckLimits): string | undefined {
  return (
    syntaxProblem(() => compilePattern(toCheck.pattern, toCheck.ignoreCase), toCheck.pattern) ??
    emptyProblem(toCheck) ??
    slownessProblem(costOf(toCheck, limits), limits) ??
    commonnessProblem(toCheck)
  )
}

/** The same for a pattern of an allow-list, which is tried on single values only. */
export function allowedPatternProblem(pattern: string, limits: CheckLimits): string | undefined {
  // By itself too: brackets that do not match may match with those around it.
  const problem =
    syntaxProblem(() => compilePattern(pattern, false), pattern) ??
    syntaxProblem(() => compileAllowed(pattern), pattern)
  if (problem !== undefined) return problem
  const regexp = compileAllowed(pattern)
  const isMatch = (value: string) => {
    regexp.lastIndex = 0
    return regexp.test(value)
  }
  if (UNLIKE_VALUES.every(isMatch)) return 'matches anything: no finding would be left'
  return slownessProblem(costOf({ pattern, ignoreCase: false, isAllowed: true }, limits), limits)
}

/** Values that have nothing in common. */
const UNLIKE_VALUES = ['jo@example.com', '4111 1111 1111 1111', 'Ada Lovelace', 'xK9_f2-Lq8Zr'] as const

function syntaxProblem(compile: () => unknown, pattern: string): string | undefined {
  try {
    compile()
    return undefined
  } catch (error) {
    return explain((error as Error).message, pattern)
  }
}

/** RE2 says what it does not understand as `kind: fragment` (re2.cc, kErrorStrings). */
function explain(message: string, pattern: string): string {
  const [kind = '', ...rest] = message.split(': ')
  const fragment = rest.join(': ')
  const at = fragment === '' ? -1 : pattern.indexOf(fragment)
  const where = at === -1 ? '' : ` at position ${at + 1}`
  if (/^\(\?<?[=!]/.test(fragment)) return `has a look-around${where}, which RE2 does not know`
  if (kind === 'invalid escape sequence' && /^\\[\dk]/.test(fragment)) {
    return `has a back-reference${where}, which RE2 does not know`
  }
  if (kind.includes('too large')) return 'is too large: RE2 cannot compile it within its memory'
  return `is no RE2 pattern: ${kind}${where}`
}

function emptyProblem({ pattern, ignoreCase }: PatternToCheck): string | undefined {
  const regexp = compilePattern(pattern, ignoreCase)
  for (const text of ['', ' ', 'a', '0', '\n', 'a b', '-', pattern, ORDINARY_TEXT]) {
    regexp.lastIndex = 0
    for (let tries = 0; tries < 100; tries++) {
      const match = regexp.exec(text)
      if (match === null) break
      const [start, end] = match.indices?.groups?.value ?? [0, match[0].length]
      if (end === start) return 'can match the empty string: every text would be full of findings'
    }
  }
  return undefined
}

function commonnessProblem({ pattern, ignoreCase, wholeWords }: PatternToCheck): string | undefined {
  const rule = { ruleId: 'check', type: 'CHECK', context: [], score: 1, contextScore: 1 }
  const { candidates } = new OwnPattern({ ...rule, pattern, ignoreCase, wholeWords }).detect(ORDINARY_TEXT, () => false)
  const covered = candidates.reduce((sum, { start, end }) => sum + end - start, 0)
  if (candidates.length <= ORDINARY_FINDINGS_MAX && covered <= ORDINARY_TEXT.length * ORDINARY_SHARE_MAX)
    return undefined
  return `matches nearly everything: ${candidates.length} times in an ordinary text of ${ORDINARY_TEXT.length} characters`
}
