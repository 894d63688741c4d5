import type { Classification } from '../model/classification.ts'
import { CANDIDATES_MAX } from './candidates.ts'
import { RuleEngine } from './engine.ts'
import type { ExtraDetectors } from './extra.ts'
import { type Findings, findIn } from './find.ts'
import type { Candidate } from './rule.ts'
import { RULES } from './rules/all.ts'

export interface ClassifyOptions {
  /** 1: values with a checksum or a strict form. 2 (the default) adds those that need context. */
  readonly tier?: 1 | 2
  /** Asked now and then; true ends the work early, and the result says so. */
  readonly isOverBudget?: () => boolean
  /** A tenant's own detectors; their findings may overlap others of another type. */
  readonly extra?: ExtraDetectors | undefined
}

export interface Classified {
  /** In order of the text, not overlapping (but for those of `extra`); `text.slice(start, end) === value`. */
  readonly classifications: Classification[]
  /** false where the budget or a limit ended the work early: the text was inspected only in part. */
  readonly complete: boolean
}

const ENGINES = {
  1: new RuleEngine(RULES.filter((rule) => rule.tier === 1)),
  2: new RuleEngine(RULES),
} as const

/** Longer texts are looked through in slices, so that a spent budget ends the work soon, and memory does not grow with the text. */
const SLICE = 262_144
/** What is looked at around a slice, for what begins or ends beyond it: no value is longer (a key in PEM comes close). */
const MARGIN = 16_384

/** Finds sensitive values in a text, whatever it holds; never throws. */
export function classify(text: string, options: ClassifyOptions = {}): Classified {
  const { tier = 2, extra } = options
  const isOverBudget = options.isOverBudget ?? (() => false)
  const find = (part: string) => findIn(part, ENGINES[tier], tier, isOverBudget, extra)
  const { found, own, complete } = text.length <= SLICE ? find(text) : findInSlices(text, find, isOverBudget)
  const settled = extra === undefined ? found : extra.settle(text, found, own)
  const classifications = settled.map(({ type, score, start, end }) => {
    return { type, value: text.slice(start, end), score: Math.round(score * 100) / 100, start, end }
  })
  return { classifications, complete }
}

/** Each finding is that of the slice it begins in. */
function findInSlices(text: string, find: (part: string) => Findings, isOverBudget: () => boolean): Findings {
  const found: Candidate[] = []
  const own: Candidate[] = []
  let complete = true
  for (let start = 0; start < text.length; start += SLICE) {
    if (isOverBudget() || found.length + own.length > CANDIDATES_MAX) return { found, own, complete: false }
    const from = Math.max(0, start - MARGIN)
    const findings = find(text.slice(from, start + SLICE + MARGIN))
    complete &&= findings.complete
    const ofSlice = (candidates: readonly Candidate[]) =>
      candidates
        .map((candidate) => ({ ...candidate, start: from + candidate.start, end: from + candidate.end }))
        .filter((candidate) => candidate.start >= start && candidate.start < start + SLICE)
    // One that goes on beyond the last slice has won already.
    for (const candidate of ofSlice(findings.found)) {
      if (candidate.start >= (found.at(-1)?.end ?? 0)) found.push(candidate)
    }
    for (const candidate of ofSlice(findings.own)) own.push(candidate)
  }
  return { found, own, complete }
}
