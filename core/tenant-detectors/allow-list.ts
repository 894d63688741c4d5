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
    this.#values = new Set(values.map((value) => canonicalForm(value, 'compact', true)))
    this.#patterns = patterns.map(compileAllowed)
    this.#types = new Set(types.map(typeNow))
  }

  allows(type: string, value: string): boolean {
    if (value.length > VALUE_MAX || (this.#types.size > 0 && !this.#types.has(typeNow(type)))) return false
    if (this.#values.has(canonicalForm(value, 'compact', true))) return true
    return this.#patterns.some((pattern) => {
      pattern.lastIndex = 0
      return pattern.test(value)
    })
  }
}
