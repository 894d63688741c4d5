import type { Detection } from '../inspect/engine.ts'
import type { ExtraDetectors } from '../inspect/extra.ts'
import { resolveOverlaps } from '../inspect/overlap.ts'
import type { Candidate } from '../inspect/rule.ts'
import { AllowedValues, type AllowList } from './allow-list.ts'
import { CanonicalReader } from './canonical.ts'
import type { Dictionaries } from './dictionary.ts'
import type { KnownValues } from './known-values.ts'
import type { OwnPattern } from './patterns.ts'

export interface DetectorParts {
  readonly patterns: readonly OwnPattern[]
  readonly dictionaries: readonly Dictionaries[]
  readonly knownValues: readonly KnownValues[]
  readonly allowLists: readonly AllowList[]
}

/** Findings of all detectors together in one view of a text, overlaps included: each of them may find ten thousand. */
const CANDIDATES_MAX = 20_000

const reader = new CanonicalReader()

/** A tenant's detectors, made ready. Keeps no state between texts. */
export class DetectorSet implements ExtraDetectors {
  readonly #parts: DetectorParts

  constructor(parts: DetectorParts) {
    this.#parts = parts
  }

  detect(view: string, isOverBudget: () => boolean): Detection {
    const { patterns, dictionaries, knownValues } = this.#parts
    const candidates: Candidate[] = []
    let complete = true
    const take = (detection: Detection) => {
      const room = CANDIDATES_MAX - candidates.length
      for (const candidate of detection.candidates.slice(0, room)) candidates.push(candidate)
      complete &&= detection.complete && detection.candidates.length <= room
    }
    for (const pattern of patterns) take(pattern.detect(view, isOverBudget))
    for (const ignoreCase of [true, false]) {
      for (const [form, all] of [
        ['words', dictionaries],
        ['compact', knownValues],
      ] as const) {
        const those = all.filter((detector) => detector.ignoreCase === ignoreCase)
        if (those.length === 0) continue
        if (isOverBudget()) return { candidates, complete: false }
        // Read once for all of them.
        const text = reader.read(view, form, ignoreCase)
        for (const detector of those) take(detector.detect(text, isOverBudget))
      }
    }
    return { candidates, complete }
  }

  /**
   * Findings of different types may overlap where one of them is a tenant's (docs/decisions/0013): of the same type the stronger one
   * stays, as everywhere. What allow-lists could not be asked about in time stays.
   */
  settle(text: string, found: readonly Candidate[], own: readonly Candidate[], isOverBudget: () => boolean): Detection {
    const { allowLists } = this.#parts
    const all = own.length === 0 ? [...found] : withOwn(found, own)
    if (allowLists.length === 0) return { candidates: all, complete: true }
    const allowed = new AllowedValues(allowLists, isOverBudget)
    const candidates = all.filter(({ type, start, end }) => !allowed.has(type, text.slice(start, end)))
    return { candidates, complete: allowed.complete }
  }
}

function withOwn(found: readonly Candidate[], own: readonly Candidate[]): Candidate[] {
  const byType = Map.groupBy(own, ({ type }) => type)
  const kept = found.filter(({ type }) => !byType.has(type))
  for (const [type, candidates] of byType) {
    const builtIn = found.filter((candidate) => candidate.type === type)
    for (const candidate of resolveOverlaps([...builtIn, ...candidates])) kept.push(candidate)
  }
  return kept.sort((a, b) => a.start - b.start || a.end - b.end || (a.type < b.type ? -1 : 1))
}
