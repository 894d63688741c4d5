import { plainWord } from '../characters.ts'
import type { ScoredSpan } from '../rule.ts'
import type { Walk } from '../walk.ts'
import { COMMON, GIVEN, meaningOf } from './lexicon.ts'

/** Words that the introductions below hold, at that distance from their start: there the pattern is tried. */
const HINTS: readonly (readonly [word: string, offset: number])[] = [
  ['name', 0],
  ['Name', 0],
  ['call', 0],
  ['Call', 0],
  ['appelle', 2],
]
const FIRST = new Uint8Array(65_536)
for (const [word] of HINTS) FIRST[word.charCodeAt(0)] = 1
const SECOND = new Uint8Array(65_536)
for (const [word] of HINTS) SECOND[word.charCodeAt(1)] = 1
const SMALL =
  /\b(?:name is|named (?:him|her)|calls? me|named|m['’]appelle|s['’]appelle)\s(\p{Ll}{3,20})(?![\p{L}'-])/iuy

/** "my name is joshua": a given name in small letters. */
export function findSmallNames(text: string, { units, places, placeCount }: Walk): ScoredSpan[] {
  const found: ScoredSpan[] = []
  for (let n = 0; n < placeCount; n++) {
    // Words begin behind places.
    const start = n === 0 ? 0 : (places[n - 1] as number) + 1
    if (FIRST[units[start] as number] === 0 || SECOND[units[start + 1] as number] === 0) continue
    const hint = HINTS.find(([word]) => text.startsWith(word, start))
    if (hint === undefined) continue
    SMALL.lastIndex = Math.max(0, start - hint[1])
    const name = SMALL.exec(text)?.[1]
    if (name === undefined || name !== name.toLowerCase()) continue
    if ((meaningOf(plainWord(name)) & (GIVEN | COMMON)) !== GIVEN) continue
    found.push({ start: SMALL.lastIndex - name.length, end: SMALL.lastIndex, score: 0.7 })
  }
  return found
}
