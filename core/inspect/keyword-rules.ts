import { CANDIDATES_MAX, candidateOf, report } from './candidates.ts'
import { type ContextIndex, type ContextReader, indexContext } from './context.ts'
import { KeywordIndex, type KeywordVisitor } from './keywords.ts'
import { addStretch, type IndexedPattern, isTold, matchStretch } from './matches.ts'
import { type Neighbours, NeighbourTable } from './neighbours.ts'
import { holdsDigits, holdsDigitsBehind, type Numbers } from './numbers.ts'
import { digitsNeeded } from './pattern-digits.ts'
import { PatternOpening } from './pattern-opening.ts'
import type { Candidate, KeywordRule, PatternRule, Rule } from './rule.ts'
import { NO_WORD_MIN, type Triggers, type Walk } from './walk.ts'

/** How often a rule reads for itself between two questions about the budget. */
const READS_PER_CHECK = 256

/** How much of what follows a keyword may lead to a digit. */
const LEAD_MAX = 64

/** What one keyword wakes, by the numbers of the rules. */
interface Woken {
  readonly patterns: readonly number[]
  readonly rules: readonly number[]
  /** Sweeps are told where it stands. */
  readonly isHint: boolean
  /** What stands beside the keyword wherever it wakes any of them. */
  readonly neighbours: NeighbourTable
}

interface IndexedRule {
  readonly rule: KeywordRule
  readonly context: ContextIndex
}

/** The rules that literal words wake: patterns that run around these, and rules that read from there for themselves. */
export class KeywordRules {
  readonly #patterns: readonly IndexedPattern[]
  readonly #rules: readonly IndexedRule[]
  readonly #keywords: KeywordIndex
  /** The patterns that long words wake. */
  readonly #words: readonly number[]
  /** By keyword. */
  readonly #woken: readonly Woken[]

  constructor(rules: readonly Rule[]) {
    this.#patterns = indexPatterns(rules.filter((rule) => rule.kind === 'pattern'))
    this.#rules = rules
      .filter((rule) => rule.kind === 'keyword')
      .map((rule) => ({ rule, context: indexContext(rule.words) }))
    this.#words = this.#patterns.flatMap(({ rule }, index) => (rule.word === undefined ? [] : [index]))
    const wordMin = Math.min(NO_WORD_MIN, ...this.#words.map((index) => this.#patterns[index]?.rule.word ?? 0))
    const patterns = byKeyword(this.#patterns.map((pattern) => (pattern.rule.word === undefined ? pattern : SILENT)))
    const own = byKeyword(this.#rules)
    const hints = new Set(rules.flatMap((rule) => (rule.kind === 'sweep' ? rule.keywords : [])))
    const keywords = [...new Set([...patterns.keys(), ...own.keys(), ...hints])]
    this.#keywords = new KeywordIndex(keywords, wordMin)
    const tables = new Map<string, NeighbourTable>()
    this.#woken = keywords.map((keyword) => {
      const isHint = hints.has(keyword)
      const woken = { patterns: patterns.get(keyword) ?? [], rules: own.get(keyword) ?? [], isHint }
      const wakes = [
        ...woken.patterns.flatMap((index) => this.#patterns[index]?.opening.neighbours ?? []),
        ...woken.rules.flatMap((index) => besideOf(this.#rules[index]?.rule)),
        ...(isHint ? [{}] : []),
      ]
      const key = JSON.stringify(wakes)
      const neighbours = tables.get(key) ?? new NeighbourTable([wakes])
      tables.set(key, neighbours)
      return { ...woken, neighbours }
    })
  }

  get triggers(): Triggers {
    return this.#keywords
  }

  /** Adds what they find, and to `hints` where keywords of sweeps begin; false where `isOver` ended that early. */
  read(
    contexts: ContextReader,
    walk: Walk,
    numbers: Numbers,
    candidates: Candidate[],
    hints: number[],
    isOver: () => boolean,
  ): boolean {
    const reading = new KeywordReading(this.#patterns, this.#rules, this.#woken, {
      contexts,
      candidates,
      hints,
      numbers,
      isOver,
    })
    const isFinished = this.#keywords.scan(walk, reading)
    this.#noteWords(contexts.text, walk, reading.stretches)
    return isFinished && this.#match(contexts, reading.stretches, reading.ends, numbers, candidates, isOver)
  }

  /** Adds the stretches of patterns that long words wake. */
  #noteWords(text: string, { units, longWords }: Walk, stretches: Map<number, number[]>): void {
    for (let n = 0; n < longWords.length; n += 2) {
      const start = longWords[n] as number
      const end = longWords[n + 1] as number
      for (const index of this.#words) {
        const { rule, opening } = this.#patterns[index] as IndexedPattern
        if (end - start >= (rule.word ?? 0) && opening.mayBegin(text, units, start, start))
          addStretch(
            stretches,
            index,
            Math.max(0, start - rule.reach[0]),
            Math.min(text.length, start + PREFIX_MAX + rule.reach[1]),
          )
      }
    }
  }

  #match(
    contexts: ContextReader,
    stretches: ReadonlyMap<number, readonly number[]>,
    ends: ReadonlyMap<number, readonly number[]>,
    numbers: Numbers,
    candidates: Candidate[],
    isOver: () => boolean,
  ): boolean {
    for (const [index, bounds] of stretches) {
      const pattern = this.#patterns[index]
      if (pattern === undefined) continue
      for (let i = 0; i < bounds.length; i += 2) {
        if (!isLed(contexts.text, bounds[i] as number, bounds[i + 1] as number, numbers, pattern, ends.get(index)))
          continue
        if (!matchStretch(contexts, bounds[i] as number, bounds[i + 1] as number, numbers, pattern, candidates, isOver))
          return false
      }
    }
    return true
  }
}

interface KeywordTarget {
  readonly contexts: ContextReader
  readonly candidates: Candidate[]
  readonly hints: number[]
  readonly numbers: Numbers
  readonly isOver: () => boolean
}

/** What the keywords of one text wake: notes where patterns are to run, and lets rules read that do so for themselves. */
class KeywordReading implements KeywordVisitor {
  readonly stretches = new Map<number, number[]>()
  /** Where keywords end, by pattern, if these say what leads to a digit. */
  readonly ends = new Map<number, number[]>()
  readonly #patterns: readonly IndexedPattern[]
  readonly #rules: readonly IndexedRule[]
  readonly #woken: readonly Woken[]
  readonly #target: KeywordTarget
  #reads = 0
  /** The first group of digits that ends behind the keyword: keywords come in the order of their ends. */
  #group = 0

