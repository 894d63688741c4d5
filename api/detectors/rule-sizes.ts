import {
  type DetectorRule,
  KNOWN_LENGTHS_PER_TENANT_MAX,
  KNOWN_VALUES_PER_TENANT_MAX,
  LETTERS_PER_TENANT_MAX,
  PATTERNS_PER_TENANT_MAX,
  type StoredRule,
  WORDS_PER_TENANT_MAX,
} from '../../core/model/detector.ts'
import type { PatternSource } from '../../core/tenant-detectors/pattern-cost.ts'

/** What the detectors of a tenant have together, or one of them. */
export type Sizes = Record<(typeof SIZE_NAMES)[number], number>

export const SIZE_NAMES = ['patterns', 'words', 'letters', 'values', 'lengths'] as const

type Sentence = (max: number, count: number) => string

/** The most that a tenant may have of each (docs/custom-detectors.md). */
export const BOUNDS: Readonly<Record<keyof Sizes, { readonly max: number; readonly sentence: Sentence }>> = {
  patterns: {
    max: PATTERNS_PER_TENANT_MAX,
    sentence: (max, count) => `All patterns together are at most ${max}; these would make ${count}`,
  },
  words: {
    max: WORDS_PER_TENANT_MAX,
    sentence: (max, count) => `The words of all dictionaries together are at most ${max}; these would make ${count}`,
  },
  letters: {
    max: LETTERS_PER_TENANT_MAX,
    sentence: (max, count) =>
      `The words of all dictionaries together have at most ${max} characters; these would have ${count}`,
  },
  values: {
    max: KNOWN_VALUES_PER_TENANT_MAX,
    sentence: (max, count) => `All known values together are at most ${max}; these would make ${count}`,
  },
  lengths: {
    max: KNOWN_LENGTHS_PER_TENANT_MAX,
    sentence: (max, count) =>
      `The detectors of known values have at most ${max} lengths of values, added up; these would have ${count}: put all values into few detectors`,
  },
}

export function patternsOf(rule: DetectorRule | StoredRule): PatternSource[] {
  if (rule.kind === 'pattern') return [{ pattern: rule.pattern, ignoreCase: rule.ignore_case }]
  if (rule.kind !== 'allow_list') return []
  return rule.patterns.map((pattern) => ({ pattern, ignoreCase: false, isAllowed: true }))
}

export function sizesOf(rule: StoredRule): Sizes {
  const words = rule.kind === 'dictionary' ? rule.words : []
  return {
    patterns: patternsOf(rule).length,
    words: words.length,
    letters: words.reduce((sum, word) => sum + word.length, 0),
    values: rule.kind === 'known_values' ? rule.value_count : 0,
    lengths: rule.kind === 'known_values' ? rule.hashed.lengths.length : 0,
  }
}
