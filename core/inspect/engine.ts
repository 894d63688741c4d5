import { CANDIDATES_MAX, candidateOf } from './candidates.ts'
import { ContextReader } from './context.ts'
import { type Doubtful, settle } from './judgement/worth.ts'
import { KeywordRules } from './keyword-rules.ts'
import { NumberRules } from './number-rules.ts'
import { findNumbers } from './numbers.ts'
import type { Candidate, Rule, SweepRule } from './rule.ts'
import { SignRules } from './sign-rules.ts'
import { Walk } from './walk.ts'

export interface Detection {
  readonly candidates: Candidate[]
  /** False if the budget or CANDIDATES_MAX ended the work early. */
  readonly complete: boolean
}

/** All engines share it, since no engine works on two texts at the same time. */
const ownWalk = new Walk()

/** A set of rules, indexed by what triggers them: groups of digits, keywords, signs or words. It keeps no state between texts. */
export class RuleEngine {
  readonly #numbers: NumberRules
  readonly #keywords: KeywordRules
  readonly #signs: SignRules
  readonly #sweeps: readonly SweepRule[]
  /** Whether rules start from equal signs or long words. */
  readonly #asksForSigns: boolean

  constructor(rules: readonly Rule[]) {
    this.#numbers = new NumberRules(rules)
    this.#keywords = new KeywordRules(rules)
    this.#signs = new SignRules(rules)
    this.#sweeps = rules.filter((rule) => rule.kind === 'sweep')
    this.#asksForSigns = rules.some(
      (rule) => rule.kind === 'sign' || (rule.kind === 'pattern' && rule.word !== undefined),
    )
  }

  /** Notes what triggers these rules in the text that `walk` has read, those that look at every word only with `sweep`. */
  note(walk: Walk, sweep: boolean): void {
    walk.note(this.#keywords.triggers, sweep ? 'all' : this.#asksForSigns ? 'signs' : 'marks')
  }

  /** Everything that the rules find in one view of a text, including overlaps. With `sweep`, rules that look at every word run too. */
  detect(text: string, isOverBudget: () => boolean, sweep = true): Detection {
    ownWalk.read(text)
    this.note(ownWalk, sweep)
    return this.detectAt(text, ownWalk, isOverBudget, sweep)
  }

  /** The same, if `walk` has already read the text. */
  detectAt(text: string, walk: Walk, isOverBudget: () => boolean, sweep = true): Detection {
    const candidates: Candidate[] = []
    const doubtful: Doubtful[] = []
    const isOver = () => candidates.length > CANDIDATES_MAX || isOverBudget()
    const numbers = findNumbers(walk)
    const contexts = new ContextReader(text, walk.units)
    const hints: number[] = []
    const isRead =
      this.#numbers.read(contexts, numbers, candidates, doubtful, isOver) &&
      this.#keywords.read(contexts, walk, numbers, candidates, hints, isOver) &&
      this.#signs.read(contexts, walk, candidates, isOver)
    settle(text, doubtful, candidates, numbers)
    const complete = isRead && (!sweep || this.#sweep(text, walk, hints, candidates, isOver))
    return { candidates, complete }
  }

  #sweep(text: string, walk: Walk, hints: readonly number[], candidates: Candidate[], isOver: () => boolean): boolean {
    for (const rule of this.#sweeps) {
      if (isOver()) return false
      for (const { start, end, score } of rule.sweep(text, walk, hints)) {
        if (candidates.length > CANDIDATES_MAX) return false
        candidates.push(candidateOf(rule, start, end, score ?? rule.scores.plain))
      }
    }
    return true
  }
}
