import { meaningAt, plainName } from './lexicon.ts'

export type Form = 'capitalised' | 'upper' | 'initial' | 'lower'

/** A word that may be part of a name. */
export class NameToken {
  readonly start: number
  /** For initials such as "J.", the offset behind the point. */
  readonly end: number
  /** The kinds of the word (lexicon.ts). */
  readonly meaning: number
  readonly form: Form
  private readonly text: string
  private readonly wordEnd: number
  private known: string | undefined

  constructor(text: string, start: number, wordEnd: number, end: number, form: Form, meaning: number) {
    this.start = start
    this.end = end
    this.meaning = meaning
    this.form = form
    this.text = text
    this.wordEnd = wordEnd
    this.known = undefined
  }

  /** In lower case without accents and points. */
  get plain(): string {
    this.known ??= plainName(this.text.slice(this.start, this.wordEnd))
    return this.known
  }

  withMeaning(meaning: number): NameToken {
    return new NameToken(this.text, this.start, this.wordEnd, this.end, this.form, meaning)
  }
}

const LENGTH_MAX = 30
const POINT = 0x2e
const HYPHEN = 0x2d
const APOSTROPHE = 0x27
const TYPOGRAPHIC_APOSTROPHE = 0x2019

/** The class of a Latin letter; 0 for everything else. */
export const LOWER = 1
export const UPPER = 2
/** Letters without case, and titlecase digraphs. */
const OTHER = 3
const letters = new Uint8Array(65_536)
for (let code = 0; code < 0x250; code++) {
  const letter = String.fromCharCode(code)
  // U+00AA and U+00B5 are letters, but do not stand in words.
  if (code < 0x80 ? /[A-Za-z]/.test(letter) : code >= 0xc0 && code !== 0xd7 && code !== 0xf7)
    letters[code] = /\p{Ll}/u.test(letter) ? LOWER : /\p{Lu}/u.test(letter) ? UPPER : OTHER
}

/** For other modules, which read it from memory each time; loops use a constant of their own. */
export const LETTERS = letters

/** Where the word ends that begins at `start`, hyphens and apostrophes between letters included; -1 where none does, or a longer one. */
export function wordEnd(text: string, units: Uint16Array, start: number): number {
  if (letters[units[start] as number] === 0) return -1
  let end = start + 1
  for (; end - start <= LENGTH_MAX; end++) {
    const code = units[end] as number
    if (letters[code] !== 0) continue
    const isApostrophe = code === APOSTROPHE || code === TYPOGRAPHIC_APOSTROPHE
    if ((!isApostrophe && code !== HYPHEN) || letters[units[end + 1] as number] === 0) break
    // "Mary's": the name ends before the apostrophe.
    if (isApostrophe && isLetterS(units[end + 1] as number) && /^s(?![\p{L}])/iu.test(text.slice(end + 1, end + 3)))
      break
  }
  return end - start > LENGTH_MAX ? -1 : end
}

/** In either case, and the long one, which is the same to a regular expression that leaves cases aside. */
function isLetterS(code: number): boolean {
  return (code | 0x20) === 0x73 || code === 0x17f
}

/** The word that begins at `start`; undefined where none does. */
export function tokenAt(text: string, units: Uint16Array, start: number): NameToken | undefined {
  const end = wordEnd(text, units, start)
  return end === -1 ? undefined : tokenTo(text, units, start, end)
}

/** The word from `start` to `end`. */
export function tokenTo(text: string, units: Uint16Array, start: number, end: number): NameToken {
  const form = formOf(units, start, end)
  const tokenEnd = form === 'initial' && units[end] === POINT ? end + 1 : end
  return new NameToken(text, start, end, tokenEnd, form, meaningAt(text, units, start, end))
}

function formOf(units: Uint16Array, start: number, end: number): Form {
  const first = letters[units[start] as number]
  const isPair = end === start + 3 && units[start + 1] === HYPHEN && letters[units[start + 2] as number] === UPPER
  if (first === UPPER && (end === start + 1 || isPair)) return 'initial'
  if (first === LOWER) return 'lower'
  for (let i = start + 1; i < end; i++) if (letters[units[i] as number] === LOWER) return 'capitalised'
  return 'upper'
}
