import type { Detector } from '../../wire/types.ts'

export const KINDS = ['pattern', 'dictionary', 'known_values', 'allow_list'] as const
export type Kind = (typeof KINDS)[number]

/** What the form holds, whichever the kind; lists are lines of text. */
export interface Draft {
  readonly kind: Kind
  readonly name: string
  readonly description: string
  readonly type: string
  readonly pattern: string
  readonly ignoreCase: boolean
  readonly wholeWords: boolean
  readonly score: number
  readonly context: string
  readonly lines: string
}

export const EMPTY: Draft = {
  kind: 'pattern',
  name: '',
  description: '',
  type: 'EMPLOYEE_ID',
  pattern: '',
  ignoreCase: false,
  wholeWords: true,
  score: 0.9,
  context: '',
  lines: '',
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

export function draftOf(detector: Detector): Draft {
  const { kind, name, description } = detector
  const common = { ...EMPTY, kind, name, description }
  if (detector.kind === 'pattern') {
    const { type, pattern, ignore_case, whole_words, score, context } = detector
    return {
      ...common,
      type,
      pattern,
      ignoreCase: ignore_case,
      wholeWords: whole_words,
      score,
      context: context.join('\n'),
    }
  }
  if (detector.kind === 'dictionary') {
    const { type, words, ignore_case, whole_words, score } = detector
    return { ...common, type, ignoreCase: ignore_case, wholeWords: whole_words, score, lines: words.join('\n') }
  }
  if (detector.kind === 'known_values') return { ...common, type: detector.type, ignoreCase: detector.ignore_case }
  return { ...common, lines: 'values' in detector && Array.isArray(detector.values) ? detector.values.join('\n') : '' }
}

/** The rule as the API takes it; known values are left out where none were typed, for those that are there stay. */
export function ruleOf(draft: Draft): Readonly<Record<string, unknown>> & { readonly kind: Kind } {
  const { kind, type, pattern, ignoreCase: ignore_case, wholeWords: whole_words, score } = draft
  const lines = linesOf(draft.lines)
  if (kind === 'pattern')
    return { kind, type, pattern, ignore_case, whole_words, score, context: linesOf(draft.context) }
  if (kind === 'dictionary') return { kind, type, words: lines, ignore_case, whole_words, score }
  if (kind === 'known_values') return { kind, type, ignore_case, ...(lines.length > 0 && { values: lines }) }
  return { kind, values: lines }
}
