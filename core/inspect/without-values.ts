import { classify } from './classify.ts'
import type { ExtraDetectors } from './extra.ts'

/** What may hold somebody's data at all: spares most texts the look. */
const SUSPECT = /\d{4}|[@%]/

/** A host as it may stand in a log: what would be found in a prompt is starred out. */
export function withoutValues(text: string): string {
  return SUSPECT.test(text) ? starOut(text) : text
}

/** The same for what a client chose freely: every rule looks at it, the tenant's detectors too. */
export function starOut(text: string, extra?: ExtraDetectors): string {
  let kept = ''
  let end = 0
  for (const found of classify(text, { extra }).classifications.toSorted((a, b) => a.start - b.start)) {
    if (found.start < end) continue
    kept += `${text.slice(end, found.start)}***`
    end = found.end
  }
  return kept + text.slice(end)
}
