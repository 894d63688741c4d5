import type { Detection } from './engine.ts'
import type { Candidate } from './rule.ts'

/** What is looked for besides the built-in rules: a tenant's own detectors (core/tenant-detectors/). */
export interface ExtraDetectors {
  /** Everything they find in one view of a text; overlaps included. */
  detect(view: string, isOverBudget: () => boolean): Detection
  /** What is reported in the end, in order of the text. Offsets of both are those of the text. */
  settle(text: string, found: readonly Candidate[], own: readonly Candidate[], isOverBudget: () => boolean): Detection
}
