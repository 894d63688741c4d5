import type { Classification } from '../model/classification.ts'
import { RuleEngine } from './engine.ts'
import { normalise } from './normalise.ts'
import { resolveOverlaps } from './overlap.ts'
import type { Candidate } from './rule.ts'
import { RULES } from './rules/all.ts'
import { plainView, type View } from './view.ts'

export interface ClassifyOptions {
  /** 1: values with a checksum or a strict form. 2 (the default) adds those that need context. */
  readonly tier?: 1 | 2
  /** Asked now and then; true ends the work early, and the result says so. */
  readonly isOverBudget?: () => boolean
}

export interface Classified {
  /** In order of the text, not overlapping; `text.slice(start, end) === value`. */
  readonly classifications: Classification[]
  /** false where the budget or a limit ended the work early: the text was inspected only in part. */
  readonly complete: boolean
}

const ENGINES = {
  1: new RuleEngine(RULES.filter((rule) => rule.tier === 1)),
  2: new RuleEngine(RULES),
} as const

/** What a disguise adds to a score: nobody writes a card number in full-width digits by chance. */
const DISGUISE_BONUS = 0.03
const SCORE_MAX = 0.99

/** Finds sensitive values in a text, whatever it holds; never throws. */
export function classify(text: string, options: ClassifyOptions = {}): Classified {
  const engine = ENGINES[options.tier ?? 2]
  const isOverBudget = options.isOverBudget ?? (() => false)
  const raw = plainView(text)
  const normalised = normalise(raw)
  const candidates: Candidate[] = []
  let complete = true
  for (const view of normalised === undefined ? [raw] : [raw, normalised]) {
    const detection = engine.detect(view.text, isOverBudget)
    for (const candidate of detection.candidates) candidates.push(inOriginal(candidate, view, text))
    complete &&= detection.complete
  }
  const classifications = resolveOverlaps(candidates).map(({ type, score, start, end }) => {
    return { type, value: text.slice(start, end), score, start, end }
  })
  return { classifications, complete }
}

function inOriginal(candidate: Candidate, view: View, text: string): Candidate {
  const { start, end } = view.original(candidate.start, candidate.end)
  if (start === candidate.start && end === candidate.end) return candidate
  const disguised = text.slice(start, end) !== view.text.slice(candidate.start, candidate.end)
  const score = disguised ? Math.min(SCORE_MAX, candidate.score + DISGUISE_BONUS) : candidate.score
  return { ...candidate, score, start, end }
}
