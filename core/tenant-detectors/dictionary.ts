import type { Detection } from '../inspect/engine.ts'
import type { Candidate } from '../inspect/rule.ts'
import { Automaton, NONE, ROOT } from './automaton.ts'
import { type CanonicalText, canonicalForm, MAY_END, MAY_START } from './canonical.ts'

/** Units of the text, and words that end at one of them, between two looks at the budget: a tenth of a millisecond. */
const STEPS_PER_CHECK = 16_384
const CANDIDATES_MAX = 10_000

export interface DictionaryRule {
  readonly ruleId: string
  readonly type: string
  readonly words: readonly string[]
  readonly wholeWords: boolean
  readonly score: number
}

/** Finds the words of any number of dictionaries in one pass. */
export class Dictionaries {
  readonly ignoreCase: boolean
  readonly #automaton: Automaton
  /** By the number of a word: how long it is, whose it is, and whether each of those wants it as a whole word. */
  readonly #lengths: readonly number[]
  readonly #rules: readonly (readonly DictionaryRule[])[]
  readonly #isWhole: readonly boolean[]
  readonly #onlyWhole: boolean

  constructor(rules: readonly DictionaryRule[], ignoreCase: boolean) {
    this.ignoreCase = ignoreCase
    const byForm = new Map<string, DictionaryRule[]>()
    for (const rule of rules) {
      for (const form of new Set(rule.words.map((word) => canonicalForm(word, 'words', ignoreCase)))) {
        const known = byForm.get(form)
        if (known === undefined) byForm.set(form, [rule])
        else known.push(rule)
      }
    }
    // Nothing but marks: there is nothing to look for.
    byForm.delete('')
    const forms = [...byForm.keys()].sort()
    this.#automaton = new Automaton(forms)
    this.#lengths = forms.map((form) => form.length)
    this.#rules = forms.map((form) => byForm.get(form) ?? [])
    this.#isWhole = this.#rules.map((those) => those.every(({ wholeWords }) => wholeWords))
    this.#onlyWhole = rules.every(({ wholeWords }) => wholeWords)
  }

  /** `text` is in words form, with or without case as `ignoreCase` says. */
  detect(text: CanonicalText, isOverBudget: () => boolean): Detection {
    const automaton = this.#automaton
    const candidates: Candidate[] = []
    const { length, units, edges } = text
    let steps = 0
    let state = ROOT
    for (let last = 0; last < length; last++) {
      state = automaton.next(state, units[last] as number)
      if (++steps % STEPS_PER_CHECK === 0 && isOverBudget()) return { candidates, complete: false }
      const mayEnd = ((edges[last] as number) & MAY_END) !== 0
      if (!mayEnd && this.#onlyWhole) continue
      for (let at = automaton.wordState(state); at !== NONE; at = automaton.shorterWordState(at)) {
        if (++steps % STEPS_PER_CHECK === 0 && isOverBudget()) return { candidates, complete: false }
        const word = automaton.word(at)
        const start = last + 1 - (this.#lengths[word] as number)
        const isWhole = mayEnd && ((edges[start] as number) & MAY_START) !== 0
        if (!isWhole && this.#isWhole[word] === true) continue
        for (const rule of this.#rules[word] as readonly DictionaryRule[]) {
          if (rule.wholeWords && !isWhole) continue
          if (candidates.length >= CANDIDATES_MAX) return { candidates, complete: false }
          candidates.push(candidateOf(rule, text, start, last))
        }
      }
    }
    return { candidates, complete: true }
  }
}

function candidateOf({ type, ruleId, score }: DictionaryRule, { places }: CanonicalText, first: number, last: number) {
  const start = places[first] as number
  return { type, ruleId, score, validated: false, start, end: (places[last] as number) + 1 }
}
