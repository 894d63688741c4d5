import type { Classification } from '../model/classification.ts'
import { undisguised } from './disguise/views.ts'
import { RuleEngine } from './engine.ts'
import { normalise } from './normalise.ts'
import { resolveOverlaps } from './overlap.ts'
import type { Candidate } from './rule.ts'
import { RULES } from './rules/all.ts'
import { surroundings } from './surroundings.ts'
import { plainView, type View, viewOfSlice } from './view.ts'

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
/** What is found only after joining or decoding may be chance. */
const DERIVED_FACTOR = 0.95

/** Finds sensitive values in a text, whatever it holds; never throws. */
export function classify(text: string, options: ClassifyOptions = {}): Classified {
  const tier = options.tier ?? 2
  const engine = ENGINES[tier]
  const isOverBudget = options.isOverBudget ?? (() => false)
  let complete = true
  const detect = (view: View, sweep: boolean): Candidate[] => {
    const detection = engine.detect(view.text, isOverBudget, sweep)
    complete &&= detection.complete
    return detection.candidates.map((candidate) => inOriginal(candidate, view, text))
  }
  const raw = plainView(text)
  const normalised = normalise(raw)
  const visible = detect(normalised ?? raw, true)
  // Both are looked at where they differ in more than typography: taking invisible characters out may join what was apart.
  for (const { from, to, isWhole } of surroundings(normalised?.changes ?? [], text.length)) {
    for (const candidate of detect(viewOfSlice(raw, from, to), false)) if (isWhole(candidate)) visible.push(candidate)
  }
  const found = resolveOverlaps(visible)
  for (const view of undisguised(raw, normalised, tier)) {
    if (isOverBudget()) {
      complete = false
      break
    }
    for (const candidate of resolveOverlaps(detect(view, false))) addDerived(found, candidate)
  }
  const classifications = found.map(({ type, score, start, end }) => {
    return { type, value: text.slice(start, end), score: Math.round(score * 100) / 100, start, end }
  })
  return { classifications, complete }
}

/**
 * Adds what a derived view shows, unless it contradicts what can be seen as it stands: it may only complete a finding of its own
 * type ("pont@orange.fr" of "mari**e.du**pont@orange.fr"). `found` is in order of the text and stays so.
 */
function addDerived(found: Candidate[], candidate: Candidate): void {
  const first = firstEndingAfter(found, candidate.start)
  let last = first
  while (last < found.length && (found[last]?.start ?? 0) < candidate.end) last++
  const isCompletion = found.slice(first, last).every(({ type, start, end }) => {
    const isLonger = end - start < candidate.end - candidate.start
    return type === candidate.type && isLonger && candidate.start <= start && end <= candidate.end
  })
  if (isCompletion) found.splice(first, last - first, { ...candidate, score: candidate.score * DERIVED_FACTOR })
}

function firstEndingAfter(found: readonly Candidate[], position: number): number {
  let low = 0
  let high = found.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((found[middle]?.end ?? 0) > position) high = middle
    else low = middle + 1
  }
  return low
}

function inOriginal(candidate: Candidate, view: View, text: string): Candidate {
  const { start, end } = view.original(candidate.start, candidate.end)
  if (start === candidate.start && end === candidate.end) return candidate
  const disguised = text.slice(start, end) !== view.text.slice(candidate.start, candidate.end)
  const score = disguised ? Math.min(SCORE_MAX, candidate.score + DISGUISE_BONUS) : candidate.score
  return { ...candidate, score, start, end }
}
