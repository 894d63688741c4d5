import { plainWord } from '../inspect/characters.ts'
import { isListedCommonWord, isListedName } from '../inspect/names/lexicon.ts'
import { BREAKERS_AFTER, NOT_NAMES } from '../inspect/names/words.ts'
import type { Span } from '../inspect/rule.ts'

/** A word that may be part of a name. */
export interface NameWord extends Span {
  /** In lower case without accents. */
  readonly plain: string
  readonly isCapitalised: boolean
}

/** Letters, with hyphens and apostrophes between them; "Mary's" ends before the apostrophe. */
const WORD = /\p{L}+(?:-\p{L}+|['’](?!s(?!\p{L}))\p{L}+)*/gu
const LENGTH_MAX = 30

export function nameWords(text: string, { start, end }: Span): NameWord[] {
  return [...text.slice(start, end).matchAll(WORD)]
    .filter(({ 0: word }) => word.length <= LENGTH_MAX)
    .map(({ 0: word, index }) => ({
      start: start + index,
      end: start + index + word.length,
      plain: plainWord(word).replaceAll('’', "'"),
      isCapitalised: /^\p{Lu}/u.test(word),
    }))
}

export function isKnownName({ plain }: NameWord): boolean {
  return plain.length > 1 && isListedName(plain)
}

/** Means something else as well, or nothing but that. */
export function isOrdinary({ plain }: NameWord): boolean {
  return isListedCommonWord(plain) || NOT_NAMES.has(plain) || BREAKERS_AFTER.has(plain)
}
