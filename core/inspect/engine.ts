import { candidateOf, report } from './candidates.ts'
import { isWordAt } from './characters.ts'
import { type ContextIndex, indexContext, judgeContext } from './context.ts'
import { KeywordIndex } from './keywords.ts'
import { LayoutTree, visitRun } from './layouts.ts'
import { addStretch, type IndexedPattern, matchStretch } from './matches.ts'
import { readNumber } from './number-match.ts'
import { findNumbers, type Numbers } from './numbers.ts'
import { needsDigit } from './pattern-digits.ts'
import type { Candidate, KeywordRule, NumberRule, ReaderRule, Rule, SweepRule } from './rule.ts'
import { Walk } from './walk.ts'

/** How many groups of digits are looked at between two questions about the budget. */
const NUMBERS_PER_CHECK = 512
/** How often a rule reads for itself between two questions about the budget. */
const READS_PER_CHECK = 256
/** More candidates than this in one text end the work: nobody types them, and each costs memory. */
export const CANDIDATES_MAX = 100_000

export interface Detection {
  readonly candidates: Candidate[]
  /** false where the budget or CANDIDATES_MAX ended the work early. */
  readonly complete: boolean
}

/** One for all engines: none works on two texts at once. */
const ownWalk = new Walk()

/** A set of rules made ready: one tree of layouts, one index of keywords. Keeps no state between texts. */
export class RuleEngine {
  readonly #numberRules: readonly { readonly rule: NumberRule; readonly context: ContextIndex }[]
  readonly #readers: readonly { readonly rule: ReaderRule; readonly context: ContextIndex }[]
  readonly #patterns: readonly IndexedPattern[]
  readonly #keywordRules: readonly { readonly rule: KeywordRule; readonly context: ContextIndex }[]
  readonly #sweeps: readonly SweepRule[]
  readonly #layouts: LayoutTree
  /** Which rules take that many digits in any groups. */
  readonly #byTotal: ReadonlyMap<number, readonly number[]>
  readonly #keywords: KeywordIndex
  /** Which patterns, and which rules that read for themselves, a keyword wakes. */
  readonly #wokenPatterns: readonly (readonly number[])[]
  readonly #wokenRules: readonly (readonly number[])[]

  constructor(rules: readonly Rule[]) {
    this.#numberRules = rules.filter((rule) => rule.kind === 'number').map(withContext)
    this.#readers = rules.filter((rule) => rule.kind === 'reader').map(withContext)
    this.#patterns = rules
      .filter((rule) => rule.kind === 'pattern')
      .map((rule) => ({ ...withContext(rule), needsDigit: needsDigit(rule.pattern) }))
    this.#sweeps = rules.filter((rule) => rule.kind === 'sweep')
    this.#layouts = new LayoutTree(this.#numberRules.map(({ rule }) => rule.layouts))
    const byTotal = new Map<number, number[]>()
    for (const [index, { rule }] of this.#numberRules.entries()) {
      for (const total of rule.totals ?? []) append(byTotal, total, index)
    }
    this.#byTotal = byTotal
    const patterns = new Map<string, number[]>()
    for (const [index, { rule }] of this.#patterns.entries()) {
      for (const keyword of rule.keywords) append(patterns, keyword, index)
    }
    this.#keywordRules = rules.filter((rule) => rule.kind === 'keyword').map(withContext)
    const readers = new Map<string, number[]>()
    for (const [index, { rule }] of this.#keywordRules.entries()) {
      for (const keyword of rule.keywords) append(readers, keyword, index)
    }
    const keywords = [...new Set([...patterns.keys(), ...readers.keys()])]
    this.#keywords = new KeywordIndex(keywords)
    this.#wokenPatterns = keywords.map((keyword) => patterns.get(keyword) ?? [])
    this.#wokenRules = keywords.map((keyword) => readers.get(keyword) ?? [])
  }

