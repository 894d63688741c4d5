import type RE2 from 're2'
import { typeNow } from '../model/type-names.ts'
import { canonicalForm } from './canonical.ts'
import { compilePattern } from './patterns.ts'

/** Keys in PEM are longer, and nobody allows one by a pattern. */
const VALUE_MAX = 1_000

export interface AllowRule {
  readonly values: readonly string[]
  readonly patterns: readonly string[]
  /** Empty: all. */
  readonly types: readonly string[]
}

/** A pattern that has to match a whole value. */
export function compileAllowed(pattern: string): RE2 {
  return compilePattern(`\\A(?:${pattern})\\z`, false)
}

/** Values that are no finding wherever they stand: examples, test numbers, the company's own addresses. */
export class AllowList {
  readonly #values: ReadonlySet<string>
  readonly #patterns: readonly RE2[]
  readonly #types: ReadonlySet<string>

  /** @throws SyntaxError */
  constructor({ values, patterns, types }: AllowRule) {
    this.#values = new Set(values.map(formOf))
    this.#patterns = patterns.map(compileAllowed)
    this.#types = new Set(types.map(typeNow))
  }

  /** Undefined if the budget is spent before the answer is known. */
  allows(type: string, value: string, isOverBudget: () => boolean): boolean | undefined {
    if (value.length > VALUE_MAX || (this.#types.size > 0 && !this.#types.has(typeNow(type)))) return false
    if (this.#values.size > 0 && this.#values.has(formOf(value))) return true
    for (const pattern of this.#patterns) {
      if (isOverBudget()) return undefined
      pattern.lastIndex = 0
      if (pattern.test(value)) return true
    }
    return false
  }
}

function formOf(value: string): string {
  return canonicalForm(value, 'compact', true)
}

/** Asks all lists about the findings of one text, and once about each value: logs and tables hold the same again and again. */
export class AllowedValues {
  readonly #lists: readonly AllowList[]
  readonly #isOverBudget: () => boolean
  readonly #answers = new Map<string, boolean>()
  /** False if the budget was spent before each value was asked about. */
  complete = true

  constructor(lists: readonly AllowList[], isOverBudget: () => boolean) {
    this.#lists = lists
    this.#isOverBudget = isOverBudget
  }

  /** Whether one of the lists certainly allows it. */
  has(type: string, value: string): boolean {
    const key = `${type} ${value}`
    const known = this.#answers.get(key)
    if (known !== undefined) return known
    const answer = this.complete ? this.#ask(type, value) : undefined
    if (answer === undefined) this.complete = false
    else this.#answers.set(key, answer)
    return answer === true
  }

  #ask(type: string, value: string): boolean | undefined {
    if (this.#isOverBudget()) return undefined
    for (const list of this.#lists) {
      const answer = list.allows(type, value, this.#isOverBudget)
      if (answer !== false) return answer
    }
    return false
  }
}
