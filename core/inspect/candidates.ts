import type { Verdict } from './context.ts'
import { type Candidate, REPORTED_MIN, type Rule } from './rule.ts'

/** The work ends at more candidates than this in one text. No person types as many, and each costs memory. */
export const CANDIDATES_MAX = 100_000

/** Adds a finding with the score that its context gives it, unless that is too low to report. */
export function report(candidates: Candidate[], rule: Rule, start: number, end: number, verdict: Verdict): void {
  const { plain, context, contrary = 0 } = rule.scores
  const score = verdict === 'for' ? context : verdict === 'against' ? contrary : plain
  if (score >= REPORTED_MIN) candidates.push(candidateOf(rule, start, end, score))
}

export function candidateOf(rule: Rule, start: number, end: number, score: number): Candidate {
  return { type: rule.type, ruleId: rule.id, score, validated: rule.validated === true, start, end }
}
