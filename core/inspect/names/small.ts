import { plainWord } from '../characters.ts'
import type { ScoredSpan } from '../rule.ts'
import { COMMON, GIVEN, meaningOf } from './lexicon.ts'

/** The keywords of the introductions below. */
export const SMALL_NAME_KEYWORDS = ['name', 'call', 'appelle']
/** The same as it has to be written, at that distance from where an introduction begins. */
const HINTS: readonly (readonly [word: string, offset: number])[] = [
  ['name', 0],
  ['Name', 0],
  ['call', 0],
  ['Call', 0],
  ['appelle', 2],
]
const SMALL =
  /\b(?:name is|named (?:him|her)|calls? me|named|m['’]appelle|s['’]appelle)\s(\p{Ll}{3,20})(?![\p{L}'-])/iuy

/** "my name is joshua": a given name in small letters. `hints` is where the keywords begin. */
export function findSmallNames(text: string, hints: readonly number[]): ScoredSpan[] {
  const found: ScoredSpan[] = []
  for (const at of hints) {
    const hint = HINTS.find(([word]) => text.startsWith(word, at))
    if (hint === undefined) continue
    SMALL.lastIndex = Math.max(0, at - hint[1])
    const name = SMALL.exec(text)?.[1]
    if (name === undefined || name !== name.toLowerCase()) continue
    if ((meaningOf(plainWord(name)) & (GIVEN | COMMON)) !== GIVEN) continue
    found.push({ start: SMALL.lastIndex - name.length, end: SMALL.lastIndex, score: 0.7 })
  }
  return found
}
