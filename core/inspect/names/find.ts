import { PackedWords } from '../../lexicon/packed-words.ts'
import { isWordAt } from '../characters.ts'
import { MODEL_NAMES, MODEL_WORDS } from '../data/model-names.ts'
import type { ScoredSpan } from '../rule.ts'
import type { Walk } from '../walk.ts'
import { isCued } from './cues.ts'
import { judge } from './judge.ts'
import { isCommon, isFamily, isGiven, isOtherMeaning } from './kinds.ts'
import { BORNE, GIVEN, meaningAt, PARTICLE, TITLE } from './lexicon.ts'
import { LETTERS, LOWER, type NameToken, tokenAt, tokenTo, wordEnd } from './tokens.ts'
import { PARTICLES } from './words.ts'

const TOKENS_MAX = 6

/**
 * Names of persons: a title, a given name beside a family name, or words that introduce a name. A given name alone is none: it
 * identifies nobody, and stories are full of them.
 */
export function findNames(text: string, { units, capitals, capitalCount }: Walk): ScoredSpan[] {
  const found: ScoredSpan[] = []
  let listed: NameToken[] = []
  /** The text before this offset has been read. */
  let next = 0
  for (let n = 0; n < capitalCount; n++) {
    const i = capitals[n] as number
    if (i < next || isWithinWord(text, units, i)) continue
    const end = wordEnd(text, units, i)
    if (end === -1) continue
    if (listed.length === 0 && (standsAlone(text, units, i, end) || isOneOther(text, units, i, end))) {
      next = end
      continue
    }
    const tokens = sequenceAt(text, units, i, end)
    const first = tokens[0]
    const last = tokens.at(-1)
    if (first === undefined || last === undefined) continue
    const name = judge(text, units, tokens)
    if (name !== undefined) found.push(name)
    if (listed.length > 0 && !continuesList(text, listed.at(-1), first)) listed = endList(listed, found)
    if (tokens.length === 1 && (isGiven(first) || isUnknown(first))) listed.push(first)
    next = last.end
  }
  endList(listed, found)
  return found
}

/** Whether the character at `index` continues a word. */
function isWithinWord(text: string, units: Uint16Array, index: number): boolean {
  if (index === 0) return false
  const before = units[index - 1] as number
  return letters[before] !== 0 || (before !== SPACE && before !== NEW_LINE && isWordAt(text, index - 1))
}

/** What is imported is read from memory each time. */
const letters = LETTERS
const SPACE = 0x20
const NEW_LINE = 0x0a
const COMMA = 0x2c
const POINT = 0x2e
/** Words that stand before the last name of a list. */
const LIST_ENDS = ['and ', 'et ', '& ']
const LIST_END_LETTERS = new Uint8Array(65_536)
for (const word of LIST_ENDS) LIST_END_LETTERS[word.charCodeAt(0)] = 1
/** The longest particle is "saint". */
const PARTICLE_MAX = 5
const PARTICLE_WORDS = PackedWords.of([...PARTICLES].map((word) => [word, PARTICLE] as const))

/** Whether a capitalised word stands alone, as most do: no name continues behind it, no list begins with it, and nothing introduces a name. */
function standsAlone(text: string, units: Uint16Array, start: number, end: number): boolean {
  const after = units[end]
  // "Dr.", "J."
  if (after === POINT) return false
  const next = after === COMMA && units[end + 1] === SPACE ? end + 2 : after === SPACE ? end + 1 : -1
  if (next !== -1) {
    if (goesOn(units, next)) return false
    if (LIST_END_LETTERS[units[next] as number] === 1 && LIST_ENDS.some((word) => text.startsWith(word, next)))
      return false
  }
  return !isCued(text, units, start)
}

/** An initial is no longer. */
const INITIAL_MAX = 3

/** Whether a word is no name, and nothing belongs to it: words such as "Is" and "Name" stand before others, and before a point. */
function isOneOther(text: string, units: Uint16Array, start: number, end: number): boolean {
  if (end - start <= INITIAL_MAX || mayGoOn(units, end)) return false
  const meaning = meaningAt(text, units, start, end)
  return isOtherMeaning(meaning) && ((meaning & TITLE) === 0 || units[end] !== POINT)
}

/** Whether a word may belong to the one that ends before a blank: one in small letters hardly does. */
function mayGoOn(units: Uint16Array, end: number): boolean {
  if (units[end] !== SPACE) return false
  const next = letters[units[end + 1] as number]
  return next !== 0 && (next !== LOWER || !isNoParticle(units, end + 1))
}

