import { CANDIDATES_MAX, candidateOf, report } from './candidates.ts'
import { type ContextIndex, type ContextReader, indexContext } from './context.ts'
import { isOfNumber } from './judgement/whole.ts'
import type { Doubtful } from './judgement/worth.ts'
import { LayoutTree, type LayoutVisitor, visitRun } from './layouts.ts'
import { NeighbourTable } from './neighbours.ts'
import { NumberReader } from './number-match.ts'
import { type Numbers, UNJOINED } from './numbers.ts'
import type { Candidate, NumberRule, ReaderRule, Rule } from './rule.ts'

/** How many groups of digits are looked at between two questions about the budget. */
const NUMBERS_PER_CHECK = 512
const NO_RULES: readonly number[] = []

interface IndexedRule {
  readonly rule: NumberRule
  readonly context: ContextIndex
}

/** The rules that groups of digits wake: by their layout, their number of digits, or what stands beside them. */
export class NumberRules {
  readonly #rules: readonly IndexedRule[]
  readonly #layouts: LayoutTree
  /** Which rules take that many digits in any groups. */
  readonly #byTotal: readonly (readonly number[] | undefined)[]
  readonly #readers: readonly { readonly rule: ReaderRule; readonly context: ContextIndex }[]
  readonly #neighbours: NeighbourTable

  constructor(rules: readonly Rule[]) {
    this.#rules = rules
      .filter((rule) => rule.kind === 'number')
      .map((rule) => ({ rule, context: indexContext(rule.words) }))
    this.#layouts = new LayoutTree(this.#rules.map(({ rule }) => rule.layouts))
    const totals = this.#rules.flatMap(({ rule }) => rule.totals ?? [])
    this.#byTotal = Array.from({ length: Math.max(0, ...totals) + 1 }, (_, total) =>
      [...this.#rules.keys()].filter((index) => this.#rules[index]?.rule.totals?.includes(total)),
    )
    this.#readers = rules
      .filter((rule) => rule.kind === 'reader')
      .map((rule) => ({ rule, context: indexContext(rule.words) }))
    this.#neighbours = new NeighbourTable(this.#readers.map(({ rule }) => rule.beside))
  }

  /** Adds what they find, to `doubtful` what nothing near says anything about; false where `isOver` ended that early. */
  read(
    contexts: ContextReader,
    numbers: Numbers,
    candidates: Candidate[],
    doubtful: Doubtful[],
    isOver: () => boolean,
  ): boolean {
    if (numbers.count === 0) return true
    const { text } = contexts
    const { units, starts, ends, joints } = numbers
    const reading = new NumberReading(
      this.#rules,
      this.#byTotal,
      new NumberReader(contexts, numbers),
      candidates,
      doubtful,
    )
    for (let first = 0; first < numbers.count; first++) {
      if (first % NUMBERS_PER_CHECK === NUMBERS_PER_CHECK - 1 && isOver()) return false
      if (candidates.length + doubtful.length > CANDIDATES_MAX) return false
      const start = starts[first] as number
      const end = ends[first] as number
      const isJoined = joints[first + 1] !== UNJOINED
      // Most groups stand alone, and no layout is one group of their length.
      if (isJoined || this.#layouts.isSingle(end - start)) this.#layouts.walk(numbers, first, reading)
      if (isJoined) visitRun(numbers, first, reading)
      let readers = this.#neighbours.fitting(units, start, end)
      for (; readers !== 0; readers &= readers - 1) {
        const woken = this.#readers[31 - Math.clz32(readers & -readers)]
        const span = woken?.rule.read(text, numbers, first)
        if (woken === undefined || span === undefined || isOfNumber(text, span.start, span.end)) continue
        const verdict = span.score === undefined ? contexts.judge(span.start, span.end, woken.context) : 'none'
        const { rule } = woken
        if (span.score !== undefined) candidates.push(candidateOf(rule, span.start, span.end, span.score))
        else if (verdict === 'none' && rule.isDoubtful?.(text, span.start) === true)
          doubtful.push({
            rule,
            ...span,
            first,
            last: lastWithin(numbers, first, span.end),
            score: rule.scores.plain,
            isHinted: false,
          })
        else report(candidates, rule, span.start, span.end, verdict)
      }
    }
    return true
  }
}

/** The last group from `first` on that ends at `end` or before. */
function lastWithin({ ends, count }: Numbers, first: number, end: number): number {
  let last = first
  while (last + 1 < count && (ends[last + 1] as number) <= end) last++
  return last
}

/** Lets the rules of one text's layouts and totals judge its groups. No closures: see KeywordVisitor. */
class NumberReading implements LayoutVisitor {
  readonly #rules: readonly IndexedRule[]
  readonly #byTotal: readonly (readonly number[] | undefined)[]
  readonly #reader: NumberReader
  readonly #candidates: Candidate[]
  readonly #doubtful: Doubtful[]

  constructor(
    rules: readonly IndexedRule[],
    byTotal: readonly (readonly number[] | undefined)[],
    reader: NumberReader,
    candidates: Candidate[],
    doubtful: Doubtful[],
  ) {
    this.#rules = rules
    this.#byTotal = byTotal
    this.#reader = reader
    this.#candidates = candidates
    this.#doubtful = doubtful
  }

  visitLayout(index: number, first: number, last: number, prefixed: boolean): void {
    const compiled = this.#rules[index]
    if (compiled !== undefined)
      this.#reader.read(compiled.rule, compiled.context, first, last, prefixed, this.#candidates, this.#doubtful)
  }

  visitTotal(total: number, first: number, last: number): void {
    for (const index of this.#byTotal[total] ?? NO_RULES) this.visitLayout(index, first, last, false)
  }
}