  constructor(
    patterns: readonly IndexedPattern[],
    rules: readonly IndexedRule[],
    woken: readonly Woken[],
    target: KeywordTarget,
  ) {
    this.#patterns = patterns
    this.#rules = rules
    this.#woken = woken
    this.#target = target
  }

  visit(keyword: number, start: number, end: number): boolean {
    const { contexts, candidates, hints, numbers, isOver } = this.#target
    const { text, units } = contexts
    const woken = this.#woken[keyword]
    if (woken === undefined || woken.neighbours.fitting(units, start, end) === 0) return true
    if (woken.isHint) hints.push(start)
    for (const index of woken.patterns) {
      const pattern = this.#patterns[index]
      if (pattern === undefined || !pattern.opening.mayBegin(text, units, start, end)) continue
      const [before, after] = pattern.rule.reach
      addStretch(this.stretches, index, Math.max(0, start - before), Math.min(text.length, end + after))
      if (pattern.rule.leads !== undefined) addEnd(this.ends, index, end)
    }
    while (this.#group < numbers.count && (numbers.ends[this.#group] as number) <= end) this.#group++
    for (const index of woken.rules) {
      const digits = this.#rules[index]?.rule.digitsBehind
      if (digits !== undefined && !holdsDigitsBehind(numbers, this.#group, end, digits[0], end + digits[1])) continue
      this.#readRule(index, start, end)
      if (++this.#reads % READS_PER_CHECK === 0 && isOver()) return false
    }
    return candidates.length <= CANDIDATES_MAX
  }

  #readRule(index: number, start: number, end: number): void {
    const compiled = this.#rules[index]
    if (compiled === undefined) return
    const { rule, context } = compiled
    const { contexts, candidates } = this.#target
    for (const found of rule.read(contexts.text, start, end, contexts.units)) {
      // Two keywords in one name lead to the same value.
      if (found.start === candidates.at(-1)?.start) continue
      if (found.score === undefined)
        report(candidates, rule, found.start, found.end, contexts.judge(found.start, found.end, context))
      else candidates.push(candidateOf(rule, found.start, found.end, found.score))
    }
  }
}

function addEnd(ends: Map<number, number[]>, index: number, end: number): void {
  const noted = ends.get(index)
  if (noted === undefined) ends.set(index, [end])
  else noted.push(end)
}

/** Whether what leads to a digit follows a keyword between `from` and `to`, and digits enough stand there; true for patterns that say no such thing. */
function isLed(
  text: string,
  from: number,
  to: number,
  numbers: Numbers,
  { rule: { leads, gap }, digits }: IndexedPattern,
  ends: readonly number[] = [],
): boolean {
  if (leads === undefined) return true
  if (!holdsDigits(numbers, from, to, digits, gap)) return false
  for (const end of ends) if (end > from && end <= to && leads.test(text.slice(end, end + LEAD_MAX))) return true
  return false
}

/** Tokens with a checksum have two rules, one for those whose checksum is wrong: such patterns run once for all their rules. */
function indexPatterns(rules: readonly PatternRule[]): IndexedPattern[] {
  const alike = Map.groupBy(rules, ({ pattern, keywords, reach, opens, beside, run, word, digits, gap, trim, id }) =>
    JSON.stringify([pattern, keywords, reach, opens, beside, run, word, digits, gap, trim === undefined ? '' : id]),
  )
  return [...alike.values()].flatMap((readings) => readings.slice(0, 1).map((rule) => indexPattern(rule, readings)))
}

function indexPattern(rule: PatternRule, readings: readonly PatternRule[]): IndexedPattern {
  const { pattern, without } = rule
  const own: IndexedPattern = {
    rule,
    readings: readings.map((reading) => ({ rule: reading, context: indexContext(reading.words) })),
    digits: Math.max(digitsNeeded(pattern), rule.digits ?? 0),
    isTold: isTold(pattern),
    opening: new PatternOpening(rule),
  }
  if (without === undefined) return own
  const simple = { ...rule, pattern: without.pattern, isBounded: true } as const
  return { ...own, without: { mark: without.mark, pattern: { ...own, rule: simple } } }
}

/** Stands for a pattern that no keyword wakes. */
const SILENT = { rule: { keywords: [] } }
/** The length of the longest prefix of patterns that words wake. */
const PREFIX_MAX = 2

function byKeyword(
  rules: readonly { readonly rule: { readonly keywords: readonly string[] } }[],
): Map<string, number[]> {
  const indexes = new Map<string, number[]>()
  for (const [index, { rule }] of rules.entries()) {
    for (const keyword of rule.keywords) indexes.set(keyword, [...(indexes.get(keyword) ?? []), index])
  }
  return indexes
}

/** Alternatives of what stands around a keyword that wakes a rule; one that all fit where the rule does not say. */
function besideOf(rule: KeywordRule | undefined): readonly Neighbours[] {
  return rule?.beside ?? [{}]
}
