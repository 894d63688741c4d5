import { isLatinLetter, plainWord } from '../characters.ts'

/** A word that may be part of a name. */
export interface NameToken {
  readonly start: number
  /** Behind the point, for initials: "J." */
  readonly end: number
  /** In lower case without accents and points. */
  readonly plain: string
  readonly form: 'capitalised' | 'upper' | 'initial' | 'lower'
}

const LENGTH_MAX = 30

/** The word that begins at `start`, hyphens and apostrophes between letters included; undefined where no word does. */
export function tokenAt(text: string, start: number): NameToken | undefined {
  if (!isLatinLetter(text.charCodeAt(start))) return undefined
  let end = start + 1
  while (end < text.length && end - start <= LENGTH_MAX) {
    const code = text.charCodeAt(end)
    const isJoint = code === 0x2d || code === 0x27 || code === 0x2019
    if (!isLatinLetter(code) && !(isJoint && isLatinLetter(text.charCodeAt(end + 1)))) break
    // "Mary's": the name ends before the apostrophe.
    if (isJoint && code !== 0x2d && /^s(?![\p{L}])/iu.test(text.slice(end + 1, end + 3))) break
    end++
  }
  if (end - start > LENGTH_MAX) return undefined
  const word = text.slice(start, end)
  const plain = plainWord(word).replaceAll('\u2019', "'")
  const isInitial = /^\p{Lu}(?:-\p{Lu})?$/u.test(word)
  if (isInitial && text[end] === '.') return { start, end: end + 1, plain, form: 'initial' }
  return { start, end, plain, form: formOf(word, isInitial) }
}

function formOf(word: string, isInitial: boolean): NameToken['form'] {
  if (isInitial) return 'initial'
  if (/^\p{Ll}/u.test(word)) return 'lower'
  return /\p{Ll}/u.test(word) ? 'capitalised' : 'upper'
}
