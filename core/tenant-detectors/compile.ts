import { z } from 'zod'
import { Uuid } from '../model/common.ts'
import { ServedDetector } from '../model/detector.ts'
import { isOwnWordsSwitch } from '../own-words/switch.ts'
import { AllowList } from './allow-list.ts'
import { DetectorSet } from './detector-set.ts'
import { Dictionaries, type DictionaryRule } from './dictionary.ts'
import { KnownValues } from './known-values.ts'
import { OwnPattern } from './patterns.ts'

export interface Compiled {
  /** Undefined if nothing is switched on: then there is nothing to do for any text. */
  readonly set: DetectorSet | undefined
  /** How many of the detectors are in force. */
  readonly inForce: number
  /** Those that this release cannot read or compile: a newer one wrote them. */
  readonly skipped: readonly Skipped[]
}

export interface Skipped {
  /** Undefined if not even that can be read. */
  readonly id: string | undefined
  /** Tells nothing of what the detector looks for. */
  readonly reason: 'unknown_form' | 'not_compilable'
}

/** Makes ready what the API serves, whatever it serves: what cannot be used is left out, never thrown. */
export function compileDetectors(served: readonly unknown[]): Compiled {
  const patterns: OwnPattern[] = []
  const words: { readonly ignoreCase: boolean; readonly rule: DictionaryRule }[] = []
  const knownValues: KnownValues[] = []
  const allowLists: AllowList[] = []
  const skipped: Skipped[] = []
  let inForce = 0
  for (const item of served) {
    // Of another kind of setting (core/own-words/switch.ts).
    if (isOwnWordsSwitch(item)) continue
    const parsed = ServedDetector.safeParse(item)
    if (!parsed.success) {
      skipped.push({ id: idOf(item), reason: 'unknown_form' })
      continue
    }
    const detector = parsed.data
    if (!detector.enabled) continue
    try {
      const ruleId = `own:${detector.id}`
      switch (detector.kind) {
        case 'pattern': {
          const { type, pattern, ignore_case, whole_words, context, score, context_score } = detector
          const options = {
            ignoreCase: ignore_case,
            wholeWords: whole_words,
            context,
            score,
            contextScore: context_score,
          }
          patterns.push(new OwnPattern({ ruleId, type, pattern, ...options }))
          break
        }
        case 'dictionary': {
          const { type, words: list, ignore_case, whole_words, score } = detector
          words.push({ ignoreCase: ignore_case, rule: { ruleId, type, words: list, wholeWords: whole_words, score } })
          break
        }
        case 'allow_list':
          allowLists.push(new AllowList(detector))
          break
        case 'known_values':
          knownValues.push(new KnownValues(ruleId, detector.type, detector.ignore_case, detector.index))
          break
      }
      inForce++
    } catch {
      skipped.push({ id: detector.id, reason: 'not_compilable' })
    }
  }
  const dictionaries = [true, false].flatMap((ignoreCase) => {
    const rules = words.filter((entry) => entry.ignoreCase === ignoreCase).map(({ rule }) => rule)
    return rules.length === 0 ? [] : [new Dictionaries(rules, ignoreCase)]
  })
  const set = inForce === 0 ? undefined : new DetectorSet({ patterns, dictionaries, knownValues, allowLists })
  return { set, inForce, skipped }
}

function idOf(item: unknown): string | undefined {
  return z.object({ id: Uuid }).safeParse(item).data?.id
}
