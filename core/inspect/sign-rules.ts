import { report } from './candidates.ts'
import { type ContextIndex, type ContextReader, indexContext } from './context.ts'
import type { Candidate, Rule, SignRule } from './rule.ts'
import type { Walk } from './walk.ts'

/** How often a rule reads for itself between two questions about the budget. */
const READS_PER_CHECK = 256

/** The rules that two equal signs with a short group between them wake. */
export class SignRules {
  readonly #rules: readonly { readonly rule: SignRule; readonly context: ContextIndex }[]
  /** By sign, a bit for each rule. */
  readonly #signs = new Uint8Array(65_536)

  constructor(rules: readonly Rule[]) {
    this.#rules = rules
      .filter((rule) => rule.kind === 'sign')
      .map((rule) => ({ rule, context: indexContext(rule.words) }))
    for (const [index, { rule }] of this.#rules.entries())
      for (const sign of rule.signs) {
        const code = sign.charCodeAt(0)
        this.#signs[code] = (this.#signs[code] as number) | (1 << index)
      }
  }

  /** Adds what they find; false where `isOver` ended that early. */
  read(contexts: ContextReader, { units, pairs }: Walk, candidates: Candidate[], isOver: () => boolean): boolean {
    if (this.#rules.length === 0) return true
    const { text } = contexts
    let reads = 0
    for (const start of pairs) {
      const sign = units[start] as number
      const woken = this.#signs[sign] as number
      // The same sign stands a few units behind.
      let size = 0
      while (units[start + 1 + size] !== sign) size++
      for (let index = 0; index < this.#rules.length; index++) {
        const compiled = this.#rules[index]
        if (compiled === undefined || (woken & (1 << index)) === 0) continue
        const { rule, context } = compiled
        if (size < rule.group[0] || size > rule.group[1]) continue
        for (const found of rule.read(text, start, start + 1))
          report(candidates, rule, found.start, found.end, contexts.judge(found.start, found.end, context))
        if (++reads % READS_PER_CHECK === 0 && isOver()) return false
      }
    }
    return true
  }
}