/** Whether a capitalised word stands at `from`, perhaps behind short words that may be particles. */
function goesOn(units: Uint16Array, from: number): boolean {
  let start = from
  for (let words = 0; words < TOKENS_MAX; words++) {
    const kind = letters[units[start] as number]
    if (kind !== LOWER) return kind !== 0
    let end = start
    let all = 0
    while (end - start <= PARTICLE_MAX && letters[units[end] as number] !== 0) all |= units[end++] as number
    if (units[end] !== SPACE || (all < 0x80 && PARTICLE_WORDS.meaningAt(units, start, end) === 0)) return false
    start = end + 1
  }
  return false
}

const LIST_MIN = 3

/** "Ana, Bo, Cleo and Dan": whether the next name belongs to the same list. */
function continuesList(text: string, last: NameToken | undefined, next: NameToken): boolean {
  return (
    last !== undefined &&
    next.start - last.end <= 6 &&
    /^(?:, |,? (?:and|et|&) )$/.test(text.slice(last.end, next.start))
  )
}

/** A word that no list has, as long as given names are. */
function isUnknown({ form, meaning, start, end }: NameToken): boolean {
  return meaning === 0 && form === 'capitalised' && end - start >= UNKNOWN_MIN
}

const UNKNOWN_MIN = 4

/**
 * Adds the names of a list if there are three or more given names in a row, since these can only be people: as are the few beside them that
 * no list has. Returns the next, empty list.
 */
function endList(listed: readonly NameToken[], found: ScoredSpan[]): NameToken[] {
  if (listed.length < LIST_MIN) return []
  const given = listed.filter(isGiven)
  // "Donna" or "April" alone would prove nothing, but they belong to the list.
  if (
    given.filter((token) => !isCommon(token)).length >=
      (given.some((token) => !isFamily(token)) ? LIST_MIN : LIST_MIN + 1) &&
    given.length > 2 * (listed.length - given.length)
  )
    for (const { start, end } of listed) if (found.at(-1)?.start !== start) found.push({ start, end, score: 0.75 })
  return []
}

/** Whether the word in small letters at `start` is certainly no particle. */
function isNoParticle(units: Uint16Array, start: number): boolean {
  let end = start
  let all = 0
  while (end - start <= PARTICLE_MAX && letters[units[end] as number] !== 0) all |= units[end++] as number
  // Accents are taken off first, and what a hyphen or an apostrophe joins is one word.
  if (all >= 0x80) return false
  if (end - start > PARTICLE_MAX) return true
  const after = units[end] as number
  const goesOn = after === HYPHEN || after === APOSTROPHE || after === TYPOGRAPHIC_APOSTROPHE
  return !goesOn && PARTICLE_WORDS.meaningAt(units, start, end) === 0
}

const HYPHEN = 0x2d
const APOSTROPHE = 0x27
const TYPOGRAPHIC_APOSTROPHE = 0x2019

/** Capitalised words with single blanks between, and the particles between them. The first stands from `start` to `end`. */
function sequenceAt(text: string, units: Uint16Array, start: number, end: number): NameToken[] {
  const first = tokenTo(text, units, start, end)
  if (first.form === 'lower') return []
  let meanings = first.meaning
  // Most sequences are one word, for which no more is allocated.
  const tokens = [first]
  for (let next: NameToken | undefined = first; next !== undefined && tokens.length < TOKENS_MAX; ) {
    if (next !== first) {
      if (next.form === 'lower' && (next.meaning & PARTICLE) === 0) break
      tokens.push(next)
      meanings |= next.meaning
    }
    const after = units[next.end]
    const isTitle = after === POINT && (next.meaning & TITLE) !== 0 && units[next.end + 1] === SPACE
    if (after !== SPACE && !isTitle) break
    const behind = next.end + (isTitle ? 2 : 1)
    // Most sequences end here: no look into the lists of names is needed to know that.
    if (letters[units[behind] as number] === LOWER && isNoParticle(units, behind)) break
    next = tokenAt(text, units, behind)
  }
  while (tokens.at(-1)?.form === 'lower') tokens.pop()
  if ((meanings & BORNE) === 0) return tokens
  return tokens.map((token, index) => (isPersonHere(tokens, index) ? token.withMeaning(GIVEN) : token))
}

/**
 * Whether a name that products bear as well is a person's: a word follows that is nothing but a family name, or, behind a title, any
 * word. "Me" is a title only in French.
 */
function isPersonHere(tokens: readonly NameToken[], index: number): boolean {
  const token = tokens[index]
  if (token === undefined || (token.meaning & BORNE) === 0) return false
  const next = tokens.slice(index + 1).find(({ form }) => form !== 'lower')
  if (next === undefined) return false
  const before = tokens[index - 1]
  if (before !== undefined && (before.meaning & TITLE) !== 0 && before.plain !== 'me') return true
  return isFamily(next) && !isCommon(next) && !MODEL_NAMES.has(next.plain) && !MODEL_WORDS.has(next.plain)
}