  /** Goes over a text, and notes what wakes these rules. */
  walk(text: string, walk: Walk): void {
    walk.read(text)
    walk.note(this.#keywords)
  }

  /** Everything the rules find in one view of a text; overlaps included. `sweep`: also what takes a look at all words of it. */
  detect(text: string, isOverBudget: () => boolean, sweep = true): Detection {
    this.walk(text, ownWalk)
    return this.detectAt(text, ownWalk, isOverBudget, sweep)
  }

  /** The same after this engine's walk over the text. */
  detectAt(text: string, walk: Walk, isOverBudget: () => boolean, sweep = true): Detection {
    const candidates: Candidate[] = []
    const numbers = findNumbers(walk)
    const complete =
      this.#readNumbers(text, numbers, candidates, isOverBudget) &&
      this.#matchPatterns(text, walk, numbers, candidates, isOverBudget) &&
      (!sweep || this.#sweep(text, walk, candidates, isOverBudget))
    return { candidates, complete }
  }

  #readNumbers(text: string, numbers: Numbers, candidates: Candidate[], isOverBudget: () => boolean): boolean {
    const visit = (index: number, first: number, last: number, prefixed: boolean) => {
      const compiled = this.#numberRules[index]
      if (compiled === undefined) return
      const found = readNumber(text, numbers, compiled.rule, compiled.context, first, last, prefixed)
      if (found !== undefined) candidates.push(found)
    }
    let first = 0
    const visitTotal = (total: number, last: number) => {
      for (const index of this.#byTotal.get(total) ?? []) visit(index, first, last, false)
    }
    for (; first < numbers.starts.length; first++) {
      if (first % NUMBERS_PER_CHECK === NUMBERS_PER_CHECK - 1 && isOverBudget()) return false
      if (candidates.length > CANDIDATES_MAX) return false
      this.#layouts.walk(text, numbers, first, visit)
      visitRun(numbers, first, visitTotal)
      for (const { rule, context } of this.#readers) {
        const span = rule.read(text, numbers, first)
        if (span === undefined) continue
        const verdict = judgeContext(text, span.start, span.end, context)
        report(candidates, rule, span.start, span.end, verdict)
      }
    }
    return true
  }

  #sweep(text: string, walk: Walk, candidates: Candidate[], isOverBudget: () => boolean): boolean {
    for (const rule of this.#sweeps) {
      if (isOverBudget()) return false
      for (const { start, end, score } of rule.sweep(text, walk)) {
        if (candidates.length > CANDIDATES_MAX) return false
        candidates.push(candidateOf(rule, start, end, score ?? rule.scores.plain))
      }
    }
    return true
  }

  #matchPatterns(
    text: string,
    walk: Walk,
    numbers: Numbers,
    candidates: Candidate[],
    isOverBudget: () => boolean,
  ): boolean {
    const stretches = new Map<number, number[]>()
    let reads = 0
    const isFinished = this.#keywords.scan(walk, (keyword, start, end) => {
      for (const index of this.#wokenPatterns[keyword] ?? []) {
        const rule = this.#patterns[index]?.rule
        if (rule === undefined || (rule.opens !== undefined && !isOpening(text, start, rule.opens))) continue
        const [before, after] = rule.reach
        addStretch(stretches, index, Math.max(0, start - before), Math.min(text.length, end + after))
      }
      for (const index of this.#wokenRules[keyword] ?? []) {
        const compiled = this.#keywordRules[index]
        if (compiled === undefined) continue
        for (const found of compiled.rule.read(text, start, end)) {
          // Two keywords in one name lead to the same value.
          if (found.start === candidates.at(-1)?.start) continue
          if (found.score !== undefined)
            candidates.push(candidateOf(compiled.rule, found.start, found.end, found.score))
          else
            report(
              candidates,
              compiled.rule,
              found.start,
              found.end,
              judgeContext(text, found.start, found.end, compiled.context),
            )
        }
        if (++reads % READS_PER_CHECK === 0 && isOverBudget()) return false
      }
      return candidates.length <= CANDIDATES_MAX
    })
    if (!isFinished) return false
    const isOver = () => isOverBudget() || candidates.length > CANDIDATES_MAX
    for (const [index, bounds] of stretches) {
      const pattern = this.#patterns[index]
      if (pattern === undefined) continue
      for (let i = 0; i < bounds.length; i += 2) {
        const [from = 0, to = 0] = [bounds[i], bounds[i + 1]]
        if (!matchStretch(text, from, to, numbers, pattern, candidates, isOver)) return false
      }
    }
    return true
  }
}

function append<K>(lists: Map<K, number[]>, key: K, index: number): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [index])
  else list.push(index)
}

function withContext<R extends Rule>(rule: R): { rule: R; context: ContextIndex } {
  return { rule, context: indexContext(rule.words) }
}

function isOpening(text: string, start: number, literals: readonly string[]): boolean {
  return !isWordAt(text, start - 1) && literals.some((literal) => text.startsWith(literal, start))
}
