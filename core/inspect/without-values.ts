import { classify } from './classify.ts'
import type { ExtraDetectors } from './extra.ts'

/** Matches texts that may contain personal data. Most texts do not, and need no closer look. */
const SUSPECT = /\d{4}|[@%]/

/** A host name for the log. Everything that would be a finding in a prompt is replaced by stars. */
export function withoutValues(text: string): string {
  return SUSPECT.test(text) ? starOut(text) : text
}

/**
 * The same for a text that a client chose freely. All rules look at it, and the tenant's detectors too: where the budget ends before they
 * have, nothing is left of it.
 */
export function starOut(text: string, extra?: ExtraDetectors, isOverBudget: () => boolean = never): string {
  const { classifications, complete } = classify(text, { extra, isOverBudget })
  if (!complete && isOverBudget()) return '***'
  let kept = ''
  let end = 0
  for (const found of classifications.toSorted((a, b) => a.start - b.start)) {
    if (found.start < end) continue
    kept += `${text.slice(end, found.start)}***`
    end = found.end
  }
  return kept + text.slice(end)
}

function never(): boolean {
  return false
}
