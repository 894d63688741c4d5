import type { LabelledText, Span } from './corpora.ts'

export interface Accuracy {
  readonly labelled: number
  readonly found: number
  /** Findings at what is labelled as no secret, or in texts without any. */
  readonly false: number
}

/** Credentials of known and unknown make, in code, configuration and logs. */
export const SECRET_CORPORA = [
  'secrets_creddata_windows',
  'secrets_rule_examples',
  'secrets_secretlint_snapshots',
  'secrets_credsweeper_samples',
  'negatives_benign',
] as const

/**
 * How a contestant's findings agree with the labels, whatever it calls them: a label is found where one overlaps it. What a corpus
 * says nothing about is not judged, unless it has no labels at all in that text and none of its texts are partly labelled.
 */
export function judge(texts: readonly LabelledText[], found: readonly (readonly Span[])[]): Accuracy {
  const isPartlyLabelled = texts.some(({ not_spans }) => not_spans !== undefined)
  const total = { labelled: 0, found: 0, false: 0 }
  for (const [index, { spans = [], not_spans = [] }] of texts.entries()) {
    const findings = found[index] ?? []
    total.labelled += spans.length
    total.found += spans.filter((span) => findings.some((finding) => overlaps(finding, span))).length
    total.false += findings.filter(
      (finding) =>
        !spans.some((span) => overlaps(finding, span)) &&
        (isPartlyLabelled ? not_spans.some((span) => overlaps(finding, span)) : spans.length === 0),
    ).length
  }
  return total
}

function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end
}
