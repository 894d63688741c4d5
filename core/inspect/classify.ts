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
  /** Is called from time to time. If it returns true, the work ends early, and the result says so. */
  readonly isOverBudget?: () => boolean
  /** A tenant's own detectors; their findings may overlap others of another type. */
  readonly extra?: ExtraDetectors | undefined
}

export interface Classified {
  /**
   * In order of the text; `text.slice(start, end) === value`. Those of `extra`, and what a secret or another code says when decoded, may
   * overlap others of another type.
   */
  readonly classifications: Classification[]
  /** False if the budget or a limit ended the work early, so that only a part of the text was inspected. */
  readonly complete: boolean
}

const ENGINE = new RuleEngine(RULES)
/** Of tier 1 alone, which no request asks for by itself: made with its first use, since it takes megabytes. */
let strictEngine: RuleEngine | undefined

function engineOf(tier: 1 | 2): RuleEngine {
  if (tier === 2) return ENGINE
  strictEngine ??= new RuleEngine(RULES.filter((rule) => rule.tier === 1))
  return strictEngine
}

/** Longer texts are searched in slices, so that the work ends soon after the budget is spent, and memory does not grow with the text. */
const SLICE = 262_144
/** The overlap of slices, for values that begin or end outside a slice. No value is longer; a key in PEM comes close. */
const MARGIN = 16_384

/** What is reported in the end, and what the tenant's detectors found before it was settled which of several findings stays. */
export interface Detected {
  readonly settled: readonly Candidate[]
  readonly own: readonly Candidate[]
  readonly complete: boolean
}

/** Finds sensitive values in a text, whatever it holds; never throws. */
export function classify(text: string, options: ClassifyOptions = {}): Classified {
  const { settled, complete } = detect(text, options)
  return { classifications: settled.map((found) => classificationOf(text, found)), complete }
}

export function classificationOf(text: string, { type, score, start, end }: Candidate): Classification {
  return { type, value: text.slice(start, end), score: Math.round(score * 100) / 100, start, end }
}

/** The same with the rules that found it. */
export function detect(text: string, options: ClassifyOptions = {}): Detected {
  const { tier = 2, extra } = options
  const isOverBudget = options.isOverBudget ?? (() => false)
  const engine = engineOf(tier)
  const find = (part: string) => findIn(part, engine, tier, isOverBudget, extra)
  const { found, own, complete } = text.length <= SLICE ? find(text) : findInSlices(text, find, isOverBudget)
  const settled = extra?.settle(text, found, own, isOverBudget) ?? { candidates: found, complete: true }
  return { settled: settled.candidates, own, complete: complete && settled.complete }
}

/** A finding belongs to the slice in which it begins. */
function findInSlices(text: string, find: (part: string) => Findings, isOverBudget: () => boolean): Findings {
  const found: Candidate[] = []
  const own: Candidate[] = []
  let complete = true
  /** How far the findings kept reach. */
  let reached = 0
  for (let start = 0; start < text.length; start += SLICE) {
    if (isOverBudget() || found.length + own.length > CANDIDATES_MAX) return { found, own, complete: false }
    const from = Math.max(0, start - MARGIN)
    const findings = find(text.slice(from, start + SLICE + MARGIN))
    complete &&= findings.complete
    // A finding of the slice before that reaches into this one has been kept already.
    const least = Math.max(start, reached)
    for (const candidate of findings.found) {
      const at = from + candidate.start
      if (at < least || at >= start + SLICE) continue
      found.push(moved(candidate, from))
      reached = Math.max(reached, from + candidate.end)
    }
    for (const candidate of findings.own) {
      const at = from + candidate.start
      if (at >= start && at < start + SLICE) own.push(moved(candidate, from))
    }
  }
  return { found, own, complete }
}

function moved({ type, ruleId, score, validated, start, end }: Candidate, by: number): Candidate {
  return { type, ruleId, score, validated, start: by + start, end: by + end }
}
