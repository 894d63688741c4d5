import RE2 from 're2'
import { isWordAt, plainWord } from '../inspect/characters.ts'
import { type ContextIndex, ContextReader, indexContext } from '../inspect/context.ts'
import type { Detection } from '../inspect/engine.ts'
import type { Candidate } from '../inspect/rule.ts'
import { UnitReader } from '../inspect/units.ts'

/** A longer match is none: a pattern that swallows pages says nothing about them. */
const MATCH_MAX = 1_000
const MATCHES_PER_CHECK = 64
const MATCHES_MAX = 10_000

export interface OwnPatternRule {
  readonly ruleId: string
  readonly type: string
  readonly pattern: string
  readonly ignoreCase: boolean
  readonly wholeWords: boolean
  readonly context: readonly string[]
  readonly score: number
  readonly contextScore: number
}

/**
 * `^` and `$` are the beginning and end of a line, as texts have many.
 * @throws SyntaxError if it is not RE2 syntax, or takes more memory than RE2 gives it
 */
export function compilePattern(pattern: string, ignoreCase: boolean): RE2 {
  return new RE2(pattern, `gm${ignoreCase ? 'i' : ''}${pattern.includes('(?<value>') ? 'd' : ''}`)
}

/** What it read is no longer needed when a pattern has been looked for. */
const unitReader = new UnitReader()

/** A tenant's pattern, made ready. */
export class OwnPattern {
  readonly #rule: OwnPatternRule
  readonly #regexp: RE2
  readonly #context: ContextIndex

  /** @throws SyntaxError */
  constructor(rule: OwnPatternRule) {
    this.#rule = rule
    this.#regexp = compilePattern(rule.pattern, rule.ignoreCase)
    this.#context = indexContext({ for: rule.context.map(plainWord), against: [] })
  }

  detect(text: string, isOverBudget: () => boolean): Detection {
    const { ruleId, type, wholeWords, score, contextScore } = this.#rule
    const regexp = this.#regexp
    const candidates: Candidate[] = []
    let contexts: ContextReader | undefined
    let matches = 0
    regexp.lastIndex = 0
    for (let match = regexp.exec(text); match !== null; match = regexp.exec(text)) {
      if (++matches % MATCHES_PER_CHECK === 0 && (isOverBudget() || matches > MATCHES_MAX)) {
        return { candidates, complete: false }
      }
      // An empty match would be found for ever.
      if (match[0].length === 0) {
        regexp.lastIndex = match.index + 1
        continue
      }
      const [start, end] = match.indices?.groups?.value ?? [match.index, match.index + match[0].length]
      if (end === start || end - start > MATCH_MAX) continue
      if (wholeWords && isPartOfWord(text, start, end)) continue
      contexts ??= new ContextReader(text, unitReader.read(text))
      const found = contexts.judge(start, end, this.#context) === 'for' ? contextScore : score
      if (found > 0) candidates.push({ type, ruleId, score: found, validated: false, start, end })
    }
    return { candidates, complete: true }
  }
}

/** Only a letter or digit goes on in a letter or digit: "(x)" stands by itself wherever it stands. */
function isPartOfWord(text: string, start: number, end: number): boolean {
  return (isWordAt(text, start) && isWordAt(text, start - 1)) || (isWordAt(text, end - 1) && isWordAt(text, end))
}
