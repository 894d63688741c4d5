import { BREAKER_AFTER, COMMON, FAMILY, GIVEN, NOT_NAME } from './lexicon.ts'
import type { NameToken } from './tokens.ts'

export function isGiven({ form, meaning }: NameToken): boolean {
  return form !== 'initial' && (meaning & GIVEN) !== 0
}

export function isFamily({ form, meaning }: NameToken): boolean {
  return form !== 'initial' && (meaning & FAMILY) !== 0
}

/** Whether the word is certainly not a name. */
export function isOther(token: NameToken): boolean {
  const { meaning } = token
  if ((meaning & (NOT_NAME | BREAKER_AFTER)) !== 0) return true
  return (meaning & COMMON) !== 0 && !isGiven(token) && !isFamily(token)
}

/** The same of a word that is no initial. */
export function isOtherMeaning(meaning: number): boolean {
  return (meaning & (NOT_NAME | BREAKER_AFTER)) !== 0 || (meaning & (COMMON | GIVEN | FAMILY)) === COMMON
}

export function isCommon({ meaning }: NameToken): boolean {
  return (meaning & (COMMON | NOT_NAME)) !== 0
}

/** How many of the words may belong to one name. */
export function nameLength(tokens: readonly NameToken[]): number {
  let length = 0
  while (length < tokens.length) {
    const token = tokens[length]
    if (token === undefined || (token.form !== 'lower' && token.form !== 'initial' && isOther(token))) break
    length++
  }
  while (length > 0 && tokens[length - 1]?.form === 'lower') length--
  return length
}
